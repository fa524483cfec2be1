// People of the workspace and the teams they are in, made and read through the API.
import assert from 'node:assert/strict';
import type { AuditEntry, Member, Membership, Page, Team } from '../server/resources.ts';
import { dataOf, type Node } from '../server/rota.ts';

export type { Member, Membership, Team };
export type MemberList = Page<Member>;
export type Entry = Pick<AuditEntry, 'action' | 'target' | 'changes'>;

export const MEMBERS = '/api/v1/workspace_members';
export const TEAMS = '/api/v1/teams';

const SECOND_MS = 1_000;
/** Starts at four digits, so that addresses sort in the order of creation. */
let people = 1_000;

/** The clock's time, `ahead` milliseconds from now, as the API writes it. */
export const timeOf = (node: Node, ahead = 0) => new Date(node.clock.now() + ahead).toISOString();

export async function createMember(node: Node, body: object, key = node.rawKey): Promise<Member> {
  return dataOf(await node.post(MEMBERS, body, { key }));
}

/** A new person of the workspace, whose email nobody else has. */
export function makeMember(node: Node, name: string | null = null, key = node.rawKey): Promise<Member> {
  return createMember(node, { email: `person-${++people}@example.com`, name }, key);
}

/** The full body of a list of members. */
export async function listMembers(node: Node, query = '', key = node.rawKey): Promise<MemberList> {
  const answer = await node.get(`${MEMBERS}${query}`, { key });
  assert.equal(answer.status, 200, answer.text);
  return answer.body as MemberList;
}

export async function deactivate(node: Node, member: { id: string }): Promise<Member> {
  return dataOf(await node.post(`${MEMBERS}/${member.id}/deactivate`));
}

export async function reactivate(node: Node, member: { id: string }): Promise<Member> {
  return dataOf(await node.post(`${MEMBERS}/${member.id}/reactivate`));
}

/** A new pool team with these people in it; they join in this order, a second apart. */
export async function makeTeam<const Members extends readonly Member[]>(
  node: Node,
  members: Members,
): Promise<[Team, ...{ [Place in keyof Members]: Membership }]> {
  const team = dataOf<Team>(await node.post(TEAMS, { name: 'Sales' }));
  const memberships: Membership[] = [];
  for (const member of members) {
    memberships.push(await addToTeam(node, team, member));
    node.clock.advance(SECOND_MS);
  }
  return [team, ...(memberships as { [Place in keyof Members]: Membership })];
}

export async function addToTeam(node: Node, team: { id: string }, member: Member): Promise<Membership> {
  return dataOf(await node.post(`${TEAMS}/${team.id}/members`, { workspace_membership_id: member.id }));
}

export async function readTeam(node: Node, team: { id: string }): Promise<Team> {
  return dataOf(await node.get(`${TEAMS}/${team.id}`));
}

/** The membership as its team shows it. */
export async function readMembership(
  node: Node,
  { team_id, id }: Membership,
): Promise<Membership | undefined> {
  return (await readTeam(node, { id: team_id })).members.find((membership) => membership.id === id);
}

export const pathOf = ({ team_id, id }: Membership) => `${TEAMS}/${team_id}/members/${id}`;

/** Lets the team's rotation choose somebody. Returns the id of the membership. */
export async function takeTurn(node: Node, team: { id: string }): Promise<string> {
  const turn = dataOf<{ team_membership_id: string }>(await node.post(`${TEAMS}/${team.id}/assignments`));
  return turn.team_membership_id;
}

/** The audit entries about this id, oldest first, except for what Rota does with a request on its own. */
export async function entriesAbout(node: Node, id: string): Promise<Entry[]> {
  const found = dataOf<AuditEntry[]>(await node.get(`/api/v1/audit_log?limit=100&target_id=${id}`));
  return found
    .filter(({ actor }) => actor.id !== 'scheduling')
    .map(({ action, target, changes }) => ({ action, target, changes }))
    .reverse();
}
