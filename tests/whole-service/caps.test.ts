// Each cap refuses one more, also of many at once, and leaves alone what exists already.
import assert from 'node:assert/strict';
import { describe, test } from '../support/lanes.ts';
import { makeManyMembers } from '../support/makers/many-members.ts';
import {
  askOn,
  assertInvalid,
  emailsOf,
  inNewWorkspace,
  makePeople,
} from '../support/makers/routed-requests.ts';
import {
  addToTeam,
  deactivate,
  MEMBERS,
  makeMember,
  reactivate,
  TEAMS,
} from '../support/makers/team-members.ts';
import { assertRefused } from '../support/server/refusal.ts';
import type { MeetingRequest, NewTeam, Turn } from '../support/server/resources.ts';
import { dataOf, Node, onBothEngines, startTwoNodes } from '../support/server/rota.ts';

const KEYS = '/api/v1/api_keys';
const ENDPOINTS = '/api/v1/webhook_endpoints';
const CAP = 3;
const environment = {
  ROTA_MAX_MEMBERS: `${CAP}`,
  ROTA_MAX_TEAMS: `${CAP}`,
  ROTA_MAX_API_KEYS: `${CAP}`,
  ROTA_MAX_WEBHOOK_ENDPOINTS: `${CAP}`,
};
let made = 0;

/** Makes one more of each kind that is capped in a workspace. */
const more = {
  members: (node: Node) => node.post(MEMBERS, { email: `one-more-${++made}@example.com` }),
  teams: (node: Node) => node.post(TEAMS, { name: 'One more' }),
  keys: (node: Node) => node.post(KEYS, { name: 'One more' }),
  endpoints: (node: Node) =>
    node.post(ENDPOINTS, { url: 'http://127.0.0.1:1/', events: ['member.deactivated'] }),
};
const full = (of: string, makeRoom: string) =>
  `The workspace has reached its limit of ${CAP} ${of}: ${makeRoom}, or ask whoever runs the service for more`;
const messages: Record<keyof typeof more, string> = {
  members: full('active members', 'deactivate one'),
  teams: full('active teams', 'deactivate one'),
  keys: full('API keys', 'revoke one'),
  endpoints: full('webhook endpoints', 'delete one'),
};

/** A workspace at its cap of this kind. The ids are without that of its first key. */
async function makeFull(node: Node, kind: keyof typeof more) {
  const inside = await inNewWorkspace(node);
  const ids: string[] = [];
  for (let count = kind === 'keys' ? 1 : 0; count < CAP; count += 1) {
    ids.push(dataOf<{ id: string }>(await more[kind](inside)).id);
  }
  return { inside, ids: ids as [string, ...string[]], oneMore: () => more[kind](inside) };
}

onBothEngines(
  'A workspace at its caps',
  (node) => {
    for (const kind of Object.keys(more) as (keyof typeof more)[]) {
      test(`422: one more, of its ${kind}`, async () => {
        const { oneMore } = await makeFull(node(), kind);
        await assertRefused(node(), [[oneMore, 'validation_error', messages[kind]]]);
      });
    }

    test('a deactivated member makes room, and comes back when there is room again', async () => {
      const { inside, ids, oneMore } = await makeFull(node(), 'members');
      const [first, second] = ids.map((id) => ({ id })) as [{ id: string }, { id: string }];
      await deactivate(inside, first);
      assert.equal((await oneMore()).status, 201);
      const back = () => inside.post(`${MEMBERS}/${first.id}/reactivate`);
      await assertRefused(node(), [[back, 'validation_error', messages.members]]);
      await deactivate(inside, second);
      assert.equal((await reactivate(inside, first)).deactivated_at, null);
    });

    test('a deactivated team makes room, and comes back when there is room again', async () => {
      const { inside, ids, oneMore } = await makeFull(node(), 'teams');
      await inside.post(`${TEAMS}/${ids[0]}/deactivate`);
      assert.equal((await oneMore()).status, 201);
      const back = () => inside.post(`${TEAMS}/${ids[0]}/reactivate`);
      await assertRefused(node(), [[back, 'validation_error', messages.teams]]);
      await inside.post(`${TEAMS}/${ids[1]}/deactivate`);
      assert.equal((await back()).status, 200);
    });

    test('a key that was revoked or has expired makes room', async () => {
      const { inside, ids, oneMore } = await makeFull(node(), 'keys');
      await inside.delete(`${KEYS}/${ids[0]}`);
      const expires_at = new Date(inside.clock.now() + 1_000).toISOString();
      assert.equal((await inside.post(KEYS, { name: 'Short', expires_at })).status, 201);
      assertInvalid(await oneMore(), messages.keys);
      inside.clock.advance(1_000);
      assert.equal((await oneMore()).status, 201);
    });

    test('a deleted endpoint makes room', async () => {
      const { inside, ids, oneMore } = await makeFull(node(), 'endpoints');
      await inside.delete(`${ENDPOINTS}/${ids[0]}`);
      assert.equal((await oneMore()).status, 201);
    });

    test('more than the cap, from before it was set, stay and can be changed', async () => {
      const inside = await inNewWorkspace(node());
      const people = await makeManyMembers(inside, CAP + 2);
      assert.equal(dataOf<unknown[]>(await inside.get(MEMBERS)).length, CAP + 2);
      const team = dataOf<NewTeam>(
        await inside.post(TEAMS, { name: 'All', member_ids: people.map(({ id }) => id) }),
      );
      assert.equal((await inside.post(`${TEAMS}/${team.id}/assignments`)).status, 201);
      assertInvalid(await more.members(inside), messages.members);
    });
  },
  { environment },
);

