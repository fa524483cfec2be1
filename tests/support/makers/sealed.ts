// Sealed values in the database, as an attacker with write access could move them, and as an earlier version wrote them.
import { createCipheriv, type KeyObject, randomBytes } from 'node:crypto';
import { unseal } from '../../../src/secrets/sealing.ts';
import { createKeyring } from '../../../src/secrets/secret-key.ts';
import type { Config } from '../../../src/settings/config.ts';
import type { Database } from '../../../src/storage/database.ts';
import { placeIn, type SealedColumn } from '../../../src/webhooks/compose.ts';

const COLUMNS: SealedColumn[] = ['sealed_secret', 'sealed_former_secret', 'sealed_headers'];

/** The newest secret key. */
export const secretKeyOf = (config: Config): KeyObject => createKeyring(config).all()[0]?.key as KeyObject;

export interface Sealed {
  workspace_id: string;
  id: string;
  sealed_secret: string;
  sealed_headers: string;
  sealed_former_secret: string | null;
}

export async function sealedOf(database: Database, id: string): Promise<Sealed> {
  const row = await database.get<Sealed>(
    `select workspace_id, id, ${COLUMNS.join(', ')} from webhook_endpoints where id = $1`,
    [id],
  );
  if (!row) throw new Error(`there is no endpoint ${id}`);
  return { ...row };
}

/** Puts a value into another place, or back. */
export async function putSealed(
  database: Database,
  id: string,
  column: SealedColumn,
  value: string | null,
): Promise<void> {
  await database.change(`update webhook_endpoints set ${column} = $1 where id = $2`, [value, id]);
}

/** Seals with AES-256-GCM without additional data, as in versions that did not bind values to their places. */
export function sealUnbound(text: string, key: KeyObject | Buffer): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Turns all values of the endpoint into their earlier form. */
export async function unbind(database: Database, id: string, key: KeyObject): Promise<void> {
  const row = await sealedOf(database, id);
  for (const column of COLUMNS) {
    const value = row[column];
    if (value === null) continue;
    const text = unseal(value, key, placeIn(column, row.workspace_id, id));
    await putSealed(database, id, column, sealUnbound(text, key));
  }
}
