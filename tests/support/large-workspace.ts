// Ten thousand rows of each kind that is listed: written at once, because as many calls would take a while.
import type { IdKind } from '../../src/ids.ts';
import type { Value } from '../../src/storage/database.ts';
import type { Node } from './rota.ts';
import { makeThing } from './things.ts';

const MANY = 10_000;
/**
 * So many of the oldest requests have a state, an organizer and a team that the others do not have; and so many of the
 * oldest deliveries have a state and a type.
 */
const OLD = MANY / 4;
/** So many of the oldest have a participant of their own. */
export const OLDEST = MANY / 20;
/** How many participants each request has; hosts are fewer. */
export const PARTICIPANTS = 2;
export const GUEST = 'guest@example.org';

export interface LargeWorkspace {
  teamId: string;
  endpointId: string;
  /** Of the old requests. */
  organizerEmail: string;
  /** When the request at this place was made, the oldest being at 0; no two were made at the same time. */
  timeOfRequest(place: number): number;
}

interface Given {
  id: string;
  number: number;
  at: number;
  /** A member, each in turn. */
  member_id: string | null;
}

/** Every second team, member and seat is over; a request is made every second. */
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
    database.change(`${sql} from ${given}`, [node.workspaceId, JSON.stringify(rows), ...more]);
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
     select id, $1, lower(id), lower(id), 'member', ${over}, at`,
  );
  const teams = make('team');
  await insert(
    teams,
    `insert into teams (id, workspace_id, name, slug, mode, stack_always_apply, include_all_members,
       introduce_member, deactivated_at, created_at, updated_at)
     select id, $1, 'Many', id, 'pool', 0, 0, 0, ${over}, at, at`,
  );
  // A member in each, and one of them in the team that is looked at.
  const memberships = make('membership', members);
  const places = memberships.map((given, place) => ({
    ...given,
    team: place === 0 ? teamId : teams[place]?.id,
  }));
  await database.change(
    `insert into team_memberships (id, workspace_id, team_id, member_id, role, created_at)
     select id, $1, team, member_id, 'member', 0
     from ${database.dialect.rows('$2', { id: 'text', team: 'text', member_id: 'text' })}`,
    [node.workspaceId, JSON.stringify(places)],
  );
  await insert(
    make('turn', members),
    `insert into turns (id, workspace_id, team_id, number, member_id, reason, candidates, created_at)
     select id, $1, $3, number, member_id, 'x', '[]', at`,
    teamId,
  );
  await insert(
    make('auditEntry'),
    `insert into audit_entries (id, workspace_id, action, actor_type, actor_id, target_type, target_id, changes,
       created_at)
     select id, $1, 'x', 'x', 'x', 'x', 'x', '{}', at`,
  );
  await insert(
    make('seat', members),
    `insert into seats (id, workspace_id, member_id, entitlement_id, started_at, ended_at)
     select id, $1, member_id, (select min(id) from entitlements where workspace_id = $1), at, ${over}`,
  );

  const requests = make('meetingRequest', members, 1_000);
  const organizer = members[0] as Given;
  await insert(
    requests,
    `insert into meeting_requests (id, workspace_id, organizer_id, team_id, status, include_introduction, created_at,
       updated_at)
     select id, $1, case when number < ${OLD} then $3 else member_id end,
       case when number < ${OLD} then $4 else null end,
       case when number < ${OLD} then 'paused' else 'active' end, 0, at, at`,
    organizer.id,
    teamId,
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
     select $1, id, 0, member_id`,
  );
  const endpointId = await makeThing('endpoint', node, node.rawKey);
  const events = make('event');
  await insert(
    events,
    `insert into events (id, workspace_id, type, payload, created_at) select id, $1, 'x', '{}', at`,
  );
  await insert(
    events,
    `insert into webhook_deliveries (id, workspace_id, endpoint_id, event_id, event_type, status, attempts,
       earlier_attempts, created_at)
     select replace(id, 'evt_', 'del_'), $1, $3, id, case when number < ${OLD} then 'old' else 'new' end,
       case when number < ${OLD} then 'failed' else 'success' end, 8, 0, at`,
    endpointId,
  );
  await database.change('analyze');
  return {
    teamId,
    endpointId,
    organizerEmail: organizer.id.toLowerCase(),
    timeOfRequest: (place) => (requests[place] as Given).at,
  };
}
