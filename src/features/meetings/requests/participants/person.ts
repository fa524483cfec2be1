// One person's requests, found by their address: for an erasure, and for a mail that names no request.
import type { Context } from '../../../../context.ts';
import { dropMessagesTo } from '../../../../mail-out/enqueue.ts';
import type { Reader, Transaction } from '../../../../storage/database.ts';
import { within } from '../../../../storage/within.ts';
import { foldEmail } from '../../../../text/emails.ts';
import { cancelRequest } from '../lifecycle/times.ts';
import {
  selectFirstOfPerson,
  selectOpenAt,
  selectOpenOfPerson,
  selectPlacesOfPerson,
} from './person-queries.ts';

/** Open requests are counted up to this. */
export const MAX_OPEN_COUNT = 1_000;

/** How many of their requests are active, paused, or booked and not over. */
export async function countOpenOf(
  { caller, clock }: Context,
  reader: Reader,
  email: string,
): Promise<number> {
  const rows = await selectOpenOfPerson(
    reader,
    caller.workspaceId,
    foldEmail(email),
    clock.now(),
    MAX_OPEN_COUNT,
  );
  return rows.length;
}

/**
 * Their requests of a team that are active, paused, or booked and not over, the newest first. Also the one with the id `known`,
 * whatever became of it.
 */
export function findOpenAt(
  { caller, clock }: Context,
  reader: Reader,
  email: string,
  which: { team_id: string; known: string | null; limit: number },
) {
  return selectOpenAt(reader, caller.workspaceId, foldEmail(email), { ...which, now: clock.now() });
}

/** Cancels their oldest open request, and tells everybody else. False if there is none. */
export async function cancelNextOf(context: Context, tx: Transaction, email: string): Promise<boolean> {
  const { caller, clock } = context;
  const [next] = await selectOpenOfPerson(tx, caller.workspaceId, foldEmail(email), clock.now(), 1);
  if (!next) return false;
  await cancelRequest({ ...context, database: within(tx) }, next.request_id, { notify: true });
  await dropMessagesTo(context, tx, next.request_id, next.place, 'not sent: the recipient was erased');
  return true;
}

/** One of the requests that they take part in, and their place there. */
export function findRequestOf({ caller }: Context, reader: Reader, email: string) {
  return selectFirstOfPerson(reader, caller.workspaceId, foldEmail(email));
}

/** Their place in each of these requests that they take part in. */
export async function findPlacesOf({ caller }: Context, reader: Reader, ids: string[], email: string) {
  const rows = await selectPlacesOfPerson(reader, caller.workspaceId, ids, foldEmail(email));
  return new Map(rows.map(({ request_id, place }) => [request_id, place]));
}
