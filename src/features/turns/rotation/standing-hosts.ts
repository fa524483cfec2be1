import type { Context } from '../../../context.ts';
import type { Reader } from '../../../storage/database.ts';
import { hostsOf } from './candidates.ts';
import { requireFewHosts } from './caps.ts';
import { countEverybody, selectAlwaysApplied } from './queries.ts';
import { type Host, includesEverybody, type RoutedTeam } from './rules.ts';

/** The members of the stack teams that take part in every request, without those who lack a seat. */
export async function findStandingHosts(context: Context, reader: Reader): Promise<Host[]> {
  let hosts: Host[] = [];
  for (const team of await selectAlwaysApplied(reader, context.caller.workspaceId)) {
    await requireFewInTeam(context, reader, team);
    hosts = eachOnce([...hosts, ...(await hostsOf(context, reader, team))]);
    requireFewHosts(context, hosts.length);
  }
  return hosts;
}

/** Counts first: a team of the whole workspace may be too large to read. */
export async function requireFewInTeam(context: Context, reader: Reader, team: RoutedTeam): Promise<void> {
  if (!includesEverybody(team)) return;
  requireFewHosts(context, await countEverybody(reader, context.caller.workspaceId));
}

export function eachOnce<Each extends Host>(hosts: Each[]): Each[] {
  return [...new Map(hosts.map((host) => [host.member_id, host])).values()];
}
