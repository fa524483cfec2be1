// Full lane, because it needs much data: Each call reads only what it needs, however much history there is: both engines' query plans are checked.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import type { Context } from '../../src/context.ts';
import { nameCalendars } from '../../src/features/calendar/calendars/overview.ts';
import { nameEndpoints } from '../../src/features/events/webhook-endpoints/overview.ts';
import { nameLinks } from '../../src/features/meetings/booking-links/operations.ts';
import { nameRequests } from '../../src/features/meetings/requests/lists/overview.ts';
import { findSeatMembers } from '../../src/features/people/seats/operations.ts';
import { findPlaces } from '../../src/features/turns/rotation/memberships.ts';
import { nameTeams } from '../../src/features/turns/teams/operations.ts';
import { nameKeys } from '../../src/features/workspace/api-keys/operations.ts';
import { whoDid } from '../../src/features/workspace/audit-log/operations.ts';
import type { Transaction } from '../../src/storage/database.ts';
import { test } from '../support/lanes.ts';
import { type LargeWorkspace, makeLargeWorkspace, OLDEST } from '../support/makers/large-workspace.ts';
import { makeRequest } from '../support/makers/meeting-requests.ts';
import {
  planOnPostgres,
  planOnSqlite,
  rowsReadBy,
  type Statement,
  tableOf,
  watched,
} from '../support/server/plans.ts';
import { type Node, onBothEngines } from '../support/server/rota.ts';

/** More rows than any of these calls needs of one table, and far fewer than there are. */
const FEW = 50;

/** How the statements of a call scan each table. */
class Scans {
  /** On SQLite: the index and, in parentheses, the columns by which it is searched. */
  readonly onSqlite = new Map<string, Set<string>>();
  /** On PostgreSQL: the most rows that one scan read. */
  readonly onPostgres = new Map<string, number>();

  async take(tx: Transaction, statement: Statement): Promise<void> {
    if (tx.dialect.engine === 'postgres') {
      for (const node of await planOnPostgres(tx, statement)) {
        const table = tableOf(node);
        if (table === undefined) continue;
        this.onPostgres.set(table, Math.max(this.onPostgres.get(table) ?? 0, rowsReadBy(node)));
      }
      return;
    }
    for (const { detail } of await planOnSqlite(tx, statement)) {
      const [, how, table = '', index = 'no index'] =
        /^(SEARCH|SCAN) (\w+)(?: USING (.+))?/.exec(detail) ?? [];
      if (how) this.onSqlite.set(table, (this.onSqlite.get(table) ?? new Set()).add(index));
    }
  }
}

interface Large extends LargeWorkspace {
  /** Of the member with many bookings. */
  openRequestId: string;
}

interface Call {
  operation: string;
  /** The mode of the team. */
  mode?: 'stack';
  input(workspace: Large): { path?: object; query?: object; body?: object };
  /** Brings about the state that the call needs. */
  prepare?(tx: Transaction, workspace: Large): Promise<void>;
  /** The table that has grown, and the scans of it that are allowed on SQLite. */
  table: string;
  onSqlite: string[];
  /** The most rows that PostgreSQL may read of a table, where FEW are not enough. */
  most?: number;
  refusal?: RegExp;
}

const inTeam = ({ teamId }: Large) => ({ path: { id: teamId } });
const ofMember = 'INDEX turns_member (workspace_id=? AND team_id=? AND member_id=?)';
const lastOfMember = [ofMember, `COVERING ${ofMember}`];
const lastOfTeam = 'COVERING INDEX sqlite_autoindex_turns_1 (workspace_id=? AND team_id=?)';
const sinceThen =
  'COVERING INDEX turns_since (workspace_id=? AND team_id=? AND member_id=? AND created_at>?)';

const returnedSince = 'INDEX turns_returned (workspace_id=? AND team_id=? AND member_id=? AND created_at>?)';

const othersThen =
  'INDEX bookings_of_member (workspace_id=? AND member_id=? AND starts_at>? AND starts_at<?)';
const toCome = 'INDEX bookings_of_member (workspace_id=? AND member_id=? AND starts_at>?)';

