// The schema refuses references across workspaces, should a query ever forget the workspace.
import assert from 'node:assert/strict';
import { ConstraintViolation } from '../../src/storage/database.ts';
import { insertRow, type Row } from '../../src/storage/rows.ts';
import { test } from '../support/lanes.ts';
import { eventsOf, subscribe } from '../support/makers/events.ts';
import { makeThing } from '../support/makers/things.ts';
import { untilIdle } from '../support/server/idle.ts';
import { type Node, onBothEngines } from '../support/server/rota.ts';

/** One thing of each kind that a row can refer to, in the key's workspace. */
async function makeThings(node: Node, workspaceId: string, rawKey: string) {
  const { services } = node;
  const entitlement = services.ids('entitlement');
  await services.database.change(
    `insert into entitlements (workspace_id, id, plan_key, seat_capacity, seat_unlimited, enforcement_mode, priority,
       active, created_at)
     values ($1, $2, 'pro', 1, 0, 'hard', 0, 1, 0)`,
    [workspaceId, entitlement],
  );
  const team_id = await makeThing('team', node, rawKey);
  const member_id = await makeThing('member', node, rawKey);
  const request_id = await makeThing('meetingRequest', node, rawKey);
  // Without a sync: there is one for a calendar.
  const calendar_id = services.ids('calendar');
  await services.database.change(
    `insert into calendars (workspace_id, id, member_id, type, receives_bookings, created_at, updated_at)
     values ($1, $2, $3, 'pushed', 0, 0, 0)`,
    [workspaceId, calendar_id, member_id],
  );
  // The first key, which has no maker.
  const key = await services.database.get<{ id: string }>(
    'select min(id) as id from api_keys where workspace_id = $1',
    [workspaceId],
  );
  const [event] = await eventsOf({ services, workspaceId }, request_id);
  // Once its times are offered, the request has a row of what is due: there is one for each.
  await untilIdle(node);
  const option = await services.database.get<{ id: string }>(
    'select min(id) as id from options where request_id = $1',
    [request_id],
  );
  await services.database.change('delete from meeting_request_schedules where request_id = $1', [request_id]);
  const message = await services.database.get<{ id: string }>(
    'select min(id) as id from messages where request_id = $1',
    [request_id],
  );
  return {
    // A mail has the id of its message.
    id: message?.id as string,
    option_id: option?.id as string,
    team_id,
    member_id,
    organizer_id: member_id,
    heir_id: member_id,
    host_id: member_id,
    request_id,
    meeting_type_id: await makeThing('meetingType', node, rawKey),
    link_id: await makeThing('bookingLink', node, rawKey),
    calendar_id,
    entitlement_id: entitlement,
    endpoint_id: await subscribe(node, ['meeting_request.created'], { workspace: workspaceId }),
    delivery_id: await makeThing('delivery', node, rawKey),
    event_id: event?.id as string,
    api_key_id: key?.id as string,
    maker_id: await makeThing('apiKey', node, rawKey),
  };
}
type Reference = keyof Awaited<ReturnType<typeof makeThings>>;

