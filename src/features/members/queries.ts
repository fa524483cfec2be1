import type { Transaction } from '../../storage/database.ts';

export interface MemberRow {
  id: string;
  email: string;
  email_folded: string;
  name: string | null;
  role: 'member' | 'admin';
  deactivated_at: number | null;
  created_at: number;
}

export async function insertMember(tx: Transaction, workspaceId: string, row: MemberRow) {
  await tx.run(
    `insert into members (id, workspace_id, email, email_folded, name, role, deactivated_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      row.id,
      workspaceId,
      row.email,
      row.email_folded,
      row.name,
      row.role,
      row.deactivated_at,
      row.created_at,
    ],
  );
}
