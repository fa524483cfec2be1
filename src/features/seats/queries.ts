import type { Transaction } from '../../storage/database.ts';
import { insertRow } from '../../storage/rows.ts';

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

export function insertEntitlement(tx: Transaction, workspaceId: string, row: EntitlementRow): Promise<void> {
  return insertRow(tx, 'entitlements', { workspace_id: workspaceId, ...row });
}
