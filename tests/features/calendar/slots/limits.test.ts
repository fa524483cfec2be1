// Searches for slots refuse what they can't answer, and large ones stay bounded.
import assert from 'node:assert/strict';
import { findMemberSlots } from '../../../../src/features/calendar/slots/operations.ts';
import type { Database, Value } from '../../../../src/storage/database.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import { contextOf } from '../../../support/makers/options.ts';
import {
  makeManyBusy,
  never,
  setAvailability,
  slotsOf,
  startsOf,
} from '../../../support/makers/taken-times.ts';
import { deactivate, MEMBERS, type Member, makeMember } from '../../../support/makers/team-members.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { SlotList } from '../../../support/server/resources.ts';
import { dataOf, errorOf, onBothEngines } from '../../../support/server/rota.ts';

onBothEngines('A search for slots', (node) => {
  test('422: each wrong parameter is named', async () => {
    const { id } = await makeMember(node());
    const time = 'must be an ISO 8601 date and time such as 2026-11-15T09:30:00Z';
    const wrong: [string, string][] = [
      ['from=tomorrow', `from ${time}`],
      ['from=2026-03-03T09:00:00', `from ${time}`],
      ['to=2026-02-30', `to ${time}`],
      ['to=2026-03-02T08:59:59Z', 'to must be after from'],
      ['from=2026-03-03T09:00:00Z&to=2026-03-03T09:00:00Z', 'to must be after from'],
      ['from=2026-03-03&to=2026-05-04T00:00:00.001Z', 'to must be at most 62 days after from'],
      ['from=9999-12-31T23:59:59.999Z', 'to must be after from'],
      ['duration_minutes=0', 'duration_minutes must be at least 1'],
      ['duration_minutes=1441', 'duration_minutes must be at most 1440'],
      ['duration_minutes=half', 'duration_minutes must be an integer'],
      ['duration_minutes=', 'duration_minutes must be an integer'],
      ['limit=many', 'limit must be an integer'],
      ['limit=1&limit=2', 'limit must be given only once'],
    ];
    await assertRefused(
      node(),
      wrong.map(([query, message]) => [
        () => node().get(`${MEMBERS}/${id}/slots?${query}`),
        'invalid_request',
        message,
      ]),
    );
  });

  test('200: exactly 62 days, and the ends of time', async () => {
    const { id } = await makeMember(node());
    const path = `${MEMBERS}/${id}`;
    await slotsOf(node(), path, { from: '2026-03-03', to: '2026-05-04' });
    assert.deepEqual((await slotsOf(node(), path, { from: '0000-01-01', explain: true })).data, []);
    const last = await slotsOf(node(), path, { from: '9999-12-31T12:00:00Z' });
    assert.equal(last.meta.to, '9999-12-31T23:59:59.999Z');
    assert.equal(startsOf(last).at(-1), '9999-12-31 16:30');
  });

  test('422 for a deactivated member, 404 for nobody and for somebody of another workspace', async () => {
    const gone = await makeMember(node());
    await deactivate(node(), gone);
    const { rawKey } = await node().otherWorkspace();
    const foreign = await makeMember(node(), null, rawKey);
    const missing = ['not_found', 'Workspace member not found'] as const;
    await assertRefused(node(), [
      [() => node().get(`${MEMBERS}/${gone.id}/slots`), 'validation_error', 'The member is deactivated'],
      [() => node().get(`${MEMBERS}/${foreign.id}/slots`), ...missing],
      [() => node().get(`${MEMBERS}/mem_00000000000000000000000000/slots`), ...missing],
    ]);
  });

  test('403 without the scope that reads the thing', async () => {
    const { id } = await makeMember(node());
    const key = await node().keyWith('teams.read', 'members.write');
    const answer = await node().get(`${MEMBERS}/${id}/slots`, { key });
    assert.equal(answer.status, 403);
    assert.equal(errorOf(answer).message, 'API key missing required scope: members.read');
  });

  test('reasons end at 5,000, and the response says so', async () => {
    const { rawKey: key } = await node().otherWorkspace();
    const member = await makeMember(node(), null, key);
    const path = `${MEMBERS}/${member.id}`;
    await node().patch('/api/v1/workspace/scheduling', { slot_interval_minutes: 5 }, { key });
    await node().patch(`${path}/availability`, { ...never, minimum_notice_minutes: 525_600 }, { key });
    const query = 'from=2026-03-03T00:00:00Z&to=2026-05-04T00:00:00Z&explain=true';
    const { data, meta } = (await node().get(`${path}/slots?${query}`, { key })).body as SlotList;
    assert.deepEqual([data, meta.refused?.length, meta.refused_has_more], [[], 2_500, true]);
    assert.deepEqual(meta.refused?.[2_499]?.starts_at, '2026-03-11T16:15:00.000Z');
  });

  test('a large search in steps finds what small ones find', async () => {
    const people = await Promise.all(Array.from({ length: 40 }, () => makeMember(node())));
    for (const [place, person] of people.entries()) {
      const timezone = place % 2 === 0 ? 'Europe/Berlin' : 'Europe/London';
      await setAvailability(node(), person, { timezone, minimum_notice_minutes: place });
    }
    // More than is read at once. Everybody is busy at the same hundred half hours, so that others are left.
    const busyAt = (place: number) => Date.parse('2026-03-03T09:00:00Z') + place * 15 * HOUR_MS;
    await makeManyBusy(
      node(),
      people.map((member, place) => ({
        member,
        starts: Array.from({ length: 100 }, (_, at) => busyAt(at) + (place % 20) * MINUTE_MS),
      })),
    );
    const team = { name: 'Everybody', mode: 'stack', member_ids: people.map(({ id }) => id) };
    const { id } = ((await node().post('/api/v1/teams', team)).body as { data: { id: string } }).data;
    const path = `/api/v1/teams/${id}`;
    const [from, to] = ['2026-03-03T00:00:00.000Z', '2026-05-04T00:00:00.000Z'];
    const whole = await slotsOf(node(), path, { from, to, explain: true, limit: 1_000 });
    assert.deepEqual(whole, { ...whole, meta: { ...whole.meta, has_more: false, refused_has_more: true } });
    const days = Array.from({ length: 62 }, (_, day) => Date.parse(from) + day * 86_400_000);
    const parts: string[] = [];
    for (const day of days) {
      const asked = { from: new Date(day).toISOString(), to: new Date(day + 86_400_000).toISOString() };
      parts.push(...startsOf(await slotsOf(node(), path, asked)));
    }
    assert.deepEqual(startsOf(whole), parts);
    assert.equal(whole.data[0]?.host_emails.length, 40);
  });
});

