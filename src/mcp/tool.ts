import type { Context, FindLines } from '../context.ts';
import { missingScope } from '../errors.ts';
import type { Scope } from '../scopes.ts';
import type { Static, TObject } from '../shapes/type.ts';

/** What a tool works with during one call. */
export interface Call {
  context: Context;
  /** Aborted when the agent no longer wants the answer. */
  signal: AbortSignal;
  /** Tells the agent what is happening, if it asked for progress. Throws if the call was cancelled. */
  step(message: string): void;
}

interface Described<Input extends TObject> {
  name: string;
  title: string;
  /** Helps a model to choose: what the tool does, when to use it, when not to, and what to use instead. */
  description: string;
  /**
   * Needed to see the tool and to call it. If it depends on the arguments: the scope for each argument that needs one. A key with
   * any of them sees the tool.
   */
  scope: Scope | Readonly<Record<string, Scope>>;
  input: Input;
  /** The answer, before other people's texts are labelled (labels.ts). */
  output: TObject;
  /** The maximum length of other people's texts in the answer, in characters. */
  textLength?: number;
}

/** A tool that changes nothing. */
interface ReadingTool<Input extends TObject = TObject> extends Described<Input> {
  kind: 'reads';
  run(call: Call, input: Static<Input>): Promise<object>;
}

/** A tool that changes something. It does so only once, however often the same call arrives. */
export interface ChangingTool<Input extends TObject = TObject> extends Described<Input> {
  kind: 'changes';
  /** True if it can end something that people count on, or write to outsiders. */
  isDestructive: boolean;
  /** The queue of the call, shared with API calls for the same rows. */
  line(input: Static<Input>): string | FindLines | undefined;
  /** Makes the change, in one transaction, and returns the id of what was changed. */
  change(call: Call, input: Static<Input>): Promise<string>;
  /**
   * A text that differs once the thing has been changed in any other way. While it is the same, an equal call counts as a repetition.
   * If left out, an equal call counts as one for a day.
   */
  stateOf?(context: Context, id: string, input: Static<Input>): Promise<string>;
  /** The answer, read after the change. */
  show(call: Call, id: string, input: Static<Input>): Promise<object>;
  /** Shows what the change would do, without making it. */
  preview?: {
    isWanted(input: Static<Input>): boolean;
    run(call: Call, input: Static<Input>): Promise<object>;
  };
}

export type Tool = ReadingTool | ChangingTool;

/** Any one of them is enough to see the tool. */
export function scopesOf({ scope }: Pick<Tool, 'scope'>): Scope[] {
  return typeof scope === 'string' ? [scope] : Object.values(scope);
}

/** Refuses a call whose caller lacks the scope. */
export function requireScope({ scope }: Tool, granted: readonly Scope[], args: object): void {
  const needed = typeof scope === 'string' ? { '': scope } : scope;
  const missing = Object.entries(needed).filter(([, each]) => !granted.includes(each));
  const isToolHidden = missing.length === Object.keys(needed).length;
  const relevant = missing.filter(([argument]) => isToolHidden || argument in args);
  if (relevant.length > 0) throw missingScope(relevant.map(([, each]) => each).join(' or '));
}

/** Infers the type of the functions' input from the shape. */
export function readingTool<Input extends TObject>(tool: Omit<ReadingTool<Input>, 'kind'>): Tool {
  return { kind: 'reads', ...tool } as unknown as Tool;
}

export function changingTool<Input extends TObject>(tool: Omit<ChangingTool<Input>, 'kind'>): Tool {
  return { kind: 'changes', ...tool } as unknown as Tool;
}