const calls: Record<string, Call> = {
  'an invitation': {
    operation: 'inviteWorkspaceMember',
    input: ({ memberIds }) => ({ path: { id: memberIds[0] } }),
    table: 'sign_in_links',
    onSqlite: ['INDEX sign_in_links_of_member (member_id=? AND workspace_id=? AND created_at>?)'],
  },
  'a turn of a pool': {
    operation: 'createAssignment',
    input: inTeam,
    table: 'turns',
    onSqlite: [lastOfTeam, ...lastOfMember],
  },
  'the rotation of a pool': {
    operation: 'getRotation',
    input: inTeam,
    table: 'turns',
    onSqlite: [sinceThen, returnedSince, ...lastOfMember],
  },
  'a turn of a stack': {
    operation: 'createAssignment',
    mode: 'stack',
    input: inTeam,
    table: 'turns',
    onSqlite: [lastOfTeam, ...lastOfMember],
  },
  'the rotation of a stack': {
    operation: 'getRotation',
    mode: 'stack',
    input: inTeam,
    table: 'turns',
    onSqlite: [sinceThen, returnedSince, ...lastOfMember],
  },
  'a request that gives its turn back': {
    operation: 'cancelMeetingRequest',
    input: ({ routedRequestId }) => ({ path: { id: routedRequestId }, body: { return_turn: true } }),
    table: 'turns',
    onSqlite: ['INDEX turns_of_request (workspace_id=? AND meeting_request_id=?)'],
    // The endpoints that get a delivery.
    most: OLDEST + 1,
  },
  'another name of a team that has had many': {
    operation: 'updateTeam',
    input: ({ teamId }) => ({ path: { id: teamId }, body: { name: 'Another' } }),
    table: 'team_slugs',
    onSqlite: [
      'COVERING INDEX team_slugs_base (workspace_id=? AND base=?)',
      'INDEX team_slugs_had (workspace_id=? AND team_id=? AND base=?)',
    ],
  },
  'a request, with deliveries to endpoints': {
    operation: 'createMeetingRequest',
    input: ({ teamId }) => ({ body: { team_id: teamId, participant_emails: ['new@example.org'] } }),
    table: 'webhook_endpoints',
    onSqlite: ['INDEX webhook_endpoints_present (workspace_id=?)'],
    // All endpoints that are not deleted.
    most: OLDEST + 1,
  },
  'a seat': {
    operation: 'assignSeat',
    input: ({ memberIds }) => ({ path: { membership_id: memberIds[0] } }),
    table: 'members',
    onSqlite: ['INDEX members_key (workspace_id=? AND id=?)'],
    refusal: /already has a seat/,
    // The seats under the entitlement are counted.
    most: 5_001,
  },
  'somebody who leaves': {
    operation: 'deactivateWorkspaceMember',
    input: ({ memberIds }) => ({ path: { id: memberIds[0] } }),
    table: 'meeting_requests',
    onSqlite: [
      'COVERING INDEX meeting_requests_by_organizer_status (workspace_id=? AND organizer_id=? AND status=?)',
    ],
    refusal: /organizes \d+ active or paused/,
    // The requests that are still open.
    most: OLDEST + 1,
  },
  // The cap counts what is active, without history.
  'one more member': {
    operation: 'createWorkspaceMember',
    input: () => ({ body: { email: 'one-more@example.com' } }),
    table: 'members',
    onSqlite: ['INDEX members_active (workspace_id=?)'],
    most: 5_100,
  },
  'one more team': {
    operation: 'createTeam',
    input: () => ({ body: { name: 'One more' } }),
    table: 'teams',
    onSqlite: ['INDEX teams_active (workspace_id=?)'],
    refusal: /limit of 1,000 active teams/,
    most: 5_100,
  },
  'one more key': {
    operation: 'createApiKey',
    input: () => ({ body: { name: 'One more' } }),
    table: 'api_keys',
    onSqlite: [
      'INDEX api_keys_lasting (workspace_id=?)',
      'INDEX api_keys_expiring (workspace_id=? AND expires_at>?)',
    ],
    refusal: /limit of 500 API keys/,
    most: OLDEST + 10,
  },
  'a key that is revoked with its descendants': {
    operation: 'revokeApiKey',
    input: ({ apiKeyId }) => ({ path: { id: apiKeyId }, query: { with_descendants: true } }),
    table: 'api_keys',
    onSqlite: [
      'COVERING INDEX api_keys_key (id=? AND workspace_id=?)',
      'INDEX api_keys_key (id=? AND workspace_id=?)',
      'INDEX api_keys_lasting (workspace_id=?)',
      'INDEX api_keys_expiring (workspace_id=? AND expires_at>?)',
    ],
    // All keys that can be used.
    most: OLDEST + 1,
  },
  'one more endpoint': {
    operation: 'createWebhookEndpoint',
    input: () => ({ body: { url: 'http://127.0.0.1:1/', events: ['member.deactivated'] } }),
    table: 'webhook_endpoints',
    onSqlite: ['INDEX webhook_endpoints_present (workspace_id=?)'],
    refusal: /limit of 200 webhook endpoints/,
    most: OLDEST + 1,
  },
  'somebody who leaves with a successor': {
    operation: 'deactivateWorkspaceMember',
    input: ({ memberIds: [id, successor = ''] }) => ({
      path: { id },
      body: { transfer_to: successor.toLowerCase() },
    }),
    table: 'meeting_requests',
    onSqlite: [
      ...['', ' AND id<?'].flatMap((bound) =>
        ['', 'COVERING '].map(
          (covering) =>
            `${covering}INDEX meeting_requests_by_organizer_status (workspace_id=? AND organizer_id=? AND status=?${bound})`,
        ),
      ),
      // Of bookings that are still to come.
      'INDEX sqlite_autoindex_meeting_requests_1 (workspace_id=? AND id=?)',
    ],
    // The endpoints that get a delivery.
    most: OLDEST + 1,
  },
  'a booking of somebody with many': {
    operation: 'bookMeetingRequest',
    input: ({ openRequestId }) => ({
      path: { id: openRequestId },
      body: { starts_at: '2030-01-01T09:00:00Z' },
    }),
    table: 'taken',
    onSqlite: [othersThen],
    // The endpoints that get a delivery.
    most: OLDEST + 1,
  },
  'a booking that moves': {
    operation: 'rescheduleMeetingRequest',
    input: ({ openRequestId }) => ({
      path: { id: openRequestId },
      body: { starts_at: '2030-01-02T09:00:00Z' },
    }),
    table: 'taken',
    onSqlite: [othersThen],
    most: OLDEST + 1,
  },
  'the times of somebody who leaves': {
    operation: 'deactivateWorkspaceMember',
    input: ({ memberIds: [, successor = '', id] }) => ({
      path: { id },
      body: { transfer_to: successor.toLowerCase() },
    }),
    table: 'leaving',
    onSqlite: [toCome, `COVERING ${toCome}`],
    most: OLDEST + 1,
  },
  'a booking that is cancelled': {
    operation: 'cancelMeetingRequest',
    input: ({ openRequestId }) => ({ path: { id: openRequestId } }),
    table: 'bookings',
    onSqlite: ['COVERING INDEX sqlite_autoindex_bookings_1 (request_id=? AND workspace_id=?)'],
    most: OLDEST + 1,
  },
  'a booking link that changes': {
    operation: 'updateBookingLink',
    input: ({ teamId, linkId }) => ({ path: { team_id: teamId, id: linkId }, body: { title: 'Another' } }),
    table: 'booking_links',
    onSqlite: ['INDEX sqlite_autoindex_booking_links_1 (workspace_id=? AND id=?)'],
  },
  'another look of the company': {
    operation: 'updateBranding',
    input: () => ({ body: { company_name: 'Acme Ltd' } }),
    table: 'brand',
    onSqlite: ['INDEX sqlite_autoindex_workspace_branding_1 (workspace_id=?) LEFT-JOIN'],
  },
  'a delivery that needn’t wait any longer': {
    operation: 'retryWebhookDeliveryNow',
    input: ({ endpointId, waitingDeliveryId }) => ({
      path: { webhook_endpoint_id: endpointId, id: waitingDeliveryId },
    }),
    table: 'webhook_deliveries',
    onSqlite: [
      'INDEX webhook_deliveries_by_endpoint (workspace_id=? AND endpoint_id=? AND id=?)',
      'INDEX sqlite_autoindex_webhook_deliveries_1 (workspace_id=? AND id=?)',
    ],
  },
  'what has failed since just now': {
    operation: 'recoverWebhookDeliveries',
    input: ({ endpointId }) => ({
      path: { webhook_endpoint_id: endpointId },
      body: { since: '2999-01-01T00:00:00Z' },
    }),
    table: 'webhook_deliveries',
    onSqlite: ['INDEX webhook_deliveries_failed (workspace_id=? AND endpoint_id=? AND last_attempted_at>?)'],
  },
  'a no-show that is undone': {
    operation: 'markMeetingRequestNoShow',
    async prepare(tx, { routedRequestId: id }) {
      await tx.run(
        `update meeting_requests set status = 'booked', starts_at = 1, ends_at = 2, calendar_event_id = 'cal_1',
           no_show_by = 'guest', no_show_at = 3, no_show_returned_turn = 1 where id = $1`,
        [id],
      );
      // As if it had been given back after all turns.
      await tx.run('update turns set returned_at = 4000000000000 where meeting_request_id = $1', [id]);
    },
    input: ({ routedRequestId }) => ({ path: { id: routedRequestId }, body: { by: null } }),
    table: 'turns',
    onSqlite: [
      'INDEX turns_of_request (workspace_id=? AND meeting_request_id=?)',
      'INDEX turns_returned (workspace_id=? AND team_id=? AND member_id=?)',
      ...lastOfMember,
    ],
    // The endpoints that get a delivery.
    most: OLDEST + 1,
  },
};

