import type { Reader } from '../../../storage/database.ts';
import type { BrandRow } from '../../workspace/branding/rules.ts';
import { brandColumns, brandJoin } from '../../workspace/branding/shown.ts';
import type { Closable } from '../../workspace/workspaces/rules.ts';

interface PublicWorkspace extends BrandRow, Closable {
  workspace_name: string;
  /** As it is now: null if it has none any more. */
  handle: string | null;
}

/** A workspace as its pages need it, with its brand. */
export function selectPublicWorkspace(reader: Reader, workspaceId: string) {
  return reader.get<PublicWorkspace>(
    `select workspaces.name as workspace_name, handle, ${brandColumns}, suspended_at, suspended_reason, delete_at
     from workspaces ${brandJoin('workspaces.id')} where workspaces.id = $1`,
    [workspaceId],
  );
}