onBothEngines(
  'A team at its cap of members',
  (node) => {
    const message = `A team may have ${CAP} members, those of deactivated members included: remove one, or make another team`;

    test('422: a new team with more, and one more in a team', async () => {
      const people = await makePeople(node(), 4);
      const member_ids = people.map(({ id }) => id);
      const create = (ids: string[]) => node().post(TEAMS, { name: 'Sales', member_ids: ids });
      await assertRefused(node(), [[() => create(member_ids), 'validation_error', message]]);
      // A repeated id counts once.
      const team = dataOf<NewTeam>(await create([...member_ids.slice(0, CAP), member_ids[0] as string]));
      const body = { workspace_membership_id: member_ids[CAP] };
      const add = () => node().post(`${TEAMS}/${team.id}/members`, body);
      await assertRefused(node(), [[add, 'validation_error', message]]);
      // A deactivated member keeps the place.
      await deactivate(node(), people[0]);
      await assertRefused(node(), [[add, 'validation_error', message]]);
      await node().delete(`${TEAMS}/${team.id}/members/${team.members[1]?.id}`);
      await addToTeam(node(), team, people[3]);
    });
  },
  { environment: { ROTA_MAX_TEAM_MEMBERS: `${CAP}` } },
);

onBothEngines(
  'A meeting request at its cap of hosts',
  (node) => {
    const message =
      `A meeting request may have ${CAP} hosts, and the stack teams that take part in this one have more: ` +
      'make them smaller, or let fewer of them take part';

    /** A workspace with `count` members and a stack team. */
    async function makeStack(count: 3 | 4, fields: object) {
      const inside = await inNewWorkspace(node());
      const people = await makePeople(inside, count);
      const body = { name: 'Stack', mode: 'stack', ...fields };
      return { inside, people, team: dataOf<NewTeam>(await inside.post(TEAMS, body)) };
    }

    test('202 with that many, 422 with one more: those of a team that includes all members', async () => {
      const { inside, people, team } = await makeStack(3, { include_all_members: true });
      const ask = () => askOn(inside, { team_id: team.id });
      assert.deepEqual(dataOf<MeetingRequest>(await ask()).host_emails, emailsOf(people));
      await makeMember(inside);
      await assertRefused(node(), [[ask, 'validation_error', message]]);
      // A turn alone has no hosts.
      const turn = dataOf<Turn>(await inside.post(`${TEAMS}/${team.id}/assignments`));
      assert.equal(turn.candidates_total, 4);
    });

    test('those of teams that always apply count, and so does the organizer', async () => {
      const { inside, people, team } = await makeStack(4, { stack_always_apply: true });
      for (const person of people.slice(1)) await addToTeam(inside, team, person);
      const [first, second] = people;
      assert.equal((await askOn(inside, { organizer_email: second?.email })).status, 202);
      const ask = () => askOn(inside, { organizer_email: first?.email });
      await assertRefused(node(), [[ask, 'validation_error', message]]);
      const all = { stack_always_apply: true, include_all_members: true };
      await inside.patch(`${TEAMS}/${team.id}`, all);
      const askAnyone = () => askOn(inside, { organizer_email: second?.email });
      await assertRefused(node(), [[askAnyone, 'validation_error', message]]);
    });
  },
  { environment: { ROTA_MAX_HOSTS: `${CAP}` } },
);

describe('Many at once on two nodes', () => {
  for (const kind of Object.keys(more) as (keyof typeof more)[]) {
    test(`as many ${kind} as there is room for`, async (t) => {
      const nodes = await startTwoNodes(t, { environment });
      const { id, rawKey } = await nodes[0].otherWorkspace();
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, place) =>
          more[kind](new Node({ ...(nodes[place % 2] as Node), rawKey, workspaceId: id })),
        ),
      );
      const done = answers.filter(({ status }) => status === 201);
      assert.equal(done.length, kind === 'keys' ? CAP - 1 : CAP);
      for (const answer of answers) if (!done.includes(answer)) assertInvalid(answer, messages[kind]);
    });
  }
});

onBothEngines(
  'No cap at all, with 0',
  (node) => {
    test('of teams', async () => {
      assert.equal((await more.teams(node())).status, 201);
    });
  },
  { environment: { ROTA_MAX_TEAMS: '0' } },
);
