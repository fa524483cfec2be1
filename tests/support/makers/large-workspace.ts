// Ten thousand rows of each listed kind, next to many small workspaces. Written in bulk, because calls would take too long.
import type { IdKind } from '../../../src/ids.ts';
import type { Value } from '../../../src/storage/database.ts';
import type { Node } from '../server/rota.ts';
import { insertMany } from './many-rows.ts';
import { makeSmallWorkspaces } from './small-workspaces.ts';
import { makeThing } from './things.ts';

const MANY = 10_000;
/**
 * How many of the oldest rows differ from the rest: requests by organizer and team, audit entries by action, deliveries by type (all
 * of one type have failed, none of the other).
 */
const OLD = MANY / 4;
/**
 * How many of the very oldest rows differ even more: requests by state, participant, host and needing attention, members by role, audit
 * entries by target and actor, failed messages by address. The usable keys and endpoints are among these rows.
 */
export const OLDEST = MANY / 20;
/** From this one on, deliveries wait for another attempt, a month later. */
const RETRIED = MANY - OLDEST;
/** Those who take turns in the team. */
const IN_TEAM = 3;
/** Participants of each request. Hosts are fewer. */
export const PARTICIPANTS = 2;
export const GUEST = 'guest@example.org';

export interface LargeWorkspace {
  /** Has ten thousand turns, as many former names, and a quarter of the booking links. */
  teamId: string;
  /** The active members of the team. The last one has had ten thousand bookings. */
  memberIds: string[];
  endpointId: string;
  /** Took one of the team's turns. */
  routedRequestId: string;
  /** Waits for another attempt, as the latest deliveries to the endpoint do. */
  waitingDeliveryId: string;
  /** A link of the team. */
  linkId: string;
  /** The type of the old requests. */
  meetingTypeId: string;
  /** Made ten thousand keys, of which few are still usable. */
  apiKeyId: string;
  /** The organizer of the old requests. */
  organizerEmail: string;
  /** A host of the oldest requests, who organizes only a single, newer one. */
  host: { id: string; email: string };
  /** The creation time of the request at this place, counted from the oldest. All times differ. */
  timeOfRequest(place: number): number;
  /** The same for the team's turns. */
  timeOfTurn(place: number): number;
}

interface Given {
  id: string;
  number: number;
  at: number;
  /** Members in turn. */
  member_id: string | null;
}

