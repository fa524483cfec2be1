// Who gets requests: their turns, their hosts, and a workspace without other tests' teams.
import assert from 'node:assert/strict';
import type { WireAnswer } from '../server/http.ts';
import type { ListedTurn, MeetingRequest, Member, NewTeam, Turn } from '../server/resources.ts';
import { dataOf, Node } from '../server/rota.ts';
import { REQUESTS } from './meeting-requests.ts';
import { MEMBERS, makeMember, TEAMS } from './team-members.ts';

/** The turns of the team, newest first. */
export async function turnsOf(node: Node, team: { id: string }): Promise<ListedTurn[]> {
  return dataOf(await node.get(`/api/v1/teams/${team.id}/assignments?limit=100`));
}

/** The turn with its candidates. */
export async function readTurn(node: Node, turn: Pick<ListedTurn, 'id' | 'team_id'>): Promise<Turn> {
  return dataOf(await node.get(`/api/v1/teams/${turn.team_id}/assignments/${turn.id}`));
}

/** Where a request went: its team, its organizer, its hosts. */
export const routeOf = ({ team_id, organizer_email, host_emails }: MeetingRequest) => ({
  team_id,
  organizer_email,
  host_emails,
});

/** The same server with a key of a new workspace, because a team that always applies would affect other tests. */
export async function inNewWorkspace(node: Node): Promise<Node> {
  const { id, rawKey } = await node.otherWorkspace();
  return new Node({ ...node, rawKey, workspaceId: id });
}

export const emailsOf = (people: readonly { email: string }[]) => people.map(({ email }) => email);

type People<Count extends number, Made extends Member[] = []> = Made['length'] extends Count
  ? Made
  : People<Count, [...Made, Member]>;

/** New people of the workspace, the oldest first. */
export async function makePeople<const Count extends number>(node: Node, count: Count) {
  const people: Member[] = [];
  while (people.length < count) people.push(await makeMember(node));
  return people as People<Count>;
}

/** A team of these people, a pool by default. */
export async function makeTeamOf(
  node: Node,
  people: readonly { id: string }[],
  fields: object = {},
): Promise<NewTeam> {
  const member_ids = people.map(({ id }) => id);
  return dataOf(await node.post(TEAMS, { name: 'Sales', member_ids, ...fields }));
}

/** A new request to this organizer or team. */
export const askOn = (node: Node, to: object) =>
  node.post(REQUESTS, { participant_emails: ['guest@example.org'], ...to });

export const deactivateOn = (node: Node, { id }: Member, successor?: Member) =>
  node.post(`${MEMBERS}/${id}/deactivate`, { transfer_to: successor?.email });

/** Checks for a refusal with 422, which depends on what is in the database. */
export function assertInvalid({ status, body }: WireAnswer, message: string): void {
  const expected = { status: 422, body: { error: { type: 'validation_error', message } } };
  assert.deepEqual({ status, body }, expected);
}
