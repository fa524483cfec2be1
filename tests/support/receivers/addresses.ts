// Names that resolve to whatever a test says, receivers at these addresses, and the recorded results of attempts.
import assert from 'node:assert/strict';
import { isIP, type Socket } from 'node:net';
import { timeOf } from '../makers/team-members.ts';
import { createEndpoint, tryOnce } from '../makers/webhooks.ts';
import type { DeliveryWithLog, LoggedAttempt } from '../server/resources.ts';
import type { Node } from '../server/rota.ts';

/** The result of a look-up: addresses, at once or later, or an error. */
type LookedUp = string[] | Promise<string[]> | Error;

/** Replaces the machine's own look-ups. */
export class Names {
  readonly #answers = new Map<string, LookedUp[]>();
  readonly #asked = new Map<string, number>();

  /** Sets the results of successive look-ups of the name. Further ones fail. */
  set(name: string, ...answers: LookedUp[]): void {
    this.#answers.set(name, answers);
    this.#asked.set(name, 0);
  }

  /** How often the name has been looked up. */
  lookups(name: string): number {
    return this.#asked.get(name) ?? 0;
  }

  resolve = async (name: string) => {
    this.#asked.set(name, this.lookups(name) + 1);
    const answer = (await this.#answers.get(name)?.shift()) ?? new Error(`${name} was not to be looked up`);
    if (answer instanceof Error) throw answer;
    return answer.map((address) => ({ address, family: isIP(address) }));
  };
}

/** A receiver that answers each connection with the next of these statuses, and closes it. */
export function closingWith(...statuses: number[]): (socket: Socket) => void {
  return (socket) =>
    socket.end(`HTTP/1.1 ${statuses.shift()} So\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

export type Result = Pick<LoggedAttempt, 'response_code' | 'response_body' | 'error'>;

export const answered = (response_code: number): Result => ({
  response_code,
  response_body: '',
  error: null,
});

/** The result if nothing was sent, for this reason. */
export const unsent = (error: string): Result => ({ response_code: null, response_body: null, error });

/** Doesn't reveal the address to whoever chose the name. */
export const refused = unsent('not sent: not a public address');

export const resultsOf = ({ attempt_log }: DeliveryWithLog): Result[] =>
  attempt_log.map(({ response_code, response_body, error }) => ({ response_code, response_body, error }));

/** Sends a test event there, once. The clock stands still, so it takes no time. */
export async function assertResult(node: Node, url: string, outcome: Result): Promise<void> {
  const { id } = await createEndpoint(node, url);
  const { status, response_code, attempt_log } = await tryOnce(node, id);
  const attempt = { number: 1, started_at: timeOf(node), duration_ms: 0, ...outcome };
  assert.deepEqual(
    { status, response_code, attempt_log },
    {
      status: outcome.response_code === 200 ? 'success' : 'pending',
      response_code: outcome.response_code,
      attempt_log: [attempt],
    },
  );
}
