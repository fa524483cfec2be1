// Full lane, because it needs much data: A search for slots reads only what is near its time, on both engines, however much a member has.

import assert from 'node:assert/strict';
import { before } from 'node:test';
import type { Context } from '../../src/context.ts';
import { listBusyTimes } from '../../src/features/calendar/calendars/overview.ts';
import { countTaken } from '../../src/features/calendar/slots/queries.ts';
import type { Database } from '../../src/storage/database.ts';
import { DAY_MS, HOUR_MS } from '../../src/time/timestamps.ts';
import { test } from '../support/lanes.ts';
import { insertMany } from '../support/makers/many-rows.ts';
import { makeSmallWorkspaces } from '../support/makers/small-workspaces.ts';
import { makeMember, makeTeam } from '../support/makers/team-members.ts';
import { readsFew } from '../support/server/console-reads.ts';
import {
  planOnPostgres,
  planOnSqlite,
  rowsReadBy,
  type Statement,
  tableOf,
  watched,
} from '../support/server/plans.ts';
import { type Node, onBothEngines } from '../support/server/rota.ts';

const MANY = 10_000;
/** More rows than a search of four weeks needs of one table, and far fewer than there are. */
const FEW = 60;

/**
 * Ten thousand busy times and as many bookings a day apart, half of them over; as many requests, and an option of each that is
 * not held any more, all of them in the next four weeks.
 */
async function makePast(node: Node, member: { id: string }): Promise<void> {
  const { database, clock } = node.services;
  const start = clock.now() - (MANY / 2) * DAY_MS;
  const rows = Array.from({ length: MANY }, (_, number) => ({
    id: `mr_${String(number).padStart(26, '0')}`,
    at: start + number * DAY_MS,
  }));
  const given = (placeholder: string) => database.dialect.rows(placeholder, { id: 'text', at: 'bigint' });
  const insert = (sql: string) =>
    insertMany(database, `${sql} from ${given('$3')}`, [node.workspaceId, member.id, JSON.stringify(rows)]);
  await insert(
    `insert into meeting_requests (workspace_id, id, organizer_id, status, include_introduction, created_at, updated_at)
     select $1, id, $2, 'booked', 0, 0, 0`,
  );
  await insert(
    `insert into bookings (workspace_id, request_id, member_id, starts_at, ends_at)
     select $1, id, $2, at, at + ${HOUR_MS}`,
  );
  await insertMany(
    database,
    `insert into options (workspace_id, id, request_id, starts_at, ends_at, round, status, created_at)
     select $1, replace(id, 'mr_', 'opt_'), id, 0, 0, 1, 'offered', 0 from ${given('$2')}`,
    [node.workspaceId, JSON.stringify(rows)],
  );
  await insert(
    `insert into option_holds (workspace_id, option_id, member_id, request_id, starts_at, ends_at, held_until)
     select $1, replace(id, 'mr_', 'opt_'), $2, id, ${clock.now() + DAY_MS} + at % ${28 * DAY_MS},
       ${clock.now() + DAY_MS + HOUR_MS} + at % ${28 * DAY_MS}, ${clock.now()}`,
  );
  await database.change(
    `insert into calendars (workspace_id, id, member_id, type, receives_bookings, created_at, updated_at)
     values ($1, 'clr_many', $2, 'pushed', 0, 0, 0)`,
    [node.workspaceId, member.id],
  );
  await insert(
    `insert into busy_times (workspace_id, calendar_id, object, starts_at, ends_at, member_id)
     select $1, 'clr_many', '', at, at + ${HOUR_MS}, $2`,
  );
}

/** Makes the call, and returns the scans of what is taken. */
async function scansOf(node: Node, operation: string, input: object): Promise<string[]> {
  const route = node.app.routes.find((candidate) => candidate.operation === operation);
  const handle = route?.handle as unknown as (context: Context, input: object) => Promise<unknown>;
  const caller = {
    workspaceId: node.workspaceId,
    actor: { type: 'system', id: 'tests' },
    scopes: [],
  } as const;
  return scansBy(node, (database) =>
    handle({ ...node.services, database, caller }, { path: {}, query: {}, body: {}, ...input }),
  );
}

/** The same of what is done with a database. */
async function scansBy(node: Node, work: (database: Database) => Promise<unknown>): Promise<string[]> {
  const scans: string[] = [];
  const database = watched(node.services.database, async (tx, statement: Statement) => {
    if (tx.dialect.engine === 'postgres') {
      for (const scan of await planOnPostgres(tx, statement)) {
        assert.ok(tableOf(scan) === undefined || rowsReadBy(scan) <= FEW, JSON.stringify(scan));
        if (tableOf(scan) === 'taken') scans.push(scan['Node Type']);
      }
      return;
    }
    for (const { detail } of await planOnSqlite(tx, statement)) {
      assert.doesNotMatch(detail, /^SCAN (members|availability|workspaces|scheduling_settings)\b/);
      if (/^(SEARCH|SCAN) taken /.test(detail)) scans.push(detail.replace(/^SEARCH taken USING /, ''));
    }
  });
  await work(database);
  return scans;
}

onBothEngines('A member with ten thousand busy times, bookings and former holds', (node) => {
  let memberId: string;
  let teamId: string;
  before(async () => {
    const member = await makeMember(node());
    const [team] = await makeTeam(node(), [member]);
    [memberId, teamId] = [member.id, team.id];
    await makeSmallWorkspaces(node().services.database);
    await makePast(node(), member);
    // SQLite has no statistics in production.
    const { database } = node().services;
    if (database.dialect.engine === 'postgres') await database.change('analyze');
  });

  test('the busy times of a week are read without the others', () => {
    const from = node().clock.now();
    return readsFew(node(), (context) => listBusyTimes(context, memberId, { from, to: from + 7 * DAY_MS }));
  });

  const ofMember = 'workspace_id=? AND member_id=?';
  const expected = {
    sqlite: [
      `COVERING INDEX busy_times_of_member (${ofMember} AND ends_at>? AND ends_at<?)`,
      `COVERING INDEX busy_times_of_days (${ofMember} AND ends_at>?)`,
      `COVERING INDEX bookings_of_member (${ofMember} AND starts_at>? AND starts_at<?)`,
      `COVERING INDEX option_holds_of_member (${ofMember} AND held_until>?)`,
    ],
    postgres: Array(4).fill('Index Only Scan'),
  };
  const calls = {
    findWorkspaceMemberSlots: () => ({ path: { id: memberId }, query: { limit: 10 } }),
    findTeamSlots: () => ({ path: { id: teamId }, query: { limit: 10 } }),
    createMeetingRequest: () => ({ body: { team_id: teamId, participant_emails: ['guest@example.org'] } }),
  };
  for (const [operation, input] of Object.entries(calls)) {
    test(`${operation} reads what is near`, async () => {
      const scans = await scansOf(node(), operation, input());
      assert.deepEqual(scans, expected[node().services.database.dialect.engine]);
    });
  }

  test('to count what is near, the same is read', async () => {
    const now = node().clock.now();
    const during = { from: now, to: now + 28 * DAY_MS, now, except_request_id: null };
    const scans = await scansBy(node(), (database) =>
      countTaken(database, node().workspaceId, [memberId], during, 1_000),
    );
    assert.deepEqual(scans, expected[node().services.database.dialect.engine]);
  });
});