onBothEngines('A search among more busy times than can be read', (node) => {
  test('422, and they are counted instead of read', async () => {
    const [ada, ben] = [await makeMember(node()), await makeMember(node())];
    const starts = (count: number) =>
      Array.from({ length: count }, (_, place) => node().clock.now() + place * 15 * MINUTE_MS);
    await makeManyBusy(node(), [
      { member: ada, starts: starts(5_001) },
      { member: ben, starts: starts(5_000) },
    ]);
    let read = 0;
    const { database } = node().services;
    const counted: Database = {
      ...database,
      async all<Row>(sql: string, values?: Value[]) {
        const rows = await database.all<Row>(sql, values);
        read += rows.length;
        return rows;
      },
      // On PostgreSQL, what is read together is one row of lists.
      async get<Row>(sql: string, values?: Value[]) {
        const row = await database.get<Row>(sql, values);
        const lists = Object.entries(row ?? {}).filter(([name]) => name.startsWith('read_'));
        for (const [, list] of lists) read += (JSON.parse(String(list ?? '[]')) as unknown[]).length;
        return row;
      },
    };
    const context = { ...contextOf(node()), database: counted };
    const query = { from: undefined, duration_minutes: undefined, limit: 1, explain: true };
    const find = ({ id }: Member) =>
      findMemberSlots(context, id, { ...query, to: node().clock.now() + 62 * DAY_MS });
    await assert.rejects(find(ada), /The hosts have too many busy times between from and to/);
    assert.ok(read < 2_600, `${read} rows were read`);
    assert.equal((await find(ben)).data.length, 1);
    assert.ok(read > 5_000, 'what was found was read');
  });
});

onBothEngines(
  'A search for slots of as many hosts as a request may have',
  (node) => {
    test('200 with that many, 422 with one more', async () => {
      const make = async (people: number, fields: object = {}) => {
        const members = await Promise.all(Array.from({ length: people }, () => makeMember(node())));
        const body = { name: 'Team', mode: 'stack', member_ids: members.map(({ id }) => id), ...fields };
        const { id } = dataOf<{ id: string }>(await node().post('/api/v1/teams', body));
        return `/api/v1/teams/${id}/slots`;
      };
      const [three, four, pool] = [await make(3), await make(4), await make(1, { mode: 'pool' })];
      const message =
        'A meeting request may have 3 hosts, and the stack teams that take part in this one have more: ' +
        'make them smaller, or let fewer of them take part';
      const tooMany = (path: string) => [() => node().get(path), 'validation_error', message] as const;
      await assertRefused(node(), [tooMany(four)]);
      for (const path of [three, pool]) assert.equal((await node().get(path)).status, 200);
      await make(3, { stack_always_apply: true });
      await assertRefused(node(), [tooMany(three), tooMany(pool)]);
    });
  },
  { environment: { ROTA_MAX_HOSTS: '3' } },
);
