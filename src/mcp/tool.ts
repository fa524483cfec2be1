import type { Context, FindLines } from '../context.ts';
import { missingScope } from '../errors.ts';
import type { Scope } from '../scopes.ts';
import type { Static, TObject } from '../shapes/type.ts';

/** What a tool works with during one call. */
export interface Call {
  context: Context;
  /** Aborted when the agent wants no answer any more. */
  signal: AbortSignal;
  /** Tells the agent what is done now, if it asked to be told. Throws if the call was cancelled. */
  step(message: string): void;
}

interface Described<Input extends TObject> {
  name: string;
  title: string;
  /** For a model that has to choose: what it does, when to use it, when not to, and what to use then. */
  description: string;
  /**
   * Whoever lacks it neither sees the tool nor can call it. Where it depends on what the call is about: the scope for each argument that says
   * so. Whoever has one of those sees the tool.
   */
  scope: Scope | Readonly<Record<string, Scope>>;
  input: Input;
  /** The answer, before texts of others are labelled (labels.ts). */
  output: TObject;
  /** How long texts of others may be in the answer, in characters. */
  textLength?: number;
}

/** A tool that changes nothing. */
export interface ReadingTool<Input extends TObject = TObject> extends Described<Input> {
  kind: 'reads';
  run(call: Call, input: Static<Input>): Promise<object>;
}

/** A tool that changes something: once, however often the same call comes. */
export interface ChangingTool<Input extends TObject = TObject> extends Described<Input> {
  kind: 'changes';
  /** Whether it can end something that people count on, or write to people outside. */
  isDestructive: boolean;
  /** The line that calls wait in, as those of the API do for the same rows. */
  line(input: Static<Input>): string | FindLines | undefined;
  /** Makes the change, in one transaction, and returns the id of what it was made to. */
  change(call: Call, input: Static<Input>): Promise<string>;
  /**
   * A text that differs once somebody has changed the thing otherwise. As long as it is the same, an equal call is the same one again. Without
   * it, an equal call is the same one for a day.
   */
  stateOf?(context: Context, id: string, input: Static<Input>): Promise<string>;
  /** The answer, read after the change. */
  show(call: Call, id: string, input: Static<Input>): Promise<object>;
  /** Instead of the change: what it would do. */
  preview?: {
    isWanted(input: Static<Input>): boolean;
    run(call: Call, input: Static<Input>): Promise<object>;
  };
}

export type Tool = ReadingTool | ChangingTool;

/** One of them is enough to see the tool. */
export function scopesOf({ scope }: Pick<Tool, 'scope'>): Scope[] {
  return typeof scope === 'string' ? [scope] : Object.values(scope);
}

/** Refuses a call for which the caller has not the scope. */
export function requireScope({ scope }: Tool, granted: readonly Scope[], given: object): void {
  const needed = typeof scope === 'string' ? { '': scope } : scope;
  const lacks = Object.entries(needed).filter(([, each]) => !granted.includes(each));
  const isBlind = lacks.length === Object.keys(needed).length;
  const lacked = lacks.filter(([argument]) => isBlind || argument in given);
  if (lacked.length > 0) throw missingScope(lacked.map(([, each]) => each).join(' or '));
}

/** Ties the type of the input to the functions. */
export function readingTool<Input extends TObject>(tool: Omit<ReadingTool<Input>, 'kind'>): Tool {
  return { kind: 'reads', ...tool } as unknown as Tool;
}

export function changingTool<Input extends TObject>(tool: Omit<ChangingTool<Input>, 'kind'>): Tool {
  return { kind: 'changes', ...tool } as unknown as Tool;
}
