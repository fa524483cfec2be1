import type { Reader, Transaction } from '../../../storage/database.ts';
import { insertRow } from '../../../storage/rows.ts';
import type { LimitName } from './rules.ts';

/** What an operator has set: null for the limit of the settings, 0 for none. */
export type LimitsRow = Record<LimitName, number | null>;

const columns = 'requests_per_minute, api_keys, teams, webhook_endpoints, members, messages_per_day';

/** Undefined while nothing was ever set. */
export function selectLimits(reader: Reader, workspaceId: string) {
  return reader.get<LimitsRow>(`select ${columns} from workspace_limits where workspace_id = $1`, [
    workspaceId,
  ]);
}

/** The workspace is locked, so nobody else sets them. */
export async function replaceLimits(
  tx: Transaction,
  workspaceId: string,
  row: LimitsRow & { updated_at: number },
): Promise<void> {
  await tx.run('delete from workspace_limits where workspace_id = $1', [workspaceId]);
  await insertRow(tx, 'workspace_limits', { workspace_id: workspaceId, ...row });
}
