// Each call reads only what it needs, however much history there is: both engines' query plans are checked.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Context } from '../../src/context.ts';
import type { Transaction } from '../../src/storage/database.ts';
import { type LargeWorkspace, makeLargeWorkspace, OLDEST } from '../support/makers/large-workspace.ts';
import {
  planOnPostgres,
  planOnSqlite,
  type Statement,
  tableOf,
  takenUpBy,
  watched,
} from '../support/server/plans.ts';
import { type Node, onBothEngines } from '../support/server/rota.ts';

/** More than any of these calls needs of one table, and far less than there is. */
const FEW = 50;

/** Which tables the statements of a call look at, and how. */
class Looks {
  /** On SQLite: through which index and, in parentheses, by which columns that narrows down. */
  readonly onSqlite = new Map<string, Set<string>>();
  /** On PostgreSQL: how many rows were taken up at most. */
  readonly onPostgres = new Map<string, number>();

  async take(tx: Transaction, statement: Statement): Promise<void> {
    if (tx.dialect.engine === 'postgres') {
      for (const node of await planOnPostgres(tx, statement)) {
        const table = tableOf(node);
        if (table === undefined) continue;
        this.onPostgres.set(table, Math.max(this.onPostgres.get(table) ?? 0, takenUpBy(node)));
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

interface Call {
  operation: string;
  /** Of the team. */
  mode?: 'stack';
  input(workspace: LargeWorkspace): { path?: object; query?: object; body?: object };
  /** The table that has grown, and what SQLite may say about it. */
  table: string;
  onSqlite: string[];
  /** How many rows PostgreSQL may take up of a table, where that is more than a few. */
  most?: number;
  refusal?: RegExp;
}

const inTeam = ({ teamId }: LargeWorkspace) => ({ path: { id: teamId } });
const ofMember = 'INDEX turns_member (workspace_id=? AND team_id=? AND member_id=?)';
const lastOfMember = [ofMember, `COVERING ${ofMember}`];
const lastOfTeam = 'COVERING INDEX sqlite_autoindex_turns_1 (workspace_id=? AND team_id=?)';
const sinceThen =
  'COVERING INDEX turns_since (workspace_id=? AND team_id=? AND member_id=? AND created_at>?)';

const returnedSince = 'INDEX turns_returned (workspace_id=? AND team_id=? AND member_id=? AND created_at>?)';

const calls: Record<string, Call> = {
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
    // The endpoints that are told of it.
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
  'a request, of which endpoints are told': {
    operation: 'createMeetingRequest',
    input: ({ teamId }) => ({ body: { team_id: teamId, participant_emails: ['new@example.org'] } }),
    table: 'webhook_endpoints',
    onSqlite: ['INDEX webhook_endpoints_present (workspace_id=?)'],
    // All that are not deleted.
    most: OLDEST + 1,
  },
  'a seat': {
    operation: 'assignSeat',
    input: ({ memberIds }) => ({ path: { membership_id: memberIds[0] } }),
    table: 'members',
    onSqlite: ['INDEX members_key (workspace_id=? AND id=?)'],
    refusal: /already has a seat/,
    // Those under the entitlement are counted.
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
    // What is still open.
    most: OLDEST + 1,
  },
  // How many there are is counted, without those that are over.
  'one more member': {
    operation: 'createWorkspaceMember',
    input: () => ({ body: { email: 'one-more@example.com' } }),
    table: 'members',
    onSqlite: ['INDEX members_active_role (workspace_id=?)'],
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
    // All that can be used.
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
  'somebody who leaves it to another': {
    operation: 'deactivateWorkspaceMember',
    input: ({ memberIds: [id, heir = ''] }) => ({
      path: { id },
      body: { transfer_to: heir.toLowerCase() },
    }),
    table: 'meeting_requests',
    onSqlite: [
      ...['', ' AND id<?'].flatMap((bound) =>
        ['', 'COVERING '].map(
          (covering) =>
            `${covering}INDEX meeting_requests_by_organizer_status (workspace_id=? AND organizer_id=? AND status=?${bound})`,
        ),
      ),
    ],
    // The endpoints that are told of it.
    most: OLDEST + 1,
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
};

/** What the call looks at; handles it as its route does. */
async function looksOf(
  node: Node,
  { operation, input, refusal }: Call,
  workspace: LargeWorkspace,
): Promise<Looks> {
  const route = node.app.routes.find((candidate) => candidate.operation === operation);
  const handle = route?.handle as unknown as (context: Context, input: object) => Promise<unknown>;
  const looks = new Looks();
  const context: Context = {
    ...node.services,
    database: watched(node.services.database, (tx, statement) => looks.take(tx, statement)),
    caller: { workspaceId: node.workspaceId, actor: { type: 'system', id: 'tests' }, scopes: [] },
  };
  const handled = handle(context, { path: {}, query: {}, body: {}, ...input(workspace) });
  await (refusal ? assert.rejects(handled, refusal) : handled);
  return looks;
}

onBothEngines('In a workspace with a past', (node) => {
  let workspace: LargeWorkspace;

  before(async () => {
    workspace = await makeLargeWorkspace(node());
  });

  for (const [name, call] of Object.entries(calls)) {
    test(`${name} reads what it needs`, async () => {
      const { database } = node().services;
      const mode = call.mode ?? 'pool';
      await database.change('update teams set mode = $1 where id = $2', [mode, workspace.teamId]);
      const { onSqlite, onPostgres } = await looksOf(node(), call, workspace);
      if (database.dialect.engine === 'sqlite') {
        const looks = [...(onSqlite.get(call.table) ?? [])];
        assert.ok(looks.length > 0);
        assert.deepEqual(
          looks.filter((look) => !call.onSqlite.includes(look)),
          [],
        );
      } else {
        assert.ok(onPostgres.has(call.table));
        for (const [table, rows] of onPostgres) assert.ok(rows <= (call.most ?? FEW), `${rows} of ${table}`);
      }
    });
  }
});
