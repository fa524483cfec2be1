import type { Context, FindLines, Services } from '../../../../context.ts';
import { unavailable } from '../../../../errors.ts';
import { isId } from '../../../../ids.ts';
import type { Transaction } from '../../../../storage/database.ts';
import {
  findMembers,
  lockMembers,
  type MemberRow,
  readIdOfEmail,
} from '../../../people/members/operations.ts';
import { readOwnerOfType } from '../../meeting-types/operations.ts';
import { selectHosts } from '../queries.ts';
import type { MeetingRequest } from '../rules.ts';
import { lockRequest } from './transitions.ts';

/** Hosts rarely change, and hardly ever twice during one call. */
const MAX_TRIES = 5;

/** The hosts changed after they were locked and before the request was. */
class HostsChanged extends Error {}

/**
 * Runs `work` in a transaction. If the hosts changed before the request was locked, runs it again with the right locks. The
 * transaction may be a savepoint: rolling back to it releases its locks, too, so that they are always taken in the right order.
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
 * The lines for calls that lock the hosts of a request and then the request: one for each of these rows, so that meetings of
 * different people don't wait for each other. The rows themselves still decide who is locked.
 */
export const linesOfHosts =
  (requestId: string): FindLines =>
  async ({ database }, workspaceId) => {
    if (!isId('meetingRequest', requestId)) return [];
    const hosts = await selectHosts(database, workspaceId, requestId);
    return [requestId, ...hosts.map(({ member_id }) => member_id)].map((id) => `${workspaceId} ${id}`);
  };

/**
 * A new request waits for its team, or for the member whose type it is. Another one waits for its organizer if it is for a chosen time:
 * it takes theirs. The input is unchecked.
 */
export const linesOfNew =
  (input: Record<string, unknown>): FindLines =>
  async (services, workspaceId) => {
    const row = await rowOfNew(services, workspaceId, input);
    return row ? [`${workspaceId} ${row}`] : [];
  };

async function rowOfNew(
  { database }: Services,
  workspaceId: string,
  { team_id, meeting_type_id, organizer_email, starts_at }: Record<string, unknown>,
): Promise<string | undefined> {
  if (typeof team_id === 'string' && team_id !== '') return team_id;
  if (typeof meeting_type_id === 'string' && isId('meetingType', meeting_type_id))
    return readOwnerOfType(database, workspaceId, meeting_type_id);
  if (typeof starts_at === 'string' && typeof organizer_email === 'string')
    return readIdOfEmail(database, workspaceId, organizer_email);
  return undefined;
}

/** Members whose rows are locked, by id. */
export type LockedMembers = ReadonlyMap<string, MemberRow>;

/** For a request without a time: nobody has to be free. */
export const noHosts: LockedMembers = new Map();

/** Locks all hosts and these others. Call it before the request is locked. */
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

/** A locked request and its hosts. With `withHostsLocked`, the hosts are locked, too. */
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

/** Locks only the request, and runs `work`. For work that takes nobody's time, so others can go on with its hosts. */
export const withRequestLocked: WithLock = (context, id, work) =>
  retryWhenHostsChange(context, async (tx) => {
    const request = await lockRequest(context, tx, id);
    const rows = await selectHosts(tx, context.caller.workspaceId, id);
    const ids = rows.map(({ member_id }) => member_id);
    const members = await findMembers(context, tx, ids);
    return work(tx, { request, hosts: hostsFrom(ids, byId(members)) });
  });

export interface Hosts {
  /** During a hand-over, the successor. */
  organizer: MemberRow;
  /** Hosts from stack teams, including deactivated members. The organizer may be one of them. */
  team: MemberRow[];
}

/** The hosts of a request that is now locked. All of them must have been locked or read before. */
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

/** All hosts, each once, the organizer first. */
export function everyHost({ organizer, team }: Hosts): MemberRow[] {
  return [organizer, ...team.filter(({ id }) => id !== organizer.id)];
}
