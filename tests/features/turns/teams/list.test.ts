// The list of teams is newest first, and its pages stay right while teams come and go.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import {
  inNewWorkspace,
  TEAMS,
  type TeamList,
  type TeamRoutes,
} from '../../../support/makers/team-routes.ts';
import { errorOf, onBothEngines } from '../../../support/server/rota.ts';

/** Teams called 1 to `count`, the oldest first. */
async function createTeams(teams: TeamRoutes, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 1; number <= count; number++) {
    ids.push((await teams.create({ name: `${number}` })).id);
  }
  return ids;
}

/** Reads all pages. Calls `between` after each with the number of pages so far. */
async function walk(teams: TeamRoutes, query: string, between?: (pages: number) => Promise<void>) {
  const names: string[] = [];
  let cursor = '';
  for (let pages = 1; ; pages++) {
    const { data, meta }: TeamList = await teams.list(`${query}${cursor}`);
    names.push(...data.map((team) => team.name));
    if (!meta.has_more) {
      assert.equal(meta.next_cursor, null);
      return names;
    }
    assert.equal(meta.next_cursor, data.at(-1)?.id);
    assert.equal(data.length, meta.limit);
    cursor = `&cursor=${meta.next_cursor}`;
    await between?.(pages);
  }
}

const numbers = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, place) => `${from - place}`);

onBothEngines('list of teams', (node) => {
  test('200: newest first, also those made in the same millisecond; an empty workspace has an empty list', async () => {
    const teams = await inNewWorkspace(node());
    assert.deepEqual(await teams.list(''), {
      data: [],
      meta: { limit: 25, has_more: false, next_cursor: null },
    });
    const ids = await createTeams(teams, 3);
    node().clock.advance(1);
    await teams.create({ name: '4' });
    // A change does not move a team.
    await teams.update(ids[0] as string, { description: 'Changed last' });
    assert.deepEqual(await teams.names(''), ['4', '3', '2', '1']);
  });

  test('active=true lists active teams, active=false inactive ones, anything else all', async () => {
    const teams = await inNewWorkspace(node());
    const ids = await createTeams(teams, 5);
    await teams.deactivate(ids[1] as string);
    await teams.deactivate(ids[4] as string);
    assert.deepEqual(await teams.names('active=true'), ['4', '3', '1']);
    assert.deepEqual(await teams.names('active=false'), ['5', '2']);
    const { data } = await teams.list('active=false');
    assert.deepEqual(
      data.map((team) => team.active),
      [false, false],
    );
    for (const other of [
      '',
      'all',
      'TRUE',
      'False',
      '1',
      '0',
      'yes',
      'null',
      'true%20',
      'true,false',
      '[]',
    ]) {
      assert.deepEqual(await teams.names(`active=${other}`), ['5', '4', '3', '2', '1'], `active=${other}`);
    }
    assert.deepEqual(await teams.names('colour=red'), ['5', '4', '3', '2', '1']);
  });

  test('active with a name that every JavaScript object answers to lists all, too', async () => {
    const teams = await inNewWorkspace(node());
    const ids = await createTeams(teams, 2);
    await teams.deactivate(ids[0] as string);
    for (const name of ['constructor', 'toString', 'valueOf', '__proto__']) {
      assert.deepEqual(await teams.names(`active=${name}`), ['2', '1'], name);
    }
  });

  test('pages follow one another to the end, whatever their size', async () => {
    const teams = await inNewWorkspace(node());
    const ids = await createTeams(teams, 7);
    for (const limit of [1, 2, 3, 6, 7, 8]) {
      assert.deepEqual(await walk(teams, `limit=${limit}`), numbers(7, 1), `${limit} a page`);
    }
    for (const id of [ids[1], ids[3], ids[6]]) await teams.deactivate(id as string);
    assert.deepEqual(await walk(teams, 'limit=2&active=true'), ['6', '5', '3', '1']);
    assert.deepEqual(await walk(teams, 'limit=2&active=false'), ['7', '4', '2']);
  });

  test('without a limit a page has 25', async () => {
    const teams = await inNewWorkspace(node());
    await Promise.all(Array.from({ length: 26 }, () => teams.create({ name: 'Team' })));
    const { data, meta } = await teams.list('');
    assert.deepEqual([data.length, meta.limit, meta.has_more], [25, 25, true]);
    assert.equal((await walk(teams, '')).length, 26);
  });

  test('teams added and deactivated between pages: none twice, none missing that was there throughout', async () => {
    for (const query of ['limit=3', 'limit=3&active=true']) {
      const teams = await inNewWorkspace(node());
      const ids = await createTeams(teams, 12);
      const gone = new Set<string>();
      const seen = await walk(teams, query, async (pages) => {
        await teams.create({ name: `new ${pages}` });
        // One that has been on a page and one that is still to come.
        for (const number of [13 - pages, pages]) {
          await teams.deactivate(ids[number - 1] as string);
          gone.add(`${number}`);
        }
      });
      const isActiveOnly = query.includes('active');
      assert.deepEqual(seen, [...new Set(seen)], 'none twice');
      const throughout = numbers(12, 1).filter((name) => !isActiveOnly || !gone.has(name));
      assert.deepEqual(
        throughout.filter((name) => !seen.includes(name)),
        [],
        'none missing',
      );
      assert.ok(!seen.some((name) => name.startsWith('new')), 'what is newer than the first page stays out');
    }
  });

  test('a cursor works whose team has left the filter meanwhile', async () => {
    const teams = await inNewWorkspace(node());
    await createTeams(teams, 5);
    const first = await teams.list('active=true&limit=2');
    const cursor = first.meta.next_cursor as string;
    await teams.deactivate(cursor);
    assert.deepEqual(await teams.names(`active=true&limit=2&cursor=${cursor}`), ['3', '2']);
    assert.deepEqual(await teams.names(`active=false&cursor=${cursor}`), []);
    assert.deepEqual(await teams.names('active=false'), ['4']);
  });

  test("a cursor of another workspace's team shows nothing of that workspace", async () => {
    const [teams, others] = [await inNewWorkspace(node()), await inNewWorkspace(node())];
    await createTeams(teams, 2);
    await others.create({ name: 'Theirs' });
    const { id } = await others.create({ name: 'Theirs too' });
    assert.deepEqual(await teams.names(`cursor=${id}`), ['2', '1']);
  });

  test('422: a cursor that is no id of a team, a limit that is no integer', async () => {
    for (const [query, message] of [
      ['cursor=nonsense', 'cursor must be the next_cursor of an earlier page of this list'],
      [
        'cursor=mem_01KJPWD6M0A57CPWZ0TQZND9PP',
        'cursor must be the next_cursor of an earlier page of this list',
      ],
      ['limit=many', 'limit must be an integer'],
      ['active=true&active=false', 'active must be given only once'],
    ]) {
      const answer = await node().get(`${TEAMS}?${query}`);
      assert.equal(answer.status, 422, query);
      assert.deepEqual(errorOf(answer), { type: 'invalid_request', message });
    }
  });
});
