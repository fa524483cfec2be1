// Full lane, because it needs much data: Each list scans an index and stops after a page: both engines' query plans are checked.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import type { Database } from '../../src/storage/database.ts';
import { test } from '../support/lanes.ts';
import {
  GUEST,
  type LargeWorkspace,
  makeLargeWorkspace,
  OLDEST,
  PARTICIPANTS,
} from '../support/makers/large-workspace.ts';
import { boundedReads, consoleReads, readsFew } from '../support/server/console-reads.ts';
import type { KeyRoute } from '../support/server/key-routes.ts';
import {
  planOnPostgres,
  planOnSqlite,
  rowsReadBy,
  type Statement,
  tableOf,
} from '../support/server/plans.ts';
import { type Node, onBothEngines } from '../support/server/rota.ts';

const LIMIT = 25;
/** One row more than a page shows whether there is a next one. */
const ROWS_READ = LIMIT + 1;

/** The statements that a GET route sends to the database. */
async function statementsOf(node: Node, url: string, ids: Record<string, string>, query: object) {
  const route = node.app.routes.find(
    (candidate) => candidate.method === 'GET' && candidate.url === url,
  ) as KeyRoute;
  const statements: Statement[] = [];
  const database: Database = {
    ...node.services.database,
    get: (sql, values = []) => node.services.database.get(sql, values),
    all: (sql, values = []) => {
      statements.push({ sql, values });
      return node.services.database.all(sql, values);
    },
  };
  const caller = {
    workspaceId: node.workspaceId,
    actor: { type: 'system', id: 'tests' },
    scopes: [],
  } as const;
  const input = { path: ids, query: { limit: LIMIT, cursor: undefined, ...query }, body: {} };
  const { data } = (await route.handle({ ...node.services, database, caller }, input as never)) as {
    data: unknown;
  };
  if (Array.isArray(data)) assert.equal(data.length, LIMIT, 'there is more than a page of them');
  assert.ok(statements.length > 0);
  // The list of seats also counts them for each entitlement, which reads all of them.
  return statements.filter(({ sql }) => !sql.includes('from entitlements'));
}

/** Each scan of the table by the statement; on PostgreSQL with the number of rows that it read. */
async function planOf(database: Database, statement: Statement, table: string): Promise<string[]> {
  const { sql } = statement;
  if (database.dialect.engine === 'sqlite') {
    const steps = await planOnSqlite(database, statement);
    // Parts of the statement that run by themselves and return a page each. Only their results may be sorted.
    const parts = steps.flatMap(({ detail }) => /^CO-ROUTINE (\w+)$/.exec(detail)?.[1] ?? []);
    const sorts = steps
      // The few people of each request are sorted.
      .filter(({ detail }) => /TEMP B-TREE (?!FOR json_group_array)/.test(detail))
      .filter(({ parent }) => parts.length === 0 || parent !== 0);
    assert.deepEqual(sorts, [], 'no more than a page is sorted');
    // SQLite seeks the first upper bound only, and would read every row from there down to a second.
    assert.ok((sql.match(/ < \$/g) ?? []).length <= 1, `has one upper bound: ${sql}`);
    return steps
      .map(({ detail }) => detail)
      .filter((detail) => /^(SEARCH|SCAN) (\w+)/.exec(detail)?.[2] === table)
      .filter((detail) => !parts.some((part) => detail === `SCAN ${part}`));
  }
  const nodes = await database.transaction((tx) => planOnPostgres(tx, statement));
  const sorts = nodes.filter((node) => node['Node Type'].includes('Sort'));
  for (const { Plans = [] } of sorts) {
    for (const sorted of Plans)
      assert.ok(sorted['Actual Rows'] <= ROWS_READ, 'no more than a page is sorted');
  }
  const scans = nodes.filter((node) => tableOf(node) !== undefined);
  for (const scan of scans) {
    const found = `${rowsReadBy(scan)} rows for a page of ${LIMIT}: ${JSON.stringify(scan)}`;
    assert.ok(rowsReadBy(scan) <= ROWS_READ * PARTICIPANTS, found);
  }
  return scans
    .filter((scan) => tableOf(scan) === table)
    .map((scan) => `${scan['Node Type']}, ${rowsReadBy(scan)} rows`);
}

