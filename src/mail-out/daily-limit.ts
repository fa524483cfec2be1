// A workspace may have a daily limit for messages. Those above it are put off until the next day (UTC), and keep their order.
import type { Counter } from 'prom-client';
import type { Context } from '../context.ts';
import type { Config } from '../settings/config.ts';
import type { Database, Reader, Transaction } from '../storage/database.ts';
import type { Clock } from '../time/clock.ts';
import { DAY_MS, startOfDay } from '../time/timestamps.ts';
import { type Sweep, sweepExpired } from '../workers/sweeps.ts';
import {
  bringForward,
  countMessages,
  deleteOldDays,
  putOffClaimed,
  putOffWaiting,
  selectDay,
  uncountedKinds,
} from './daily-limit-queries.ts';
import { MESSAGES_DUE } from './enqueue.ts';
import { sweepOutsiderDays } from './outsider-limit.ts';
import type { ClaimedMessage } from './queries.ts';

/**
 * When a limit is raised, at most this many of the messages put off are sent on the same day. The others go the next day, as
 * planned.
 */
const MAX_BROUGHT_FORWARD = 10_000;
/** Longer than the limit needs, for whoever investigates an incident in the database. */
const DAYS_KEPT = 7;

function dayOf(now: number): { start: number; end: number } {
  const start = startOfDay(now);
  return { start, end: start + DAY_MS };
}

/**
 * Returns the claimed messages that are within the limits of their workspaces, and ends the claims of the others. A message
 * counts with its first attempt, not again with a retry. If a node dies between counting and recording, it counts twice.
 */
export function createDailyLimit({ maxMessagesPerDay }: Config, putOff: Counter) {
  const limitOf = ({ messages_per_day }: ClaimedMessage) => messages_per_day ?? maxMessagesPerDay;
  const isLimited = (item: ClaimedMessage) =>
    limitOf(item) > 0 && item.attempts === 0 && !uncountedKinds.includes(item.kind);

  return async (
    database: Database,
    items: ClaimedMessage[],
    claim: { id: string; now: number },
  ): Promise<ClaimedMessage[]> => {
    const limited = Map.groupBy(items.filter(isLimited), ({ workspace_id }) => workspace_id);
    if (limited.size === 0) return items;
    const { now } = claim;
    const { start, end: until } = dayOf(now);
    const late = await database.transaction(async (tx) => {
      const wanted = [...limited].map(([workspace_id, messages]) => ({
        workspace_id,
        wanted: messages.length,
        most: Math.max(...messages.map(limitOf)),
      }));
      const granted = new Map(
        (await countMessages(tx, start, wanted)).map((row) => [row.workspace_id, row.granted]),
      );
      const over = [...limited].flatMap(([id, messages]) => messages.slice(granted.get(id) ?? 0));
      if (over.length === 0) return over;
      await putOffClaimed(tx, over, claim.id, until);
      const lanes = [...new Set(over.map(({ lane }) => lane))];
      putOff.inc(over.length + (await putOffWaiting(tx, lanes, { now, until })));
      // This poll may have found nothing else, and more may be due behind these.
      tx.notify(MESSAGES_DUE);
      return over;
    });
    const lateIds = new Set(late.map(({ id }) => id));
    return items.filter(({ id }) => !lateIds.has(id));
  };
}

/** How many messages the workspace has sent today, and how many wait for tomorrow. */
export function readDay({ caller, clock }: Context, reader: Reader) {
  return selectDay(reader, caller.workspaceId, dayOf(clock.now()));
}

/** After a change of the limit, makes as many of the messages put off until tomorrow due as now fit. 0 is no limit. */
export async function bringForwardMessages(context: Context, tx: Transaction, limit: number): Promise<void> {
  const { caller, clock } = context;
  const now = clock.now();
  const day = dayOf(now);
  const { counted } = await selectDay(tx, caller.workspaceId, day);
  const room = limit === 0 ? MAX_BROUGHT_FORWARD : Math.min(limit - counted, MAX_BROUGHT_FORWARD);
  if (room <= 0) return;
  const count = await bringForward(tx, caller.workspaceId, { putOffUntil: day.end, now, most: room });
  if (count > 0) tx.notify(MESSAGES_DUE);
}

export function sweepMessageDays(clock: Clock): Sweep[] {
  return [
    sweepExpired(clock, 'message days', (tx, now) => deleteOldDays(tx, now - DAYS_KEPT * DAY_MS)),
    sweepOutsiderDays(clock),
  ];
}
