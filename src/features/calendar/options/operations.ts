import type { Context, Services } from '../../../context.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import type { MeetingTime } from '../../../time/intervals.ts';
import { type Sweep, sweepExpired } from '../../../workers/sweeps.ts';
import type { SchedulingSettings } from '../../workspace/scheduling-settings/rules.ts';
import {
  deleteAcceptances,
  deleteExpiredHolds,
  deleteHolds,
  deleteHoldsOf,
  deleteOldest,
  insertAcceptances,
  insertHolds,
  insertOptions,
  selectOptions,
  updateChosen,
  updateOffered,
  updateOneOffered,
} from './queries.ts';
import { HOLD_MS, MAX_OPTIONS, type Option, requireOffered } from './rules.ts';

// Callers lock the request before they change its options, and write the audit entry that says why.

interface Offer {
  request_id: string;
  /** 1 for the first. */
  round: number;
  times: readonly MeetingTime[];
  /** Ids of the members for whom the times are kept free, if the settings say so. */
  hosts: readonly string[];
  settings: Pick<SchedulingSettings, 'hold_options'>;
  /** How many options the request has already. */
  earlier: number;
}

/** Offers these times, in addition to those already offered. */
export async function offerOptions(
  context: Context,
  tx: Transaction,
  { request_id, round, times, hosts, settings, earlier }: Offer,
): Promise<Option[]> {
  const { ids, clock, caller } = context;
  const now = clock.now();
  const options = times.map(
    ({ starts_at, ends_at }): Option => ({
      id: ids('option'),
      request_id,
      starts_at,
      ends_at,
      round,
      status: 'offered',
      accepted_by: [],
    }),
  );
  const excess = earlier + options.length - MAX_OPTIONS;
  if (excess > 0) await deleteOldest(tx, caller.workspaceId, request_id, excess);
  insertOptions(tx, caller.workspaceId, options, now);
  if (settings.hold_options) {
    const holds = options.flatMap(({ id, starts_at, ends_at }) =>
      [...new Set(hosts)].map((member_id) => ({
        option_id: id,
        member_id,
        request_id,
        starts_at,
        ends_at,
        held_until: now + HOLD_MS,
      })),
    );
    insertHolds(tx, caller.workspaceId, holds);
  }
  return options;
}

/** All options that the request has had, up to `MAX_OPTIONS`, in order of round and time. */
export function readOptions({ caller }: Context, reader: Reader, requestId: string): Promise<Option[]> {
  return selectOptions(reader, caller.workspaceId, requestId);
}

/** Withdraws everything that is on offer. A chosen option stays, because it has the time of the meeting. */
export function withdrawOptions(context: Context, tx: Transaction, requestId: string): Promise<void> {
  return withdrawOptionsOf(context, tx, [requestId]);
}

/** The same for many requests. */
export async function withdrawOptionsOf(
  { caller }: Context,
  tx: Transaction,
  requestIds: string[],
): Promise<void> {
  await updateOffered(tx, caller.workspaceId, requestIds);
  await deleteHolds(tx, caller.workspaceId, requestIds);
}

/** Withdraws one option, because its time is taken. False if it was not on offer. */
export async function withdrawOption({ caller }: Context, tx: Transaction, id: string): Promise<boolean> {
  await deleteHoldsOf(tx, caller.workspaceId, id);
  return updateOneOffered(tx, caller.workspaceId, id);
}

/** Marks the option whose time was booked, and withdraws all others. Null if the booked time was never offered. */
export async function markChosen(
  { caller }: Context,
  tx: Transaction,
  requestId: string,
  optionId: string | null,
): Promise<void> {
  await updateChosen(tx, caller.workspaceId, requestId, optionId);
  await deleteHolds(tx, caller.workspaceId, [requestId]);
}

/** Records which of the options on offer work for the participant in this place. Refuses one that is not on offer. */
export async function acceptOptions(
  { caller }: Context,
  tx: Transaction,
  requestId: string,
  place: number,
  optionIds: readonly string[],
): Promise<void> {
  requireOffered(await selectOptions(tx, caller.workspaceId, requestId), optionIds);
  await deleteAcceptances(tx, caller.workspaceId, requestId, place);
  await insertAcceptances(tx, caller.workspaceId, requestId, place, [...new Set(optionIds)]);
}

/** Removes expired holds of all workspaces. Searches ignore them even before that. */
export function sweepHolds({ clock }: Services): Sweep {
  return sweepExpired(clock, 'holds of options', deleteExpiredHolds);
}
