// Typical small workspaces. PostgreSQL makes its plans for these, and large ones must not suffer for it.
import type { Database } from '../../../src/storage/database.ts';
import { insertMany } from './many-rows.ts';

const WORKSPACES = 2_000;
/** Rows of each kind in a workspace. */
const FEW = 5;

/** One team, one endpoint, and a few rows of each other kind. */
export async function makeSmallWorkspaces(database: Database): Promise<void> {
  const rows = Array.from({ length: WORKSPACES * FEW }, (_, number) => ({
    workspace: `small-${number - (number % FEW)}`,
    id: `small-${number}`,
    place: number % FEW,
  }));
  const given = database.dialect.rows('$1', { workspace: 'text', id: 'text', place: 'bigint' });
  const insert = (into: string, values: string) =>
    insertMany(database, `insert into ${into} select ${values} from ${given}`, [JSON.stringify(rows)]);
  // The first row of each kind has the id of its workspace.
  const insertFirst = (into: string, values: string) => insert(into, `distinct ${values}`);

  await insertFirst('workspaces (id, name, created_at, updated_at)', "workspace, '', 0, 0");
  await insert(
    'members (workspace_id, id, email, email_folded, role, created_at)',
    "workspace, id, id, id, 'member', 0",
  );
  await insertFirst(
    `teams (workspace_id, id, name, slug, mode, stack_always_apply, include_all_members, introduce_member, created_at,
       updated_at)`,
    "workspace, workspace, '', workspace, 'pool', 0, 0, 0, 0, 0",
  );
  await insert(
    'team_slugs (workspace_id, slug, base, number, team_id)',
    'workspace, id, workspace, place, workspace',
  );
  await insert(
    'team_memberships (workspace_id, id, team_id, member_id, role, created_at)',
    "workspace, id, workspace, id, 'member', 0",
  );
  await insert(
    `turns (workspace_id, id, team_id, number, member_id, member_number, reason, candidates, created_at)`,
    "workspace, id, workspace, place, id, 1, '', '[]', 0",
  );
  await insert(
    `meeting_requests (workspace_id, id, organizer_id, team_id, status, include_introduction, created_at, updated_at)`,
    "workspace, id, workspace, workspace, case place when 0 then 'active' else 'booked' end, 0, 0, 0",
  );
  await insert(
    'meeting_request_participants (workspace_id, request_id, place, email, email_folded)',
    'workspace, id, 0, id, id',
  );
  await insert(
    'meeting_request_hosts (workspace_id, request_id, place, member_id)',
    'workspace, id, 0, workspace',
  );
  await insert(
    'bookings (workspace_id, request_id, member_id, starts_at, ends_at)',
    'workspace, id, workspace, place * 3600000, place * 3600000 + 1800000',
  );
  await insertFirst(
    `entitlements (workspace_id, id, plan_key, seat_capacity, seat_unlimited, enforcement_mode, priority, active,
       created_at)`,
    "workspace, workspace, '', 1, 0, 'hard', 0, 1, 0",
  );
  await insert(
    'seats (workspace_id, id, member_id, entitlement_id, started_at)',
    'workspace, id, id, workspace, 0',
  );
  await insert(
    'api_keys (workspace_id, id, name, key_hash, key_prefix, lookalike, scopes, created_at, expiry_notice_at)',
    "workspace, id, '', id, '', 0, '[]', 0, null",
  );
  await insert('events (workspace_id, id, type, payload, created_at)', "workspace, id, '', '{}', 0");
  await insertFirst(
    `webhook_endpoints (workspace_id, id, url, events, sealed_secret, sealed_headers, failures, created_at, updated_at)`,
    "workspace, workspace, '', '[]', '', '', '[]', 0, 0",
  );
  await insert(
    `webhook_deliveries (workspace_id, id, endpoint_id, event_id, event_type, status, attempts, earlier_attempts,
       created_at)`,
    "workspace, id, workspace, id, '', 'success', 1, 0, 0",
  );
  await insert(
    `audit_entries (workspace_id, id, action, actor_type, actor_id, target_type, target_id, changes, created_at)`,
    "workspace, id, '', '', '', '', id, '{}', 0",
  );
}
