// Searches for slots share the process: one of each workspace at a time, in slices, and no more than can wait.
import assert from 'node:assert/strict';
import { setImmediate as loopTurn } from 'node:timers/promises';
import { RotaError } from '../../../../src/errors.ts';
import { createShares, shares } from '../../../../src/features/calendar/slots/shares.ts';
import { describe, test } from '../../../support/lanes.ts';
import { makeLinked } from '../../../support/makers/booking-links.ts';
import { offerTo } from '../../../support/makers/booking-page.ts';
import { makeManyMembers } from '../../../support/makers/many-members.ts';
import { MEMBERS, makeMember, TEAMS } from '../../../support/makers/team-members.ts';
import { connectAgent } from '../../../support/server/agent.ts';
import type { Team } from '../../../support/server/resources.ts';
import { dataOf, errorOf, onBothEngines } from '../../../support/server/rota.ts';
import { visit } from '../../../support/server/visits.ts';

const MAX_WAITING = 100;

/** A search that ends only when it's told to. */
function searchUntilTold({ search }: ReturnType<typeof createShares>, workspaceId: string) {
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const state = { hasBegun: false };
  const done = search(workspaceId, async () => {
    state.hasBegun = true;
    await promise;
  });
  return { state, end, done };
}

/** Whether each has begun, once all have that may. */
async function begunOf(searches: { state: { hasBegun: boolean } }[]): Promise<boolean[]> {
  await loopTurn();
  return searches.map(({ state }) => state.hasBegun);
}

const isTooMany = (error: unknown) =>
  error instanceof RotaError && error.type === 'rate_limited' && error.retryAfter === 5;

describe('The share of a workspace in searches', () => {
  test('one of each workspace is under way, and the others follow in order', async () => {
    const own = createShares();
    const [first, second, third] = [
      searchUntilTold(own, 'a'),
      searchUntilTold(own, 'a'),
      searchUntilTold(own, 'a'),
    ];
    const other = searchUntilTold(own, 'b');
    const begun = () => begunOf([first, second, third, other]);
    assert.deepEqual(await begun(), [true, false, false, true]);
    other.end();
    await other.done;
    assert.deepEqual(await begun(), [true, false, false, true]);
    first.end();
    await first.done;
    assert.deepEqual(await begun(), [true, true, false, true]);
    second.end();
    third.end();
    await Promise.all([second.done, third.done]);
  });

  test('with as many under way as may be, the next is of another workspace, not of the one that has most', async () => {
    const own = createShares();
    const eight = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id) => searchUntilTold(own, id));
    const waiting = ['a', 'a', 'i', 'i', 'j'].map((id) => searchUntilTold(own, id));
    const begun = () => begunOf(waiting);
    assert.deepEqual(await begun(), [false, false, false, false, false]);
    eight[1]?.end();
    await eight[1]?.done;
    assert.deepEqual(await begun(), [false, false, true, false, false], 'a is under way');
    eight[2]?.end();
    await eight[2]?.done;
    assert.deepEqual(await begun(), [false, false, true, false, true], 'i has had its turn');
    for (const { end } of [...eight, ...waiting]) end();
    await Promise.all([...eight, ...waiting].map(({ done }) => done));
  });

  test('a search that fails makes room', async () => {
    const own = createShares();
    await assert.rejects(
      own.search('a', async () => {
        throw new Error('It failed');
      }),
      /It failed/,
    );
    assert.equal(await own.search('a', async () => 'next'), 'next');
  });

  test('whoever waits for ten seconds is refused, and those after them are not', async () => {
    let now = 0;
    const own = createShares(() => now);
    const first = searchUntilTold(own, 'a');
    const late = assert.rejects(
      own.search('a', async () => {}),
      isTooMany,
    );
    now = 5_000;
    const next = own.search('a', async () => 'next');
    now = 10_001;
    first.end();
    await late;
    assert.equal(await next, 'next');
  });

  test('no two slices are in one turn of the event loop, and workspaces take turns', async () => {
    let now = 0;
    const own = createShares(() => now);
    let turns = 0;
    let isOver = false;
    const counting = (async () => {
      for (; !isOver; turns += 1) await loopTurn();
    })();
    const slices: [who: string, turn: number][] = [];
    const work = (who: string, pace: () => Promise<void> | undefined) => async () => {
      for (let slice = 0; slice < 3; slice += 1) {
        now += 5;
        await pace();
        slices.push([who, turns]);
      }
    };
    await Promise.all([
      ...['a', 'b', 'c'].map((id) => own.search(id, (pace) => work(id, pace)())),
      work('urgent', own.urgentPace())(),
    ]);
    isOver = true;
    await counting;
    assert.equal(new Set(slices.map(([, turn]) => turn)).size, slices.length, JSON.stringify(slices));
    const order = slices.map(([who]) => who).filter((who) => who !== 'urgent');
    assert.deepEqual(order, ['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c']);
    const urgent = slices.flatMap(([who], place) => (who === 'urgent' ? [place] : []));
    assert.ok((urgent.at(-1) ?? 0) <= 5, `urgent ones come first: ${urgent}`);
  });
});