/** Every table that refers to such things: the columns, and what else a row needs. */
const tables: Record<string, { refersBy: Reference[]; others: Row }> = {
  team_memberships: { refersBy: ['team_id', 'member_id'], others: { role: 'member', created_at: 0 } },
  turns: {
    refersBy: ['team_id', 'member_id'],
    others: { number: 1, reason: 'x', candidates: '[]', created_at: 0 },
  },
  hand_overs: {
    refersBy: ['member_id', 'heir_id'],
    others: { actor_type: 'cli', actor_id: 'x', created_at: 0 },
  },
  sign_in_links: {
    refersBy: ['member_id'],
    others: { email_folded: 'x', mailed: 0, created_at: 0, expires_at: 0 },
  },
  sessions: {
    refersBy: ['member_id'],
    others: { secret_hash: 'x', client_address: 'x', created_at: 0, seen_at: 0, expires_at: 0 },
  },
  availability: {
    refersBy: ['member_id'],
    others: {
      weekly: '[]',
      overrides: '[]',
      buffer_before_minutes: 0,
      buffer_after_minutes: 0,
      minimum_notice_minutes: 0,
      updated_at: 0,
    },
  },
  bookings: { refersBy: ['request_id', 'member_id'], others: { starts_at: 0, ends_at: 1 } },
  calendars: {
    refersBy: ['member_id'],
    others: { type: 'pushed', receives_bookings: 0, created_at: 0, updated_at: 0 },
  },
  calendar_connections: {
    refersBy: ['member_id'],
    others: {
      provider: 'google',
      status: 'broken',
      token_number: 0,
      attempts: 0,
      created_at: 0,
      updated_at: 0,
    },
  },
  calendar_syncs: { refersBy: ['calendar_id'], others: { health: 'new', attempts: 0, wish_number: 0 } },
  calendar_objects: { refersBy: ['calendar_id'], others: { href: 'x', etag: 'x', doubtful: 0 } },
  calendar_entries: {
    refersBy: ['calendar_id', 'request_id'],
    others: { url: 'x', starts_at: 0, ends_at: 1, sequence: 0, written_at: 0 },
  },
  busy_times: {
    refersBy: ['calendar_id', 'member_id'],
    others: { object: 'x', starts_at: 0, ends_at: 1 },
  },
  meeting_types: {
    refersBy: ['team_id', 'member_id'],
    others: {
      name: 'x',
      slug: 'x',
      questions: '[]',
      confirm_email: 0,
      choose_host: 'off',
      is_public: 0,
      active: 0,
      created_at: 0,
      updated_at: 0,
    },
  },
  meeting_type_slugs: { refersBy: ['meeting_type_id'], others: { slug: 'x', base: 'x', number: 1 } },
  booking_links: { refersBy: ['team_id'], others: { verify_email: 0, uses: 0, created_at: 0 } },
  booking_link_uses: {
    refersBy: ['link_id', 'request_id'],
    others: { nonce: 'x', email_folded: 'x', starts_at: 0, kept_until: 0 },
  },
  booking_confirmations: {
    refersBy: ['link_id', 'request_id'],
    others: {
      nonce: 'x',
      name: 'x',
      email: 'x',
      email_folded: 'x',
      starts_at: 0,
      created_at: 0,
      expires_at: 0,
    },
  },
  meeting_type_uses: {
    refersBy: ['meeting_type_id', 'request_id'],
    others: { nonce: 'x', email_folded: 'x', starts_at: 0, kept_until: 0 },
  },
  meeting_type_confirmations: {
    refersBy: ['meeting_type_id', 'host_id', 'request_id'],
    others: {
      nonce: 'x',
      name: 'x',
      email: 'x',
      email_folded: 'x',
      starts_at: 0,
      created_at: 0,
      expires_at: 0,
    },
  },
  owed_turns: { refersBy: ['team_id', 'member_id'], others: { owed_since: 0 } },
  team_slugs: { refersBy: ['team_id'], others: { slug: 'x', base: 'x', number: 1 } },
  meeting_requests: {
    refersBy: ['organizer_id', 'team_id'],
    others: { status: 'active', include_introduction: 0, created_at: 0, updated_at: 0 },
  },
  meeting_request_participants: {
    refersBy: ['request_id'],
    others: { place: 7, email: 'x', email_folded: 'x' },
  },
  suggested_participants: {
    refersBy: ['request_id'],
    others: { place: 7, email: 'x', email_folded: 'x' },
  },
  meeting_request_hosts: { refersBy: ['request_id', 'member_id'], others: { place: 7 } },
  meeting_request_schedules: { refersBy: ['request_id'], others: { attempts: 0 } },
  place_orders: { refersBy: ['request_id'], others: { attempts: 0 } },
  invites: {
    refersBy: ['request_id'],
    others: { uid: 'x', organizer_address: 'x', sequence: 0, text: 'x', host_ids: '[]' },
  },
  messages: {
    refersBy: ['request_id'],
    others: {
      direction: 'out',
      kind: 'options',
      sender_address: 'x',
      recipient_address: 'x',
      subject: 'x',
      text: 'x',
      message_id: 'x',
      thread: '[]',
      status: 'kept',
      attempts: 0,
      created_at: 0,
    },
  },
  inbox: {
    refersBy: ['id'],
    others: {
      target: 'workspace',
      recipient_address: 'x',
      message_key: 'x',
      envelope_sender: '',
      received_at: 0,
      attempts: 0,
      raw: new Uint8Array(),
    },
  },
  options: {
    refersBy: ['request_id'],
    others: { starts_at: 0, ends_at: 1, round: 1, status: 'withdrawn', created_at: 0 },
  },
  option_acceptances: { refersBy: ['option_id'], others: { request_id: 'x', place: 7 } },
  option_holds: {
    refersBy: ['option_id', 'member_id'],
    others: { request_id: 'x', starts_at: 0, ends_at: 1, held_until: 0 },
  },
  seats: { refersBy: ['member_id', 'entitlement_id'], others: { started_at: 0 } },
  webhook_deliveries: {
    refersBy: ['endpoint_id', 'event_id'],
    others: { event_type: 'x', status: 'success', attempts: 0, earlier_attempts: 0, created_at: 0 },
  },
  api_key_makers: { refersBy: ['api_key_id', 'maker_id'], others: {} },
  webhook_attempts: { refersBy: ['delivery_id'], others: { number: 7, started_at: 0, duration_ms: 0 } },
};

