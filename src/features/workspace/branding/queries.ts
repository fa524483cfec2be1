import type { Reader, Transaction } from '../../../storage/database.ts';
import { insertRow } from '../../../storage/rows.ts';
import type { Closable } from '../workspaces/rules.ts';
import type { ImageType } from './image.ts';
import { type BrandFields, type Branding, type BrandRow, brandingFrom, type Logo } from './rules.ts';

const columns = `company_name, accent_color, website_url, postal_address, show_rota,
  logo_key, logo_type, logo_width, logo_height, logo_bytes`;

/** SQL: what a page shows of the brand, for statements that read a workspace anyway and end with `brandJoin`. */
export const brandColumns = columns.replace(/\w+/g, 'brand.$&');
/** SQL: `workspaceId` is an expression. */
export const brandJoin = (workspaceId: string) =>
  `left join workspace_branding as brand on brand.workspace_id = ${workspaceId}`;

/** Undefined if there is no such workspace. */
export async function selectBranding(reader: Reader, workspaceId: string): Promise<Branding | undefined> {
  const row = await reader.get<BrandRow & { workspace_name: string }>(
    `select workspaces.name as workspace_name, ${brandColumns}
     from workspaces ${brandJoin('workspaces.id')} where workspaces.id = $1`,
    [workspaceId],
  );
  return row && brandingFrom(row);
}

/** The caller has locked the workspace. */
export async function upsertBranding(
  tx: Transaction,
  workspaceId: string,
  { logo, ...fields }: BrandFields & { logo: Logo | null },
  now: number,
): Promise<void> {
  const names = [...columns.split(/,\s+/), 'updated_at'];
  await tx.run(
    `insert into workspace_branding (workspace_id, ${names.join(', ')})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (workspace_id) do update set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [
      workspaceId,
      fields.company_name,
      fields.accent_color,
      fields.website_url,
      fields.postal_address,
      Number(fields.show_rota),
      logo?.key ?? null,
      logo?.type ?? null,
      logo?.width ?? null,
      logo?.height ?? null,
      logo?.bytes ?? null,
      now,
    ],
  );
}

interface LogoRow {
  logo_type: ImageType;
  image: Uint8Array;
}

/** Found by the key in the URL alone. */
export function selectLogoByKey(reader: Reader, key: string) {
  return reader.get<LogoRow & Closable>(
    `select logo_type, image, suspended_at, suspended_reason, delete_at
     from workspace_logos join workspaces on workspaces.id = workspace_logos.workspace_id where logo_key = $1`,
    [key],
  );
}

/** The caller has locked the workspace. */
export async function replaceLogo(
  tx: Transaction,
  workspaceId: string,
  row: (LogoRow & { logo_key: string }) | null,
): Promise<void> {
  await tx.run('delete from workspace_logos where workspace_id = $1', [workspaceId]);
  if (row) await insertRow(tx, 'workspace_logos', { workspace_id: workspaceId, ...row });
}
