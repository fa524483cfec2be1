import type { PageRequest } from '../../../pagination.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { selectNewestFirst } from '../../../storage/newest-first.ts';
import { insertRow, updateRow } from '../../../storage/rows.ts';
import type { Entitlement } from './rules.ts';

type Flag = 'seat_unlimited' | 'active';
type EntitlementRow = Omit<Entitlement, Flag> & Record<Flag, number>;

// The count is a subquery, so that a lock of the entitlement does not lock its seats.
const columns = `id, plan_key, seat_capacity, seat_unlimited, enforcement_mode, priority, active, created_at, nearly_full_at,
  (select count(*) from seats where seats.workspace_id = entitlements.workspace_id
     and seats.entitlement_id = entitlements.id and ended_at is null) as active_seats`;

function fromRow(row: EntitlementRow): Entitlement {
  return { ...row, seat_unlimited: row.seat_unlimited === 1, active: row.active === 1 };
}

/** Active ones first, by priority; the default for new seats is the first. */
export async function selectEntitlements(reader: Reader, workspaceId: string): Promise<Entitlement[]> {
  const rows = await reader.all<EntitlementRow>(
    `select ${columns} from entitlements where workspace_id = $1 order by active desc, priority desc, id`,
    [workspaceId],
  );
  return rows.map(fromRow);
}

/** Any entitlement of the workspace. */
export function selectAnyEntitlement(reader: Reader, workspaceId: string) {
  return reader.get<{ id: string }>('select id from entitlements where workspace_id = $1 limit 1', [
    workspaceId,
  ]);
}

/** All of them, as a page: newest first. */
export async function selectEntitlementPage(
  reader: Reader,
  workspaceId: string,
  page: PageRequest,
): Promise<Entitlement[]> {
  const rows = await selectNewestFirst<EntitlementRow>(reader, workspaceId, page, {
    columns,
    table: 'entitlements',
    found: 'entitlements',
    where: [],
  });
  return rows.map(fromRow);
}

/** The active one with the highest priority; of several, the oldest. */
export async function selectDefaultId(tx: Transaction, workspaceId: string): Promise<string | undefined> {
  const row = await tx.get<{ id: string }>(
    `select id from entitlements where workspace_id = $1 and active = 1 order by priority desc, id limit 1`,
    [workspaceId],
  );
  return row?.id;
}

/** The row is also the lock for its seats: lock it before adding a seat or changing the capacity. */
export async function lockEntitlementRow(tx: Transaction, workspaceId: string, id: string): Promise<void> {
  await tx.get(`select id from entitlements where workspace_id = $1 and id = $2 ${tx.dialect.forUpdate}`, [
    workspaceId,
    id,
  ]);
}

export async function selectEntitlement(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<Entitlement | undefined> {
  const row = await reader.get<EntitlementRow>(
    `select ${columns} from entitlements where workspace_id = $1 and id = $2`,
    [workspaceId, id],
  );
  return row && fromRow(row);
}

function toRow({ active_seats, ...row }: Entitlement) {
  return { ...row, seat_unlimited: Number(row.seat_unlimited), active: Number(row.active) };
}

export function insertEntitlement(
  tx: Transaction,
  workspaceId: string,
  entitlement: Entitlement,
): Promise<void> {
  return insertRow(tx, 'entitlements', { workspace_id: workspaceId, ...toRow(entitlement) });
}

export async function updateEntitlementRow(
  tx: Transaction,
  workspaceId: string,
  entitlement: Entitlement,
): Promise<void> {
  const { id, created_at, ...fields } = toRow(entitlement);
  await updateRow(tx, 'entitlements', { workspace_id: workspaceId, id }, fields);
}
