// A workspace with history: many rows of each kind that are over but still stored, next to a few that are in use.
import { type App, createApp } from '../../src/app.ts';
import type { Context } from '../../src/context.ts';
import { createCalendar } from '../../src/features/calendar/calendars/operations.ts';
import { createEndpoint } from '../../src/features/events/webhook-endpoints/operations.ts';
import { createLink } from '../../src/features/meetings/booking-links/operations.ts';
import { createMeetingType } from '../../src/features/meetings/meeting-types/operations.ts';
import { createMember } from '../../src/features/people/members/operations.ts';
import { setCapacity } from '../../src/features/people/seats/operations.ts';
import { createTeam } from '../../src/features/turns/teams/operations.ts';
import { createLog } from '../../src/log.ts';
import type { Value } from '../../src/storage/database.ts';
import { at, digits, inBatches, refreshStatistics, series } from '../rows.ts';

export const PAGE = 25;
/**
 * The oldest rows of each kind, a page and one more, are still in use, so a list that searches for them has to get past all history.
 */
const OLDEST = `n <= ${PAGE + 1}`;
export const OLDEST_ID = '1'.padStart(26, '0');
/** The next rows have a property that no others have. */
const RARE = `n > ${PAGE + 1} and n <= ${2 * (PAGE + 1)}`;

export interface Past {
  context: Context;
  app: App;
  /** The members of each team. */
  memberIds: string[];
  /** The organizer of all old requests, in no team. */
  veteran: { id: string; email: string };
  /** A member without requests. */
  successor: { id: string; email: string };
  poolId: string;
  stackId: string;
  /** A team with many former names. */
  renamedId: string;
  /** A link of the pool with many bookings. */
  linkId: string;
  typeId: string;
  endpointId: string;
  /** All its deliveries have failed: one page recently, the others long ago. */
  failingId: string;
  keyId: string;
  /** A feed and a pushed calendar of the veteran. */
  feedId: string;
  pushedId: string;
}

