// A team with turns to take, and short ways to use it.
import { dataOf, type Node } from './rota.ts';
import { makeThing } from './things.ts';

export interface Entry {
  place: number | null;
  eligible: boolean;
  team_membership_id: string | null;
  workspace_membership_id: string;
  email: string;
  name: string | null;
  status: string;
  paused_until: string | null;
  last_turn: { number: number; assigned_at: string } | null;
  turns_last_30_days: number;
}

export interface Rotation {
  team_id: string;
  mode: string;
  active: boolean;
  queue: Entry[];
}

export interface Turn {
  id: string;
  number: number;
  workspace_membership_id: string;
  team_membership_id: string | null;
  reason: string;
  candidates: { status: string; last_turn: number | null }[];
  created_at: string;
}

export interface Team {
  id: string;
  members: { id: string; workspace_membership_id: string; email: string }[];
  next_assignee: { id: string } | null;
}

/** A pool team of three, unless told otherwise. */
export async function makeTeam(node: Node, fields: object = {}, size = 3) {
  const member_ids: string[] = [];
  for (let place = 0; place < size; place += 1) {
    member_ids.push(await makeThing('member', node, node.rawKey));
  }
  const body = { name: 'Sales', member_ids, ...fields };
  const team = dataOf<Team>(await node.post('/api/v1/teams', body));
  const path = `/api/v1/teams/${team.id}`;
  return {
    ...team,
    path,
    memberIds: member_ids,
    membershipIds: team.members.map(({ id }) => id),
    assign: async () => dataOf<Turn>(await node.post(`${path}/assignments`)),
    rotation: async () => dataOf<Rotation>(await node.get(`${path}/rotation`)),
    show: async () => dataOf<Team>(await node.get(path)),
  };
}
