import type { Reader } from '../storage/database.ts';

export interface Logo {
  contentType: string;
  bytes: Uint8Array;
}

/** Undefined once it was replaced. */
export async function selectLogo(
  reader: Reader,
  workspaceId: string,
  key: string,
): Promise<Logo | undefined> {
  const row = await reader.get<{ logo_type: string; image: Uint8Array }>(
    'select logo_type, image from workspace_logos where workspace_id = $1 and logo_key = $2',
    [workspaceId, key],
  );
  return row && { contentType: row.logo_type, bytes: row.image };
}
