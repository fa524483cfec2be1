// The search for a time: offers, answers, and the messages about them.
import { DAY_MS, HOUR_MS } from '../../../src/time/timestamps.ts';
import { untilIdle } from '../server/idle.ts';
import type { ShownMeetingRequest } from '../server/resources.ts';
import { dataOf, type Node } from '../server/rota.ts';
import { makeRequest, REQUESTS } from './meeting-requests.ts';

export { untilIdle };
export type Shown = ShownMeetingRequest;

export async function showRequest(node: Node, id: string): Promise<Shown> {
  return dataOf(await node.get(`${REQUESTS}/${id}`));
}

/** A request, once its first times are offered. */
export async function makeOffered(node: Node, fields: object = {}): Promise<Shown> {
  const { id } = await makeRequest(node, fields);
  await untilIdle(node);
  return showRequest(node, id);
}

/** Advances the clock, and waits until everything that became due is done. */
export async function passTime(node: Node, ms: number): Promise<void> {
  node.clock.advance(ms);
  await untilIdle(node);
}

/** Advances the clock to ten o'clock on the next Monday, in UTC. */
export async function untilMonday(node: Node): Promise<void> {
  const now = node.clock.now();
  const midnight = now - (now % DAY_MS);
  const days = (8 - new Date(midnight).getUTCDay()) % 7 || 7;
  await passTime(node, midnight + days * DAY_MS + 10 * HOUR_MS - now);
}

export const offeredIn = ({ options }: Shown) => options.filter(({ status }) => status === 'offered');
export const startsOf = (options: Shown['options']) => options.map(({ starts_at }) => starts_at);

/** Answers that these options work for the participant; without any, that none does. */
export function answer(node: Node, id: string, participant_email: string, option_ids: string[] = []) {
  const body = option_ids.length > 0 ? { option_ids } : { none_work: true };
  return node.post(`${REQUESTS}/${id}/answer`, { participant_email, ...body });
}

export async function answered(...given: Parameters<typeof answer>): Promise<Shown> {
  return dataOf(await answer(...given));
}

export interface Written {
  kind: string;
  recipient_address: string;
  status: string;
  text: string;
  created_at: number;
}

/** The messages about a request, the oldest first. */
export function messagesAbout({ services }: Pick<Node, 'services'>, id: string): Promise<Written[]> {
  return services.database.all<Written>(
    `select kind, recipient_address, status, text, created_at from messages where request_id = $1 and direction = 'out' order by id`,
    [id],
  );
}

/** How many messages of each kind were written to each address: `options to guest@example.org`. */
export async function writtenAbout(node: Pick<Node, 'services'>, id: string): Promise<string[]> {
  const messages = await messagesAbout(node, id);
  return messages.map(({ kind, recipient_address }) => `${kind} to ${recipient_address}`);
}