onBothEngines('While as many searches of a workspace wait as may', (node) => {
  test('429 wherever one more is asked for, and nobody else notices', async () => {
    const member = await makeMember(node());
    const { page } = await offerTo(node(), ['guest@example.org'], { organizer_email: member.email });
    const { path, team } = await makeLinked(node(), { size: 1 });
    const agent = await connectAgent(node());
    const { rawKey: key } = await node().otherWorkspace();
    const foreign = await makeMember(node(), null, key);

    const first = searchUntilTold(shares, node().workspaceId);
    const waiting = Array.from({ length: MAX_WAITING }, () =>
      shares.search(node().workspaceId, async () => {}),
    );
    const slots = [`${MEMBERS}/${member.id}/slots`, `${TEAMS}/${team.id}/slots?explain=true`];
    for (const url of slots) {
      const answer = await node().get(url);
      assert.equal(answer.status, 429, answer.text);
      assert.equal(answer.headers['retry-after'], '5');
      assert.equal(
        errorOf(answer).message,
        'Too many requests: too many searches for times are already waiting in this workspace',
      );
    }
    for (const url of [`/m/${page}/times`, path]) {
      const { status, headers } = await visit(node(), url);
      assert.deepEqual([status, headers['retry-after']], [429, '5'], url);
    }
    for (const [tool, input] of [
      ['find_times', {}],
      ['explain_time', { starts_at: '2026-03-10T10:00:00.000Z' }],
    ] as const) {
      const text = await agent.refusal(tool, { member_email: member.email, ...input });
      assert.match(text, /^rate_limited: .*\nNothing was done\. Wait before the next call\./);
    }
    assert.equal((await node().get(`${MEMBERS}/${foreign.id}/slots`, { key })).status, 200);
    // It has to find somebody who has time, and keeps rows locked meanwhile.
    const request = { team_id: team.id, participant_emails: ['guest@example.org'] };
    assert.equal((await node().post('/api/v1/meeting_requests', request)).status, 202);

    first.end();
    await Promise.all([first.done, ...waiting]);
    for (const url of slots) assert.equal((await node().get(url)).status, 200);
  });
});

onBothEngines('A workspace that searches as much as it can', (node) => {
  /** A stack team that is large enough for many slices. */
  async function largeTeam(place: { workspaceId: string; key: string }): Promise<string> {
    const { services } = node();
    const people = await makeManyMembers({ services, workspaceId: place.workspaceId }, 60);
    const team = { name: 'Everybody', mode: 'stack', member_ids: people.map(({ id }) => id) };
    const { id } = dataOf<Team>(await node().post(TEAMS, team, { key: place.key }));
    return `${TEAMS}/${id}/slots?from=2026-03-03T00:00:00Z&to=2026-05-04T00:00:00Z&duration_minutes=600`;
  }

  test('does not keep the search of another waiting for all of its own', async () => {
    const { id, rawKey } = await node().otherWorkspace();
    const greedy = { workspaceId: node().workspaceId, key: node().rawKey };
    const modest = { workspaceId: id, key: rawKey };
    const [many, one] = [await largeTeam(greedy), await largeTeam(modest)];
    const done: string[] = [];
    const ask = async (url: string, { key }: typeof modest) => {
      const { status, text } = await node().get(url, { key });
      assert.equal(status, 200, text);
      done.push(key);
    };
    // The search that all of the ten wait for ends only when it's told to.
    const first = searchUntilTold(shares, greedy.workspaceId);
    const asked = Array.from({ length: 10 }, () => ask(many, greedy));
    await ask(one, modest);
    assert.deepEqual(done, [modest.key], 'none of the ten was answered before it');
    first.end();
    await Promise.all([first.done, ...asked]);
    assert.equal(done.length, 11);
  });
});
