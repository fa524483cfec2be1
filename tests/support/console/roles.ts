// People of every role, and things that are theirs or not, to test what each may do in the console.
import assert from 'node:assert/strict';
import type { IdKind } from '../../../src/ids.ts';
import { createCalendar } from '../makers/calendars.ts';
import { makeConnectedAccount } from '../makers/connected-calendars.ts';
import { makeRequest } from '../makers/meeting-requests.ts';
import { createMember, type Member, makeMember, TEAMS } from '../makers/team-members.ts';
import { makeThing, type Things } from '../makers/things.ts';
import type { Team } from '../server/resources.ts';
import { dataOf, type Node } from '../server/rota.ts';
import { type SignedIn, signedIn } from './signed-in.ts';

/** From the fewest permissions to the most. `foreigner` is an admin of another workspace. */
export const roles = ['foreigner', 'outsider', 'other_manager', 'member', 'manager', 'admin'] as const;
export type Role = (typeof roles)[number];

export interface People {
  members: Record<Role, Member>;
  browsers: Record<Role, SignedIn>;
  /** The key and the id of the workspace of the foreigner. */
  foreign: { id: string; rawKey: string };
}

export async function makePeople(node: Node): Promise<People> {
  const foreign = await node.otherWorkspace();
  const admin = { role: 'admin' };
  const members: Record<Role, Member> = {
    foreigner: await createMember(node, { email: 'foreigner@example.net', ...admin }, foreign.rawKey),
    outsider: await makeMember(node, 'Olga Outsider'),
    other_manager: await makeMember(node, 'Otto Other'),
    member: await makeMember(node, 'Mia Member'),
    manager: await makeMember(node, 'Max Manager'),
    admin: await createMember(node, { email: 'admin@example.com', name: 'Ada Admin', ...admin }),
  };
  const browsers = {} as Record<Role, SignedIn>;
  for (const role of roles) {
    browsers[role] = await signedIn(
      node,
      members[role],
      role === 'foreigner' ? foreign.id : node.workspaceId,
    );
  }
  return { members, browsers, foreign };
}

/** A team with the first as its manager and the others in it. */
export async function makeTeamOf(
  node: Node,
  [manager, ...others]: Member[],
  fields: object = {},
): Promise<Team> {
  const ids = [manager, ...others].map((each) => (each as Member).id);
  const team = dataOf<Team>(await node.post(TEAMS, { name: 'Sales', member_ids: ids, ...fields }));
  const place = placeOf(team, manager as Member);
  dataOf(await node.patch(`${TEAMS}/${team.id}/members/${place}`, { role: 'manager' }));
  return team;
}

export function placeOf(team: Team, member: { id: string }): string {
  const found = team.members.find(({ workspace_membership_id }) => workspace_membership_id === member.id);
  assert.ok(found);
  return found.id;
}

/** Whether things belong to the member and the manager's team, or to neither. */
export type Side = 'ours' | 'theirs';

/**
 * Makes what a path names, each thing inside the one before it. They are new each time, because a form may change or delete them. Only
 * people are reused, except for somebody whom an admin acts on.
 */
export async function makeFor(
  node: Node,
  { members, browsers }: People,
  kinds: readonly IdKind[],
  { role, side }: { role: Role; side: Side },
): Promise<Things> {
  const [manager, member] =
    side === 'ours' ? [members.manager, members.member] : [members.other_manager, members.outsider];
  const things: Things = {};
  for (const kind of kinds) things[kind] = await make(kind);
  return things;

  async function make(kind: IdKind): Promise<string> {
    if (kind === 'member') return role === 'admin' ? (await makeMember(node)).id : member.id;
    if (kind === 'team') return (await makeTeamOf(node, [manager, member])).id;
    if (kind === 'meetingType') {
      const team = await makeTeamOf(node, [manager, member]);
      const body = { name: 'Product demo', team_id: team.id };
      return dataOf<{ id: string }>(await node.post('/api/v1/meeting_types', body)).id;
    }
    if (kind === 'membership') {
      const team = dataOf<Team>(await node.get(`${TEAMS}/${things.team}`));
      return placeOf(team, member);
    }
    if (kind === 'meetingRequest') {
      const team = await makeTeamOf(node, [manager, member], { mode: 'manual' });
      const fields = { team_id: team.id, organizer_email: member.email };
      return (await makeRequest(node, fields)).id;
    }
    if (kind === 'calendar') {
      const whose = things.member as string;
      // A member may have only some.
      await node.services.database.change('delete from calendars where member_id = $1', [whose]);
      // Nothing listens there.
      const fields = { type: 'ics', url: 'http://127.0.0.1:1/basic.ics' };
      return (await createCalendar(node, fields, { member: { id: whose } })).id;
    }
    if (kind === 'calendarConnection') {
      const whose = things.member as string;
      for (const table of ['calendars', 'calendar_connections'])
        await node.services.database.change(`delete from ${table} where member_id = $1`, [whose]);
      return (await makeConnectedAccount(node, { id: whose })).id;
    }
    if (kind === 'session') {
      const whose = side === 'theirs' ? members.outsider : members[role];
      if (role === 'foreigner') return browsers.member.sessionId;
      return (await signedIn(node, whose)).sessionId;
    }
    return makeThing(kind, node, node.rawKey, things);
  }
}

/** Long enough to stay below the rate limits of forms and pages, and short enough for the session to outlast them all. */
export const PAUSE_MS = 2_000;