/** The table that a list scans, and the columns, besides the workspace's, by which the index is searched. */
interface List {
  table: string;
  query?(workspace: LargeWorkspace): object;
  by?: string[];
  /** The ids in its path, if they are not those of the team and the endpoint. */
  ids?(workspace: LargeWorkspace): Record<string, string>;
  /** The column that orders by time. */
  id?: string;
  /** The index, where another one has the same columns. */
  index?: string;
}

const requests = 'meeting_requests';
const deliveries = 'webhook_deliveries';
const deliveryList = '/api/v1/webhook_endpoints/:webhook_endpoint_id/deliveries';
const lists: Record<string, List> = {
  '/api/v1/teams': { table: 'teams' },
  '/api/v1/teams?active=true': { table: 'teams', query: () => ({ active: true }) },
  '/api/v1/teams?active=false': { table: 'teams', query: () => ({ active: false }) },
  '/api/v1/workspace_members': { table: 'members' },
  '/api/v1/workspace_members?include_deactivated=true': {
    table: 'members',
    query: () => ({ include_deactivated: true }),
  },
  '/api/v1/workspace_members?role': {
    table: 'members',
    query: () => ({ role: 'admin' }),
    by: ['role=?'],
  },
  '/api/v1/workspace_members?role&include_deactivated=true': {
    table: 'members',
    query: () => ({ role: 'admin', include_deactivated: true }),
    by: ['role=?'],
  },
  '/api/v1/teams/:id/assignments': { table: 'turns', by: ['team_id=?'] },
  // The oldest turns of the team.
  '/api/v1/teams/:id/assignments?from&to': {
    table: 'turns',
    query: ({ timeOfTurn }) => ({ from: timeOfTurn(0), to: timeOfTurn(OLDEST) }),
    by: ['team_id=?', 'id>?', 'id<?'],
  },
  '/api/v1/teams/:id/assignments?workspace_membership_id': {
    table: 'turns',
    query: ({ memberIds }) => ({ workspace_membership_id: memberIds[0] }),
    by: ['team_id=?', 'member_id=?'],
  },
  '/api/v1/teams/:id/assignments?from&to&workspace_membership_id': {
    table: 'turns',
    query: ({ timeOfTurn, memberIds }) => ({
      from: timeOfTurn(0),
      to: timeOfTurn(OLDEST),
      workspace_membership_id: memberIds[0],
    }),
    by: ['team_id=?', 'member_id=?', 'id>?', 'id<?'],
  },
  '/api/v1/meeting_types': { table: 'meeting_types', index: 'meeting_types_present' },
  '/api/v1/meeting_types?team_id': {
    table: 'meeting_types',
    query: ({ teamId }) => ({ team_id: teamId }),
    by: ['team_id=?'],
  },
  '/api/v1/meeting_types?workspace_membership_id': {
    table: 'meeting_types',
    query: ({ memberIds }) => ({ workspace_membership_id: memberIds[0] }),
    by: ['member_id=?'],
  },
  '/api/v1/teams/:id/booking_links': { table: 'booking_links', by: ['team_id=?'] },
  '/api/v1/audit_log': { table: 'audit_entries' },
  '/api/v1/audit_log?action': {
    table: 'audit_entries',
    query: () => ({ action: 'old' }),
    by: ['action=?'],
  },
  '/api/v1/audit_log?target_id': {
    table: 'audit_entries',
    query: () => ({ target_id: 'old' }),
    by: ['target_id=?'],
  },
  '/api/v1/audit_log?action&target_id': {
    table: 'audit_entries',
    query: () => ({ action: 'old', target_id: 'old' }),
    by: ['target_id=?'],
  },
  '/api/v1/audit_log?actor_id': {
    table: 'audit_entries',
    query: () => ({ actor_id: 'old' }),
    by: ['actor_id=?'],
  },
  '/api/v1/audit_log?actor_type': {
    table: 'audit_entries',
    query: () => ({ actor_type: 'cli' }),
    by: ['actor_type=?'],
  },
  '/api/v1/audit_log?actor_type&actor_id&action': {
    table: 'audit_entries',
    query: () => ({ actor_type: 'cli', actor_id: 'old', action: 'old' }),
    by: ['actor_id=?'],
  },
  '/api/v1/audit_log?actor_id&created_after&created_before': {
    table: 'audit_entries',
    query: ({ timeOfRequest }) => ({
      actor_id: 'old',
      created_after: 0,
      created_before: timeOfRequest(0),
    }),
    by: ['actor_id=?', 'id>?', 'id<?'],
  },
  '/api/v1/events': { table: 'events' },
  '/api/v1/seats': { table: 'seats' },
  '/api/v1/meeting_requests': { table: requests },
  '/api/v1/meeting_requests?attention': {
    table: requests,
    query: () => ({ attention: true }),
    index: 'meeting_requests_needing_attention',
  },
  '/api/v1/meeting_requests?attention&status&team_id&participant_email': {
    table: requests,
    query: ({ teamId }) => ({
      attention: true,
      status: 'paused',
      team_id: teamId,
      participant_email: GUEST,
    }),
    index: 'meeting_requests_needing_attention',
  },
  '/api/v1/meeting_requests?attention&host_email': {
    table: requests,
    query: ({ host }) => ({ attention: true, host_email: host.email }),
    index: 'meeting_requests_needing_attention',
  },
  // What these find is the oldest, where a scan past the others would take longest.
  '/api/v1/meeting_requests?status': {
    table: requests,
    query: () => ({ status: 'paused' }),
    by: ['status=?'],
  },
  '/api/v1/meeting_requests?organizer_email': {
    table: requests,
    query: ({ organizerEmail }) => ({ organizer_email: organizerEmail }),
    by: ['organizer_id=?'],
  },
  '/api/v1/meeting_requests?team_id': {
    table: requests,
    query: ({ teamId }) => ({ team_id: teamId }),
    by: ['team_id=?'],
  },
  '/api/v1/meeting_requests?meeting_type_id': {
    table: requests,
    query: ({ meetingTypeId }) => ({ meeting_type_id: meetingTypeId }),
    by: ['meeting_type_id=?'],
  },
  '/api/v1/meeting_requests?status&meeting_type_id': {
    table: requests,
    query: ({ meetingTypeId }) => ({ status: 'paused', meeting_type_id: meetingTypeId }),
    by: ['meeting_type_id=?', 'status=?'],
  },
  '/api/v1/meeting_requests?status&organizer_email': {
    table: requests,
    query: ({ organizerEmail }) => ({ status: 'paused', organizer_email: organizerEmail }),
    by: ['organizer_id=?', 'status=?'],
  },
  '/api/v1/meeting_requests?status&team_id': {
    table: requests,
    query: ({ teamId }) => ({ status: 'paused', team_id: teamId }),
    by: ['team_id=?', 'status=?'],
  },
  '/api/v1/meeting_requests?organizer_email&team_id': {
    table: requests,
    query: ({ organizerEmail, teamId }) => ({ organizer_email: organizerEmail, team_id: teamId }),
    by: ['organizer_id=?'],
  },
  '/api/v1/meeting_requests?status&participant_email': {
    table: 'meeting_request_participants',
    query: () => ({ status: 'paused', participant_email: GUEST }),
    by: ['email_folded=?'],
    id: 'request_id',
  },
  '/api/v1/meeting_requests?participant_email': {
    table: 'meeting_request_participants',
    query: () => ({ participant_email: GUEST }),
    by: ['email_folded=?'],
    id: 'request_id',
  },
  '/api/v1/meeting_requests?created_after&created_before': {
    table: requests,
    query: ({ timeOfRequest }) => ({
      created_after: timeOfRequest(0),
      created_before: timeOfRequest(OLDEST),
    }),
    by: ['id>?', 'id<?'],
  },
  '/api/v1/meeting_requests?organizer_email&created_after&created_before': {
    table: requests,
    query: ({ organizerEmail, timeOfRequest }) => ({
      organizer_email: organizerEmail,
      created_after: timeOfRequest(0),
      created_before: timeOfRequest(OLDEST),
    }),
    by: ['organizer_id=?', 'id>?', 'id<?'],
  },
  [deliveryList]: { table: deliveries, by: ['endpoint_id=?'] },
  [`${deliveryList}?status`]: {
    table: deliveries,
    query: () => ({ status: 'failed' }),
    by: ['endpoint_id=?', 'status=?'],
  },
  [`${deliveryList}?event_type`]: {
    table: deliveries,
    query: () => ({ event_type: 'failing' }),
    by: ['endpoint_id=?', 'event_type=?'],
  },
  [`${deliveryList}?status=failed&event_type`]: {
    table: deliveries,
    query: () => ({ status: 'failed', event_type: 'failing' }),
    by: ['endpoint_id=?', 'status=?'],
  },
  [`${deliveryList}?status=success&event_type`]: {
    table: deliveries,
    query: () => ({ status: 'success', event_type: 'arriving' }),
    by: ['endpoint_id=?', 'event_type=?'],
  },
  '/api/v1/opt_outs': { table: 'opt_outs' },
  '/api/v1/messages': { table: 'messages' },
  '/api/v1/messages?status': {
    table: 'messages',
    query: () => ({ status: 'failed' }),
    by: ['status=?'],
  },
  '/api/v1/messages?kind': {
    table: 'messages',
    query: () => ({ kind: 'reply' }),
    by: ['kind=?'],
  },
  '/api/v1/messages?direction': {
    table: 'messages',
    query: () => ({ direction: 'in' }),
    by: ['direction=?'],
  },
  '/api/v1/messages?status&direction': {
    table: 'messages',
    query: () => ({ status: 'failed', direction: 'out' }),
    by: ['status=?'],
  },
  '/api/v1/messages?status&kind': {
    table: 'messages',
    query: () => ({ status: 'failed', kind: 'attention' }),
    by: ['kind=?', 'status=?'],
  },
  '/api/v1/messages?address': {
    table: 'messages',
    query: () => ({ address: 'OLD@example.org' }),
    by: ['<expr>=?'],
  },
  '/api/v1/messages?address&status&kind': {
    table: 'messages',
    query: () => ({ address: 'old@example.org', status: 'failed', kind: 'attention' }),
    by: ['<expr>=?'],
  },
  '/api/v1/meeting_requests/:id/messages': {
    table: 'messages',
    by: ['request_id=?'],
    ids: ({ routedRequestId }) => ({ id: routedRequestId }),
  },
  '/api/v1/webhook_endpoints': { table: 'webhook_endpoints' },
};