/** A stored response belongs to a key and to no workspace. */
const ANSWERS = ['idempotent_answers', 'operator_answers'];

/** Tables whose rows have no id. */
const WITHOUT_ID = [
  'availability',
  'bookings',
  'calendar_syncs',
  'calendar_objects',
  'calendar_entries',
  'busy_times',
  'hand_overs',
  'booking_link_uses',
  'meeting_type_uses',
  'owed_turns',
  'team_slugs',
  'meeting_type_slugs',
  'meeting_request_participants',
  'suggested_participants',
  'meeting_request_hosts',
  'meeting_request_schedules',
  'place_orders',
  'invites',
  'option_acceptances',
  'option_holds',
  'webhook_attempts',
  'api_key_makers',
];

onBothEngines.fast('The schema', (node) => {
  test('refuses a row that refers to a thing of another workspace', async () => {
    const { database, ids } = node().services;
    const workspace_id = node().workspaceId;
    const own = await makeThings(node(), workspace_id, node().rawKey);
    const other = await node().otherWorkspace();
    const foreign = await makeThings(node(), other.id, other.rawKey);

    for (const [table, { refersBy, others }] of Object.entries(tables)) {
      const row: Row = { workspace_id, ...others };
      if (!WITHOUT_ID.includes(table)) row.id = ids('request');
      for (const column of refersBy) row[column] = own[column];
      const insert = (values: Row) => database.transaction((tx) => insertRow(tx, table, values));
      for (const column of refersBy) {
        await assert.rejects(
          insert({ ...row, [column]: foreign[column] }),
          (error) => error instanceof ConstraintViolation && error.kind === 'foreign_key',
          `${table}.${column}`,
        );
      }
      // With references to one workspace only it is accepted, so that nothing else was wrong.
      await insert(row);
    }
  });

  test('has no other reference inside of a workspace', async () => {
    const { database } = node().services;
    const sql = {
      sqlite: `select tables.name as "table", keys."from" as "column"
               from sqlite_schema as tables, pragma_foreign_key_list(tables.name) as keys
               where tables.type = 'table'`,
      postgres: `select conrelid::regclass::text as "table", attname as "column"
                 from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
                 where contype = 'f'`,
    };
    const found = await database.all<{ table: string; column: string }>(sql[database.dialect.engine]);
    const inside = found.filter(({ table, column }) => column !== 'workspace_id' && !ANSWERS.includes(table));
    assert.deepEqual(
      inside.map(({ table, column }) => `${table}.${column}`).sort(),
      Object.entries(tables)
        .flatMap(([table, { refersBy }]) => refersBy.map((column) => `${table}.${column}`))
        .sort(),
    );
  });
});