export async function makePast(context: Context, rows: number): Promise<Past> {
  const member = (name: string) =>
    createMember(context, { email: `${name.toLowerCase()}@example.com`, name });
  const veteran = await member('Vera');
  const successor = await member('Hugo');
  const memberIds: string[] = [];
  for (const name of ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve']) memberIds.push((await member(name)).id);
  const team = (name: string, mode: 'pool' | 'stack') =>
    createTeam(context, { name, mode, member_ids: memberIds });
  const endpoint = (events: ('member.deactivated' | 'meeting_request.created')[]) =>
    createEndpoint(context, { url: 'http://127.0.0.1:9/hook', description: null, headers: [], events });
  const [pool, stack, renamed] = [
    await team('Pool', 'pool'),
    await team('Stack', 'stack'),
    await team('Renamed', 'pool'),
  ];
  const told = await endpoint(['member.deactivated', 'meeting_request.created']);
  const failing = await endpoint(['member.deactivated']);
  await setCapacity(context, { capacity: 1_000_000 });
  const key = await context.database.get<{ id: string }>('select min(id) as id from api_keys');
  const feed = await createCalendar(context, veteran.id, { type: 'ics', url: 'http://127.0.0.1:9/a.ics' });
  const pushed = await createCalendar(context, veteran.id, { type: 'pushed' });
  const link = await createLink(context, pool.id, { verify_email: true });
  const type = await createMeetingType(context, { name: 'Demo', team_id: pool.id });
  const past: Past = {
    context,
    app: createApp(context, createLog('silent')),
    memberIds,
    veteran,
    successor,
    poolId: pool.id,
    stackId: stack.id,
    renamedId: renamed.id,
    linkId: link.id,
    typeId: type.id,
    endpointId: told.id,
    failingId: failing.id,
    keyId: key?.id as string,
    feedId: feed.id,
    pushedId: pushed.id,
  };
  await writePeople(context, rows);
  await writeCalendars(context, rows);
  await writeTeams(past, rows);
  for (const teamId of [pool.id, stack.id]) await writeTurns(past, teamId, rows);
  await writeRequests(past, rows);
  await writeBookingLinks(past, rows);
  await writeMeetingTypes(past, rows);
  await writeMessages(context, rows);
  await writeEvents(past, rows);
  await writeKeys(past, rows);
  await writeAuditEntries(context, rows);
  await writeErasures(context, rows);
  await writeOptOuts(context, rows);
  await refreshStatistics(context);
  return past;
}

/** $1 to $4 are the first and the last number, the workspace and the time. `more` follow. */
function write(context: Context, rows: number, statements: string[], ...more: Value[]): Promise<void> {
  return inBatches(context, rows, async (tx, values) => {
    for (const sql of statements) await tx.run(sql, [...values, ...more]);
  });
}

const over = (isNot: string) => `case when ${isNot} then null else ${at} end`;

/** Deactivated members, and their seats. */
function writePeople(context: Context, rows: number): Promise<void> {
  return write(context, rows, [
    `insert into members (workspace_id, id, email, email_folded, role, deactivated_at, created_at)
     ${series} select $3, 'mem_' || ${digits}, 'gone-' || cast(n as text) || '@example.com',
       'gone-' || cast(n as text) || '@example.com', case when ${OLDEST} then 'admin' else 'member' end,
       ${over(OLDEST)}, ${at}
     from series`,
    `insert into seats (workspace_id, id, member_id, entitlement_id, started_at, ended_at)
     ${series} select $3, 'seat_' || ${digits}, 'mem_' || ${digits},
       (select min(id) from entitlements where workspace_id = $3), ${at}, ${over(OLDEST)}
     from series`,
  ]);
}

/** Links of deactivated teams, and one link's bookings and confirmations. Their times are in the future, so no sweep removes them. */
async function writeBookingLinks({ context, linkId }: Past, rows: number): Promise<void> {
  const later = `${at} + 86400000`;
  const guest = "'guest-' || cast(n as text) || '@example.org'";
  await write(context, rows, [
    `insert into booking_links (workspace_id, id, team_id, verify_email, uses, created_at)
     ${series} select $3, 'bl_' || ${digits}, 'team_' || ${digits}, 0, 0, ${at} from series`,
  ]);
  const ofLink = [
    `insert into booking_link_uses (workspace_id, link_id, nonce, request_id, email_folded, starts_at, kept_until)
     ${series} select $3, $5, ${digits}, 'mr_' || ${digits}, ${guest}, ${later}, ${later} from series`,
    `insert into booking_confirmations (workspace_id, id, link_id, nonce, name, email, email_folded, starts_at, created_at,
       expires_at, request_id)
     ${series} select $3, 'bc_' || ${digits}, $5, ${digits}, 'Guest', ${guest}, ${guest}, ${later}, ${at}, ${later},
       'mr_' || ${digits}
     from series`,
  ];
  await write(context, rows, ofLink, linkId);
}

/** Deleted meeting types, and former addresses of one. */
async function writeMeetingTypes({ context, poolId, typeId }: Past, rows: number): Promise<void> {
  await write(
    context,
    rows,
    [
      `insert into meeting_types (workspace_id, id, name, slug, team_id, questions, confirm_email, choose_host, is_public, active,
         created_at, updated_at, deleted_at)
       ${series} select $3, 'mt_' || ${digits}, 'Gone', 'gone', $5, '[]', 0, 'off', 1, 1, ${at}, ${at}, ${at} from series`,
    ],
    poolId,
  );
  const slugs = `insert into meeting_type_slugs (workspace_id, slug, base, number, meeting_type_id)
    ${series} select $3, 'former-' || cast(n as text), 'former-' || cast(n as text), 1, $4 from series`;
  await inBatches(context, rows, (tx, [first, last, workspaceId]) =>
    tx.run(slugs, [first, last, workspaceId, typeId]),
  );
}

/** Calendars of deactivated members, each with a busy time. */
function writeCalendars(context: Context, rows: number): Promise<void> {
  return write(context, rows, [
    `insert into calendars (workspace_id, id, member_id, type, url, receives_bookings, created_at, updated_at)
     ${series} select $3, 'clr_' || ${digits}, 'mem_' || ${digits}, 'ics', 'http://127.0.0.1:9/a.ics', 0, ${at}, ${at}
     from series`,
    `insert into calendar_connections (workspace_id, id, member_id, provider, status, account_id, account_email, token_number,
       connected_at, created_at, updated_at, attempts)
     ${series} select $3, 'con_' || ${digits}, 'mem_' || ${digits}, 'google', 'broken', 'a@example.com', 'a@example.com', 0,
       ${at}, ${at}, ${at}, 0 from series`,
    `insert into calendar_syncs (workspace_id, calendar_id, lane, health, last_synced_at, attempts, wish_number)
     ${series} select $3, 'clr_' || ${digits}, $3 || ' 127.0.0.1:9', 'ok', ${at}, 0, 0 from series`,
    `insert into busy_times (workspace_id, calendar_id, object, starts_at, ends_at, member_id)
     ${series} select $3, 'clr_' || ${digits}, '', ${at}, ${at} + 3600000, 'mem_' || ${digits} from series`,
  ]);
}

/** Deactivated teams, former names of an active one, and deleted endpoints. */
async function writeTeams({ context, renamedId }: Past, rows: number): Promise<void> {
  await write(context, rows, [
    `insert into teams (workspace_id, id, name, slug, mode, stack_always_apply, include_all_members,
       introduce_member, deactivated_at, created_at, updated_at)
     ${series} select $3, 'team_' || ${digits}, 'Gone', 'gone-' || cast(n as text), 'pool', 0, 0, 0,
       ${over(OLDEST)}, ${at}, ${at}
     from series`,
    `insert into webhook_endpoints (workspace_id, id, url, events, sealed_secret, sealed_headers, failures,
       deleted_at, created_at, updated_at)
     ${series} select $3, 'we_' || ${digits}, 'http://127.0.0.1:9/', '[]', '', '', '[]', ${at}, ${at}, ${at}
     from series`,
  ]);
  const slugs = `insert into team_slugs (workspace_id, slug, base, number, team_id)
    ${series} select $3, 'former-' || cast(n as text), 'former-' || cast(n as text), 1, $4 from series`;
  await inBatches(context, rows, (tx, [first, last, workspaceId]) =>
    tx.run(slugs, [first, last, workspaceId, renamedId]),
  );
}

/** Turns of the members in order, one each minute. */
function writeTurns({ context, memberIds }: Past, teamId: string, rows: number): Promise<void> {
  const count = memberIds.length;
  const member = memberIds.map((_, place) => `when ${place} then $${place + 7}`).join(' ');
  return write(
    context,
    rows,
    [
      `insert into turns (workspace_id, team_id, id, number, member_id, member_number, reason, candidates,
         created_at)
       ${series} select $3, $5, 'turn_' || ${digits}, n, case n % ${count} ${member} end, (n - 1) / ${count} + 1,
         'least_recently_assigned', '[]', ${at} - (cast($6 as bigint) - n) * 60000
       from series`,
    ],
    teamId,
    rows,
    ...memberIds,
  );
}

/** The veteran's booked requests for one guest, in the pool. Before them, open ones, and some of another organizer. */
function writeRequests(past: Past, rows: number): Promise<void> {
  const inPlace = (place: number) => `${series} select $3, 'mr_' || ${digits}, ${place}`;
  const guest = `case when ${RARE} then 'rare@example.org' else 'guest@example.org' end`;
  return write(
    past.context,
    rows,
    [
      `insert into meeting_requests (workspace_id, id, organizer_id, team_id, status, include_introduction, attention_since,
         booked_at, created_at, updated_at)
       ${series} select $3, 'mr_' || ${digits}, case when ${RARE} then $5 else $6 end,
         case when ${RARE} then $7 else $8 end, case when ${OLDEST} then 'active' else 'booked' end, 0,
         case when ${OLDEST} then ${at} end, case when ${OLDEST} then null else ${at} - 90 * cast(86400000 as bigint) end, ${at}, ${at}
       from series`,
    ],
    past.memberIds[1] as string,
    past.veteran.id,
    past.stackId,
    past.poolId,
  ).then(() =>
    inBatches(past.context, rows, async (tx, [first, last, workspaceId]) => {
      const values = [first, last, workspaceId];
      await tx.run(
        `insert into meeting_request_participants (workspace_id, request_id, place, email, email_folded)
         ${inPlace(0)}, ${guest}, ${guest} from series`,
        values,
      );
      await tx.run(
        `insert into meeting_request_hosts (workspace_id, request_id, place, member_id)
         ${inPlace(0)}, case when ${RARE} then $4 else $5 end from series`,
        [...values, past.memberIds[2] as string, past.veteran.id],
      );
      await tx.run(
        `insert into bookings (workspace_id, request_id, member_id, starts_at, ends_at)
         ${series} select $3, 'mr_' || ${digits}, $4, n * 3600000, n * 3600000 + 1800000 from series`,
        [...values, past.veteran.id],
      );
    }),
  );
}

/**
 * Kept messages, every second one about the oldest request. Before them, some that failed and some that came in. Each has a processed
 * mail in the inbox, as if all had come in.
 */
function writeMessages(context: Context, rows: number): Promise<void> {
  return write(context, rows, [
    `insert into messages (workspace_id, id, request_id, direction, kind, sender_address, recipient_address, subject, text,
       message_id, thread, status, attempts, created_at)
     ${series} select $3, 'msg_' || ${digits}, case when n % 2 = 1 then 'mr_${OLDEST_ID}' end,
       case when ${RARE} then 'in' else 'out' end,
       case when ${OLDEST} then 'attention' when ${RARE} then 'reply' else 'options' end,
       case when ${RARE} then 'rare@example.org' else 'acme@rota.localhost' end, 'guest@example.org', 'Demo', 'Hello', cast(n as text), '[]',
       case when ${OLDEST} then 'failed' when ${RARE} then 'received' else 'kept' end, 1, ${at}
     from series`,
    `insert into inbox (workspace_id, id, target, recipient_address, message_key, envelope_sender, received_at, attempts, raw)
     ${series} select $3, 'msg_' || ${digits}, 'workspace', 'acme@rota.localhost', cast(n as text), '', ${at}, 0, ''
     from series`,
  ]);
}

/** Events, each with a successful and a failed delivery, and their attempts. */
async function writeEvents({ context, endpointId, failingId }: Past, rows: number): Promise<void> {
  const type = `case when ${OLDEST} then 'test' else 'member.deactivated' end`;
  const delivery = (kind: string, status: string, attemptedAt: string) =>
    `insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, event_type, status, earlier_attempts,
       attempts, response_code, last_attempted_at, created_at)
     ${series} select $3, 'del_${kind}' || substr(${digits}, 2), $5, 'evt_' || ${digits}, ${type}, ${status}, 0, 1, 500,
       ${attemptedAt}, ${at}
     from series`;
  await write(context, rows, [
    `insert into events (workspace_id, id, type, payload, created_at)
     ${series} select $3, 'evt_' || ${digits}, ${type}, '{"id":"' || cast(n as text) || '"}', ${at} from series`,
  ]);
  const told = delivery('0', `case when ${OLDEST} then 'failed' else 'success' end`, at);
  await write(context, rows, [told], endpointId);
  const failed = delivery('1', "'failed'", `case when ${OLDEST} then ${at} else ${at} - 86400000 end`);
  await write(context, rows, [failed], failingId);
  await write(context, rows, [
    `insert into webhook_attempts (workspace_id, delivery_id, number, started_at, duration_ms, response_code)
     ${series} select $3, 'del_0' || substr(${digits}, 2), 1, ${at}, 1, 500 from series`,
  ]);
}

/** Revoked and expired keys, by turns, and stored responses of a usable one. */
async function writeKeys({ context, keyId }: Past, rows: number): Promise<void> {
  await write(context, rows, [
    `insert into api_keys (workspace_id, id, name, key_hash, key_prefix, lookalike, scopes, expires_at, revoked_at,
       created_at, expiry_notice_at)
     ${series} select $3, 'key_' || ${digits}, 'Gone', 'hash ' || cast(n as text), 'sk', 0, '[]',
       case when ${OLDEST} then case when n % 2 = 0 then ${at} + 86400000 end when n % 2 = 0 then ${at} end,
       case when n % 2 = 1 and not (${OLDEST}) then ${at} end, ${at}, null
     from series`,
  ]);
  const answers = `insert into idempotent_answers (api_key_id, key_digest, request_digest, status, answer, created_at)
    ${series} select $3, 'digest ' || cast(n as text), '', 200, '', ${at} from series`;
  await inBatches(context, rows, (tx, [first, last, , now]) => tx.run(answers, [first, last, keyId, now]));
  if (context.database.dialect.engine === 'postgres') {
    const windows = `insert into rate_limit_windows (subject, times, totals)
      ${series} select $3 || cast(n as text), array[0, ${at}], array[0, 1] from series`;
    await inBatches(context, rows, (tx, values) => tx.run(windows, values));
  }
}

function writeErasures(context: Context, rows: number): Promise<void> {
  return write(context, rows, [
    `insert into erasures (workspace_id, id, status, actor_type, actor_id, pass, stage, counts, created_at, finished_at)
     ${series} select $3, 'era_' || ${digits}, 'done', 'cli', '', 2, 'file', '{}', ${at}, ${at} from series`,
  ]);
}

function writeOptOuts(context: Context, rows: number): Promise<void> {
  const guest = "'guest-' || cast(n as text) || '@example.org'";
  return write(context, rows, [
    `insert into opt_outs (workspace_id, id, email, email_folded, created_at)
     ${series} select $3, 'oo_' || ${digits}, ${guest}, ${guest}, ${at} from series`,
  ]);
}

function writeAuditEntries(context: Context, rows: number): Promise<void> {
  return write(context, rows, [
    `insert into audit_entries (workspace_id, id, action, actor_type, actor_id, target_type, target_id, changes,
       created_at)
     ${series} select $3, 'aud_' || ${digits}, case when ${OLDEST} then 'rare.action' else 'team.updated' end,
       case when ${RARE} then 'member' else 'cli' end, case when ${RARE} then 'rare' else '' end,
       'team', case when ${RARE} then 'rare' else 'team_' || cast(n % 10 as text) end, '{}', ${at}
     from series`,
  ]);
}