/** Every second team, member and seat is inactive. The requests were created a second apart. */
export async function makeLargeWorkspace(node: Node): Promise<LargeWorkspace> {
  const { database, ids } = node.services;
  const teamId = await makeThing('team', node, node.rawKey);
  const given = database.dialect.rows('$2', {
    id: 'text',
    number: 'bigint',
    at: 'bigint',
    member_id: 'text',
  });
  const insert = (rows: Given[], sql: string, ...more: Value[]) =>
    insertMany(database, `${sql} from ${given}`, [node.workspaceId, JSON.stringify(rows), ...more]);
  const make = (kind: IdKind, members: Given[] = [], step = 0) =>
    Array.from({ length: MANY }, (_, number): Given => {
      node.clock.advance(step);
      return { id: ids(kind), number, at: node.clock.now(), member_id: members[number]?.id ?? null };
    });
  const over = 'case when number % 2 = 0 then null else 1 end';

  const members = make('member');
  await insert(
    members,
    `insert into members (id, workspace_id, email, email_folded, role, deactivated_at, created_at)
     select id, $1, lower(id), lower(id), case when number < ${OLDEST} then 'admin' else 'member' end, ${over}, at`,
  );
  const teams = make('team');
  await insert(
    teams,
    `insert into teams (id, workspace_id, name, slug, mode, stack_always_apply, include_all_members,
       introduce_member, deactivated_at, created_at, updated_at)
     select id, $1, 'Many', id, 'pool', 0, 0, 0, ${over}, at, at`,
  );
  // One member in each, and some in the large team.
  const memberships = make('membership', members);
  const places = memberships.map((given, place) => ({
    ...given,
    team: place < 2 * IN_TEAM && place % 2 === 0 ? teamId : teams[place]?.id,
  }));
  await insertMany(
    database,
    `insert into team_memberships (id, workspace_id, team_id, member_id, role, created_at)
     select id, $1, team, member_id, 'member', 0
     from ${database.dialect.rows('$2', { id: 'text', team: 'text', member_id: 'text' })}`,
    [node.workspaceId, JSON.stringify(places)],
  );
  const inTeam = places.filter(({ team }) => team === teamId).map(({ member_id }) => member_id as string);
  const turns = make('turn', [], 1_000);
  await insert(
    turns.map((turn) => ({ ...turn, member_id: inTeam[turn.number % IN_TEAM] as string })),
    `insert into turns (id, workspace_id, team_id, number, member_id, member_number, reason, candidates, created_at)
     select id, $1, $3, number, member_id, number / ${IN_TEAM} + 1, 'x', '[]', at`,
    teamId,
  );
  await insert(
    make('team'),
    `insert into team_slugs (workspace_id, slug, base, number, team_id) select $1, id, id, 1, $3`,
    teamId,
  );
  // The oldest belong to a member, the next to the large team.
  const ownerOfType = (place: number) =>
    place < OLDEST / 4
      ? { team: null, member: (members[0] as Given).id }
      : { team: place < OLD ? teamId : (teams[place] as Given).id, member: null };
  const types = make('meetingType').map((type, place) => ({
    ...type,
    ...ownerOfType(place),
  }));
  const meetingTypeId = (types[0] as Given).id;
  await insertMany(
    database,
    `insert into meeting_types (id, workspace_id, name, slug, team_id, member_id, questions, confirm_email, choose_host,
       is_public, active, created_at, updated_at)
     select id, $1, 'Many', id, team, member, '[]', 0, 'off', 1, 1, 0, 0
     from ${database.dialect.rows('$2', { id: 'text', team: 'text', member: 'text' })}`,
    [node.workspaceId, JSON.stringify(types)],
  );
  // The first ones belong to the large team.
  const links = make('bookingLink').map((link, place) => ({
    ...link,
    team: place < OLD ? teamId : (teams[place] as Given).id,
  }));
  await insertMany(
    database,
    `insert into booking_links (id, workspace_id, team_id, verify_email, uses, created_at)
     select id, $1, team, 0, 0, 0 from ${database.dialect.rows('$2', { id: 'text', team: 'text' })}`,
    [node.workspaceId, JSON.stringify(links)],
  );
  await insert(
    make('auditEntry'),
    `insert into audit_entries (id, workspace_id, action, actor_type, actor_id, target_type, target_id, changes,
       created_at)
     select id, $1, case when number < ${OLD} then 'old' else 'new' end, case when number < ${OLDEST} then 'cli' else 'system' end,
       case when number < ${OLDEST} then 'old' else 'new' end, 'x',
       case when number < ${OLDEST} then 'old' else 'new' end, '{}', at`,
  );
  await insert(
    make('seat', members),
    `insert into seats (id, workspace_id, member_id, entitlement_id, started_at, ended_at)
     select id, $1, member_id, (select min(id) from entitlements where workspace_id = $1), at, ${over}`,
  );

  const requests = make('meetingRequest', members, 1_000);
  const organizer = members[0] as Given;
  const host = members[OLD] as Given;
  await insert(
    requests,
    `insert into meeting_requests (id, workspace_id, organizer_id, team_id, meeting_type_id, status, include_introduction, starts_at,
       attention_since, booked_at, created_at, updated_at)
     select id, $1, case when number < ${OLD} then $3 else member_id end,
       case when number < ${OLD} then $4 else null end, case when number < ${OLD} then $5 else null end,
       case when number < ${OLDEST} then 'paused' when number < ${OLD} then 'booked' else 'active' end, 0, number * 3600000,
       case when number < ${OLDEST} then at end, case when number >= ${OLDEST} and number < ${OLD} then at + 60000 end, at, at`,
    organizer.id,
    teamId,
    meetingTypeId,
  );
  const participants = [
    `case when number < ${OLDEST} then '${GUEST}' else 'another@example.org' end`,
    "'everyone@example.org'",
  ];
  for (const [place, email] of participants.entries()) {
    await insert(
      requests,
      `insert into meeting_request_participants (workspace_id, request_id, place, email, email_folded)
       select $1, id, ${place}, ${email}, ${email}`,
    );
  }
  await insert(
    requests,
    `insert into meeting_request_hosts (workspace_id, request_id, place, member_id)
     select $1, id, 0, case when number < ${OLDEST} then $3 else member_id end`,
    host.id,
  );
  // An hour apart; the latest was long ago.
  await insert(
    requests,
    `insert into bookings (workspace_id, request_id, member_id, starts_at, ends_at)
     select $1, id, $3, number * 3600000, number * 3600000 + 1800000`,
    inTeam.at(-1) as string,
  );
  // Of the oldest, every second one came in, and the others failed; the other old ones are kept. The last request has the same number of messages.
  const isOldest = `number < ${OLDEST}`;
  const cameIn = `${isOldest} and number % 2 = 0`;
  const address = `case when ${isOldest} and number % 2 = 1 then 'Old@example.org' else 'new@example.org' end`;
  await insert(
    make('message'),
    `insert into messages (id, workspace_id, request_id, direction, kind, sender_address, recipient_address, subject, text,
       message_id, thread, status, attempts, created_at)
     select id, $1, case when number % 2 = 0 then $3 end, case when ${cameIn} then 'in' else 'out' end,
       case when ${cameIn} then 'reply' when number < ${OLD} then 'attention' else 'options' end, ${address}, ${address},
       '', '', id, '[]',
       case when ${cameIn} then 'received' when ${isOldest} then 'failed' when number < ${OLD} then 'kept' else 'sent' end, 1, at`,
    requests.at(-1)?.id as string,
  );
  await insert(
    make('optOut'),
    `insert into opt_outs (id, workspace_id, email, email_folded, created_at) select id, $1, id, id, at`,
  );
  const apiKeyId = await makeThing('apiKey', node, node.rawKey);
  const apiKeys = make('apiKey');
  await insert(
    apiKeys,
    `insert into api_keys (id, workspace_id, name, key_hash, key_prefix, lookalike, scopes, expires_at, revoked_at,
       created_at, expiry_notice_at)
     select id, $1, 'Many', id, '', 0, '[]', case when number % 2 = 0 then null when number < ${OLDEST} then at * 2 else 1 end,
       case when number % 2 = 1 or number < ${OLDEST} then null else 1 end, at, null`,
  );
  // Made first, because the others exceed the cap of a workspace.
  const endpointId = await makeThing('endpoint', node, node.rawKey);
  await insert(
    apiKeys,
    'insert into api_key_makers (workspace_id, api_key_id, maker_id) select $1, id, $3',
    apiKeyId,
  );
  await insert(
    make('endpoint'),
    `insert into webhook_endpoints (id, workspace_id, url, events, sealed_secret, sealed_headers, failures, deleted_at,
       created_at, updated_at)
     select id, $1, '', '[]', '', '', '[]', case when number < ${OLDEST} then null else at end, at, at`,
  );
  const events = make('event');
  await insert(
    events,
    `insert into events (id, workspace_id, type, payload, created_at) select id, $1, 'x', '{}', at`,
  );
  await insert(
    events,
    `insert into webhook_deliveries (id, workspace_id, endpoint_id, event_id, event_type, status, attempts,
       earlier_attempts, last_attempted_at, due_at, created_at)
     select replace(id, 'evt_', 'del_'), $1, $3, id,
       case when number >= ${OLD} then 'new' when number % 2 = 0 then 'failing' else 'arriving' end,
       case when number < ${OLD} and number % 2 = 0 then 'failed' when number < ${RETRIED} then 'success' else 'pending' end, 8, 0, at,
       case when number >= ${RETRIED} then at + 2592000000 end, at`,
    endpointId,
  );
  const routed = requests.at(-1)?.id as string;
  await database.change('update turns set meeting_request_id = $2 where id = $1', [
    turns[0]?.id as string,
    routed,
  ]);
  await makeSmallWorkspaces(database);
  // SQLite has no statistics in production.
  if (database.dialect.engine === 'postgres') await database.change('analyze');
  return {
    teamId,
    memberIds: inTeam,
    endpointId,
    routedRequestId: routed,
    waitingDeliveryId: (events.at(-1) as Given).id.replace('evt_', 'del_'),
    linkId: (links[0] as Given).id,
    meetingTypeId,
    apiKeyId,
    organizerEmail: organizer.id.toLowerCase(),
    host: { id: host.id, email: host.id.toLowerCase() },
    timeOfRequest: (place) => (requests[place] as Given).at,
    timeOfTurn: (place) => (turns[place] as Given).at,
  };
}
