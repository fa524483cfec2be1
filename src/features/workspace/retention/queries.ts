import type { Reader, Transaction } from '../../../storage/database.ts';
import { type KeptKind, keptKinds, type Retention } from './rules.ts';

const columns = keptKinds.join(', ');

/** Undefined for a workspace that has not set any. */
export function selectRetention(reader: Reader, workspaceId: string) {
  return reader.get<Retention>(`select ${columns} from workspace_retention where workspace_id = $1`, [
    workspaceId,
  ]);
}

/** Of all workspaces that have set any. */
export function selectRetentions(reader: Reader) {
  return reader.all<Retention & { workspace_id: string }>(
    `select workspace_id, ${columns} from workspace_retention`,
  );
}

export async function upsertRetention(
  tx: Transaction,
  workspaceId: string,
  retention: Retention,
  now: number,
): Promise<void> {
  const assignments = [...keptKinds, 'updated_at'].map((column) => `${column} = excluded.${column}`);
  await tx.run(
    `insert into workspace_retention (workspace_id, ${columns}, updated_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (workspace_id) do update set ${assignments.join(', ')}`,
    [workspaceId, ...keptKinds.map((kind: KeptKind) => retention[kind]), now],
  );
}