/** Calls the handler of the route. Returns the scans of its statements. */
async function scansOf(node: Node, { operation, input, refusal }: Call, workspace: Large): Promise<Scans> {
  const route = node.app.routes.find((candidate) => candidate.operation === operation);
  const handle = route?.handle as unknown as (context: Context, input: object) => Promise<unknown>;
  const scans = new Scans();
  const context = watchedContext(node, scans);
  const handled = handle(context, { path: {}, query: {}, body: {}, ...input(workspace) });
  await (refusal ? assert.rejects(handled, refusal) : handled);
  return scans;
}

function watchedContext(node: Node, scans: Scans): Context {
  return {
    ...node.services,
    database: watched(node.services.database, (tx, statement) => scans.take(tx, statement)),
    caller: { workspaceId: node.workspaceId, actor: { type: 'system', id: 'tests' }, scopes: [] },
  };
}

/** What reads the names of things, by the table that they are in. */
const readsOfNames: Record<string, (context: Context, ids: string[]) => Promise<unknown>> = {
  api_keys: nameKeys,
  booking_links: nameLinks,
  calendars: nameCalendars,
  meeting_requests: nameRequests,
  seats: findSeatMembers,
  team_memberships: findPlaces,
  teams: nameTeams,
  webhook_endpoints: nameEndpoints,
};

