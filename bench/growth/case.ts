import type { Context } from '../../src/context.ts';
import type { Engine } from '../rota.ts';
import type { Past } from './past.ts';

/** What an operation of the API is called with. */
export interface Input {
  path?: Record<string, string>;
  query?: object;
  body?: object;
}

/** Something that must not take longer with a past. */
export interface Case {
  name: string;
  /** What there are many of, in words. */
  beside: string;
  /** Where it is only on one. */
  engine?: Engine;
  /** An operation of the API, by its name in the description, or something that happens beside it. */
  call: string | ((past: Past) => Promise<unknown>);
  /** Made anew for each call, and not timed: a call that uses something up gets something fresh. */
  input?(past: Past): Input | Promise<Input>;
  /** Nor is this. */
  undo?(past: Past, input: Input): Promise<unknown>;
}

/** Calls an operation of the API as its route does, and answers the data. */
export async function callApi(past: Past, operation: string, input: Input): Promise<{ id: string }> {
  const route = past.app.routes.find((each) => each.operation === operation);
  if (!route || route.access.kind === 'public') throw new Error(`The API has no operation ${operation}`);
  const handle = route.handle as (context: Context, input: Input) => Promise<{ data: { id: string } }>;
  const answer = await handle(past.context, { path: {}, query: {}, body: {}, ...input });
  return answer?.data;
}

/** The name is that of an operation and, after a comma, what is special here. */
export function caseOf(
  name: string,
  beside: string,
  input: NonNullable<Case['input']>,
  undo?: Case['undo'],
): Case {
  return { name, beside, call: name.split(',')[0] as string, input, ...(undo && { undo }) };
}
