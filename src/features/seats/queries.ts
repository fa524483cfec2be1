import type { Transaction } from '../../storage/database.ts';

export interface EntitlementRow {
  id: string;
  plan_key: string;
  seat_capacity: number;
  seat_unlimited: number;
  enforcement_mode: 'hard' | 'soft';
  priority: number;
  active: number;
  created_at: number;
}

export async function insertEntitlement(tx: Transaction, workspaceId: string, row: EntitlementRow) {
  await tx.run(
    `insert into entitlements (id, workspace_id, plan_key, seat_capacity, seat_unlimited, enforcement_mode,
       priority, active, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      row.id,
      workspaceId,
      row.plan_key,
      row.seat_capacity,
      row.seat_unlimited,
      row.enforcement_mode,
      row.priority,
      row.active,
      row.created_at,
    ],
  );
}
