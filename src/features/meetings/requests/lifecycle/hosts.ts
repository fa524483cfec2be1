import type { Context, FindLines } from '../../../../context.ts';
import { unavailable } from '../../../../errors.ts';
import { isId } from '../../../../ids.ts';
import type { Transaction } from '../../../../storage/database.ts';
import { findMembers, lockMembers, type MemberRow } from '../../../people/members/operations.ts';
import { selectHosts } from '../queries.ts';
import type { MeetingRequest } from '../rules.ts';
import { lockRequest } from './transitions.ts';

/** Hosts change rarely, and hardly ever twice within one call. */
const MAX_TRIES = 5;

/** The hosts of the request are not those that were locked before it. */
class HostsChanged extends Error {}

/**
 * Runs `work` in a transaction. When the hosts have changed before the request was locked, it runs again, with other locks.
 * The transaction may be a savepoint: rolling back to it releases its locks, too, so that their order stays right.
 */
export async function retryWhenHostsChange<Result>(
  { database }: Context,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  let cause: unknown;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    try {
      return await database.transaction(work);
    } catch (error) {
      if (!(error instanceof HostsChanged)) throw error;
      cause = error;
    }
  }
  throw unavailable(cause, 'the hosts of a meeting request kept changing');
}

/**
 * The lines of calls that lock the hosts of a request, and then the request: one for each of these rows, so that meetings of
 * different people do not wait for each other. Who is locked is decided by the rows themselves.
 */
export const linesOfHosts =
  (requestId: string): FindLines =>
  async ({ database }, workspaceId) => {
    if (!isId('meetingRequest', requestId)) return [];
    const hosts = await selectHosts(database, workspaceId, requestId);
    return [requestId, ...hosts.map(({ member_id }) => member_id)].map((id) => `${workspaceId} ${id}`);
  };

/** Members whose rows are locked, by id. */
export type LockedMembers = ReadonlyMap<string, MemberRow>;

/** For a request without a time: it needs nobody to be free. */
export const noHosts: LockedMembers = new Map();

/** Locks everybody who takes part, and these others. Call it before the request is locked. */
export async function lockHosts(
  context: Context,
  tx: Transaction,
  requestId: string,
  others: string[] = [],
): Promise<LockedMembers> {
  const hosts = await selectHosts(tx, context.caller.workspaceId, requestId);
  const ids = [...hosts.map(({ member_id }) => member_id), ...others];
  return byId(await lockMembers(context, tx, ids));
}

const byId = (members: MemberRow[]) => new Map(members.map((member) => [member.id, member]));

/** A locked request, and everybody who takes part in it. `withHostsLocked` has locked the hosts, too. */
export interface LockedRequest {
  request: MeetingRequest;
  hosts: Hosts;
}

type WithLock = <Result>(
  context: Context,
  id: string,
  work: (tx: Transaction, locked: LockedRequest) => Promise<Result>,
) => Promise<Result>;

/** Locks the hosts of a request, then the request, and runs `work`. */
export const withHostsLocked: WithLock = (context, id, work) =>
  retryWhenHostsChange(context, async (tx) => {
    const members = await lockHosts(context, tx, id);
    const request = await lockRequest(context, tx, id);
    return work(tx, { request, hosts: await hostsAmong(members, context, tx, id) });
  });

/** Locks only the request, and runs `work`. For what takes nobody's time: others can go on with its hosts. */
export const withRequestLocked: WithLock = (context, id, work) =>
  retryWhenHostsChange(context, async (tx) => {
    const request = await lockRequest(context, tx, id);
    const rows = await selectHosts(tx, context.caller.workspaceId, id);
    const ids = rows.map(({ member_id }) => member_id);
    const members = await findMembers(context, tx, ids);
    return work(tx, { request, hosts: hostsFrom(ids, byId(members)) });
  });

export interface Hosts {
  /** While the organizer is handing over, the successor. */
  organizer: MemberRow;
  /** Of stack teams, deactivated members too. The organizer may be one of them. */
  team: MemberRow[];
}

/** The hosts of a request that is locked by now. All of them must have been locked, or read, before. */
export async function hostsAmong(
  locked: LockedMembers,
  { caller }: Context,
  tx: Transaction,
  requestId: string,
): Promise<Hosts> {
  const hosts = await selectHosts(tx, caller.workspaceId, requestId);
  return hostsFrom(
    hosts.map(({ member_id }) => member_id),
    locked,
  );
}

function hostsFrom(ids: string[], known: LockedMembers): Hosts {
  const [organizer, ...team] = ids.map((id) => {
    const member = known.get(id);
    if (!member) throw new HostsChanged();
    return member;
  });
  return { organizer: organizer as MemberRow, team };
}

/** Everybody who takes part, each once, the organizer first. */
export function everyHost({ organizer, team }: Hosts): MemberRow[] {
  return [organizer, ...team.filter(({ id }) => id !== organizer.id)];
}
