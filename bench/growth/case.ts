import type { Context } from '../../src/context.ts';
import type { Engine } from '../rota.ts';
import type { Past } from './past.ts';

/** The input of an operation of the API. */
export interface Input {
  path?: Record<string, string>;
  query?: object;
  body?: object;
  bytes?: Uint8Array;
}

/** A call that must not take longer with history. */
export interface Case {
  name: string;
  /** What the history consists of, in words. */
  beside: string;
  /** Set if the case runs on one engine only. */
  engine?: Engine;
  /** The operation id in the API description, or other work. */
  call: string | ((past: Past) => Promise<unknown>);
  /** Runs before each call, not timed: makes a new thing for calls that use one up. */
  input?(past: Past): Input | Promise<Input>;
  /** Not timed. */
  undo?(past: Past, input: Input): Promise<unknown>;
}

/** Calls an operation as its route does, and returns the data. */
export async function callApi(past: Past, operation: string, input: Input): Promise<{ id: string }> {
  const route = past.app.routes.find((each) => each.operation === operation);
  if (!route || route.access.kind === 'public') throw new Error(`The API has no operation ${operation}`);
  const handle = route.handle as (context: Context, input: Input) => Promise<{ data: { id: string } }>;
  const operator = { type: 'operator', id: 'bench' } as const;
  const caller = { ...past.context, clientAddress: '127.0.0.1', operator };
  const answer = await handle(caller, { path: {}, query: {}, body: {}, ...input });
  return answer?.data;
}

/** The name is the operation and, after a comma, what is special about the case. */
export function caseOf(
  name: string,
  beside: string,
  input: NonNullable<Case['input']>,
  undo?: Case['undo'],
): Case {
  return { name, beside, call: name.split(',')[0] as string, input, ...(undo && { undo }) };
}
