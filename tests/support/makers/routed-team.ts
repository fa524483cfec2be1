// A team with turns to take, and short ways to use it.
import type { NewTeam, Rotation, Team, Turn } from '../server/resources.ts';
import { dataOf, type Node } from '../server/rota.ts';
import { makeThing } from './things.ts';

/** A pool team of three, unless told otherwise. */
export async function makeTeam(node: Node, fields: object = {}, size = 3) {
  const member_ids: string[] = [];
  for (let place = 0; place < size; place += 1) {
    member_ids.push(await makeThing('member', node, node.rawKey));
  }
  const body = { name: 'Sales', member_ids, ...fields };
  const team = dataOf<NewTeam>(await node.post('/api/v1/teams', body));
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