onBothEngines('A list in a large workspace', (node) => {
  let workspace: LargeWorkspace;

  before(async () => {
    workspace = await makeLargeWorkspace(node());
  });

  for (const [
    name,
    { table, query = () => ({}), by = [], ids: idsOf, id = 'id', index = '' },
  ] of Object.entries(lists)) {
    test(`${name} scans an index and stops after a page`, async () => {
      const { database } = node().services;
      const [url = ''] = name.split('?');
      for (const part of [{}, { cursor: await middleOf(node(), table, id) }]) {
        const wanted = { ...query(workspace), ...part };
        const ids = idsOf?.(workspace) ?? {
          id: workspace.teamId,
          webhook_endpoint_id: workspace.endpointId,
        };
        const statements = await statementsOf(node(), url, ids, wanted);
        const scans = (await Promise.all(statements.map((each) => planOf(database, each, table)))).flat();
        assert.equal(scans.length, 1, `scans ${table} once: ${scans}`);
        const [scan = ''] = scans;
        if (database.dialect.engine === 'sqlite') {
          // The columns in parentheses are those by which the index is searched.
          const columns = new Set(['workspace_id=?', ...by, ...('cursor' in part ? [`${id}<?`] : [])]);
          assert.match(scan, /^SEARCH \w+ USING (COVERING )?INDEX /);
          assert.ok(scan.includes(index), scan);
          const searched = scan.slice(scan.indexOf('(') + 1, -1).split(' AND ');
          assert.deepEqual(searched.toSorted(), [...columns].sort());
        } else {
          // Between two times, the item of the cursor is read too.
          const rows = by.includes('id>?') ? `(${ROWS_READ}|${ROWS_READ + 1})` : ROWS_READ;
          assert.match(scan, new RegExp(`^Index (Only )?Scan, ${rows} rows$`));
        }
      }
    });
  }

  for (const [name, read] of Object.entries(consoleReads)) {
    test(`${name} reads few rows, each by an index`, () =>
      readsFew(node(), (context) => read(context, workspace)));
  }

  for (const [name, { most, read }] of Object.entries(boundedReads)) {
    test(`${name} reads at most ${most} rows of a table, by an index`, () =>
      readsFew(node(), (context) => read(context, workspace), most));
  }

  test('/api/v1/api_keys reads no key that is revoked or expired', async () => {
    // Without the scan of its own results.
    const readsOrSorts = (detail: string) => !/^(CO-ROUTINE|SCAN) api_keys$/.test(detail);
    const { database } = node().services;
    const statements = await statementsOf(node(), '/api/v1/api_keys', {}, {});
    const scans = await Promise.all(
      statements.map(async (each) =>
        database.dialect.engine === 'sqlite'
          ? (await planOnSqlite(database, each)).map(({ detail }) => detail).filter(readsOrSorts)
          : (await database.transaction((tx) => planOnPostgres(tx, each)))
              .filter((scan) => tableOf(scan) === 'api_keys')
              .map((scan) => rowsReadBy(scan)),
      ),
    );
    const makers =
      'SEARCH api_key_makers USING INDEX sqlite_autoindex_api_key_makers_1 (workspace_id=? AND api_key_id=?) LEFT-JOIN';
    const sort = 'USE TEMP B-TREE FOR ORDER BY';
    const expected = {
      sqlite: [
        ['SEARCH api_keys USING INDEX api_keys_lasting (workspace_id=?)', makers],
        // The second sorts the page.
        [
          'SEARCH api_keys USING INDEX api_keys_expiring (workspace_id=? AND expires_at>?)',
          sort,
          makers,
          sort,
        ],
      ],
      // All keys that will expire: no index knows the time.
      postgres: [[ROWS_READ], [OLDEST / 2]],
    };
    assert.deepEqual(scans, expected[database.dialect.engine]);
  });

  test('events after a given one are read from there on', async () => {
    const { database } = node().services;
    const after = await middleOf(node(), 'events', 'id');
    const statements = await statementsOf(node(), '/api/v1/events', {}, { after });
    const [scan = ''] = (
      await Promise.all(statements.map((each) => planOf(database, each, 'events')))
    ).flat();
    const plans = { sqlite: /\(workspace_id=\? AND id>\?\)$/, postgres: /^Index Scan, 26 rows$/ };
    assert.match(scan, plans[database.dialect.engine]);
  });

  test('a team is read without the memberships of other teams', async () => {
    const { database } = node().services;
    const statements = await statementsOf(node(), '/api/v1/teams/:id', { id: workspace.teamId }, {});
    const table = 'team_memberships';
    const scans = (await Promise.all(statements.map((each) => planOf(database, each, table)))).flat();
    assert.ok(scans.length > 0);
    const plans = {
      sqlite: /INDEX \w+ \(workspace_id=\? AND team_id=\?\)$/,
      postgres: /^Index Scan, 3 rows$/,
    };
    for (const scan of scans) assert.match(scan, plans[database.dialect.engine]);
  });
});

/** One of the oldest items of the list, in the middle of what every filter finds. */
async function middleOf({ services, workspaceId }: Node, table: string, id: string): Promise<string> {
  const row = await services.database.get<{ id: string }>(
    `select ${id} as id from ${table} where workspace_id = $1 order by ${id} limit 1 offset ${OLDEST / 2}`,
    [workspaceId],
  );
  return row?.id as string;
}
