// The company's logo goes with a mail: readers load nothing from elsewhere.
import type { Reader } from '../storage/database.ts';
import type { Content } from './content.ts';
import { type Logo, selectLogo } from './logo-queries.ts';

/** Logos of a few workspaces, of up to 256 KiB each. */
const MAX_KEPT = 16;

/** Finds the logo that a message was written with. Undefined without one, and once it was replaced: then the name stands there. */
export function createLogos(database: Reader) {
  const kept = new Map<string, Logo>();
  return async (workspaceId: string, content: string | null): Promise<Logo | undefined> => {
    const key = content === null ? undefined : (JSON.parse(content) as Content).brand?.logo?.key;
    if (key === undefined) return undefined;
    const known = kept.get(key);
    if (known) return known;
    const logo = await selectLogo(database, workspaceId, key);
    if (!logo) return undefined;
    if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value as string);
    kept.set(key, logo);
    return logo;
  };
}
