// The team routes, called from one workspace. Calls made through here must succeed; tests of refusals call the route themselves.
import assert from 'node:assert/strict';
import type { AuditEntry, ListedTeam, Member, Membership, NewTeam, Page, Team } from '../server/resources.ts';
import { dataOf, type Node } from '../server/rota.ts';

export type { ListedTeam, Member, Membership, NewTeam, Team };
export type TeamList = Page<ListedTeam>;

export const TEAMS = '/api/v1/teams';

export class TeamRoutes {
  readonly node: Node;
  readonly key: string;

  constructor(node: Node, key: string) {
    this.node = node;
    this.key = key;
  }

  async create(body: object): Promise<NewTeam> {
    return dataOf(await this.node.post(TEAMS, body, { key: this.key }));
  }

  async show(id: string): Promise<Team> {
    return dataOf(await this.node.get(`${TEAMS}/${id}`, { key: this.key }));
  }

  async update(id: string, body?: object): Promise<Team> {
    return dataOf(await this.node.patch(`${TEAMS}/${id}`, body, { key: this.key }));
  }

  async deactivate(id: string): Promise<Team> {
    return dataOf(await this.node.post(`${TEAMS}/${id}/deactivate`, undefined, { key: this.key }));
  }

  /** `query` as in `active=true&limit=2`. */
  async list(query = 'limit=100'): Promise<TeamList> {
    const answer = await this.node.get(`${TEAMS}?${query}`, { key: this.key });
    assert.equal(answer.status, 200, answer.text);
    return answer.body as TeamList;
  }

  /** The names in the list, which explain a failed comparison better than ids. */
  async names(query?: string): Promise<string[]> {
    return (await this.list(query)).data.map((team) => team.name);
  }

  /** Ids of the teams that mail to the address reaches, according to the list. */
  async reachedBy(address: string): Promise<string[]> {
    const { data, meta } = await this.list(`email_address=${encodeURIComponent(address)}`);
    assert.deepEqual(meta, { limit: 25, has_more: false, next_cursor: null });
    return data.map((team) => team.id);
  }

  /** A new workspace member, whose email is the name in lower case. */
  async member(name: string): Promise<Member> {
    const body = { name, email: `${name.toLowerCase()}@example.com` };
    return dataOf(await this.node.post('/api/v1/workspace_members', body, { key: this.key }));
  }

  async deactivateMember(id: string): Promise<void> {
    dataOf(await this.node.post(`/api/v1/workspace_members/${id}/deactivate`, undefined, { key: this.key }));
  }

  async addMember(teamId: string, memberId: string): Promise<Membership> {
    const body = { workspace_membership_id: memberId };
    return dataOf(await this.node.post(`${TEAMS}/${teamId}/members`, body, { key: this.key }));
  }

  async pause(membership: Membership): Promise<void> {
    const path = `${TEAMS}/${membership.team_id}/members/${membership.id}/pause`;
    dataOf(await this.node.post(path, undefined, { key: this.key }));
  }

  async setHandle(handle: string | null): Promise<void> {
    dataOf(await this.node.patch('/api/v1/workspace', { handle }, { key: this.key }));
  }

  /** The id of the key that makes these calls. */
  async callerId(): Promise<string | undefined> {
    return dataOf<{ id: string }[]>(await this.node.get('/api/v1/api_keys', { key: this.key }))[0]?.id;
  }

  /** Newest first, about one thing or the whole workspace. */
  async audit(targetId?: string): Promise<AuditEntry[]> {
    const about = targetId === undefined ? '' : `&target_id=${targetId}`;
    return dataOf(await this.node.get(`/api/v1/audit_log?limit=100${about}`, { key: this.key }));
  }

  /** What the newest entry about the team says, and how many there are. */
  async lastChange(id: string): Promise<{ count: number; action?: string; changes?: AuditEntry['changes'] }> {
    const entries = await this.audit(id);
    return { count: entries.length, action: entries[0]?.action, changes: entries[0]?.changes };
  }

  /** The teams and the audit log, to compare before and after something that must change nothing. */
  async everything(): Promise<unknown> {
    const { data } = await this.list();
    return { teams: await Promise.all(data.map(({ id }) => this.show(id))), audit: await this.audit() };
  }

  now(): string {
    return new Date(this.node.clock.now()).toISOString();
  }
}

/** Works in a new workspace, so that other tests' teams aren't in its lists and don't take its slugs. */
export async function inNewWorkspace(node: Node, handle: string | null = null): Promise<TeamRoutes> {
  const { rawKey } = await node.otherWorkspace(handle);
  return new TeamRoutes(node, rawKey);
}
