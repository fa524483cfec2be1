// What a node has logged.
import { eventually } from '../makers/webhooks.ts';
import type { WireAnswer } from './http.ts';
import type { Node } from './rota.ts';

export interface Logged {
  msg: string;
  trace_id?: string;
  span_id?: string;
  [field: string]: unknown;
}

/** The lines with this message, in their order. */
export function linesOf({ logLines }: Pick<Node, 'logLines'>, message: string): Logged[] {
  return logLines.map((line) => JSON.parse(line) as Logged).filter(({ msg }) => msg === message);
}

/** The line of a request, which is written once its answer has been sent. */
export function lineOf(node: Pick<Node, 'logLines'>, { headers }: WireAnswer): Promise<Logged> {
  return eventually(async () =>
    linesOf(node, 'request').find(({ request_id }) => request_id === headers['x-request-id']),
  );
}