onBothEngines('In a workspace with much history', (node) => {
  let workspace: Large;

  before(async () => {
    const large = await makeLargeWorkspace(node());
    const { id } = await makeRequest(node());
    await node().services.database.change('update meeting_requests set organizer_id = $2 where id = $1', [
      id,
      large.memberIds.at(-1) as string,
    ]);
    workspace = { ...large, openRequestId: id };
  });

  for (const [name, call] of Object.entries(calls)) {
    test(`${name} reads what it needs`, async () => {
      const { database } = node().services;
      const mode = call.mode ?? 'pool';
      await database.change('update teams set mode = $1 where id = $2', [mode, workspace.teamId]);
      await database.transaction(async (tx) => call.prepare?.(tx, workspace));
      const { onSqlite, onPostgres } = await scansOf(node(), call, workspace);
      if (database.dialect.engine === 'sqlite') {
        const scans = [...(onSqlite.get(call.table) ?? [])];
        assert.ok(scans.length > 0);
        assert.deepEqual(
          scans.filter((scan) => !call.onSqlite.includes(scan)),
          [],
        );
      } else {
        assert.ok(onPostgres.has(call.table));
        for (const [table, rows] of onPostgres) assert.ok(rows <= (call.most ?? FEW), `${rows} of ${table}`);
      }
    });
  }

  test('names of things, and who made them, are found by the ids of the things', async () => {
    const { database } = node().services;
    const scans = new Scans();
    const context = watchedContext(node(), scans);
    for (const [table, read] of Object.entries(readsOfNames)) {
      const rows = await database.all<{ id: string }>(`select id from ${table} limit 25`);
      await read(
        context,
        rows.map(({ id }) => id),
      );
    }
    await whoDid(context, 'api_key.created', [workspace.apiKeyId]);
    for (const table of [...Object.keys(readsOfNames), 'audit_entries']) {
      if (database.dialect.engine === 'postgres') {
        assert.ok((scans.onPostgres.get(table) ?? 0) <= FEW, table);
      } else {
        const found = [...(scans.onSqlite.get(table) ?? [])];
        assert.ok(found.length > 0, table);
        for (const scan of found) assert.match(scan, /\b(?:id|target_id)=\?/, table);
      }
    }
  });
});
