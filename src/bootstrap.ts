import type { Services } from './context.ts';
import { createApiKey } from './features/api-keys/operations.ts';
import { createEntitlement } from './features/entitlements/operations.ts';
import { defaults } from './features/entitlements/rules.ts';
import { createMember } from './features/members/operations.ts';
import { createWorkspace, listEveryWorkspace, type Workspace } from './features/workspaces/operations.ts';
import { scopes } from './scopes.ts';
import { within } from './storage/database.ts';

/** What the first start made. */
export interface Bootstrapped {
  workspace: Workspace;
  rawKey: string;
}

/**
 * Fills an empty database, all or nothing, with what is needed for a first call; undefined when it has a
 * workspace already. Of several nodes that start at once, one does it. `keepKey` is called before the commit, so that
 * there is never a workspace whose key it does not know.
 */
export function bootstrap(
  services: Services,
  chosenKey?: string,
  keepKey: (rawKey: string) => void = () => {},
): Promise<Bootstrapped | undefined> {
  return services.storage.inLine('bootstrap', () => fill(services, chosenKey, keepKey));
}

function fill(
  services: Services,
  chosenKey: string | undefined,
  keepKey: (rawKey: string) => void,
): Promise<Bootstrapped | undefined> {
  return services.database.transaction(async (tx) => {
    await tx.lock('bootstrap');
    const inside = { ...services, database: within(tx) };
    if ((await listEveryWorkspace(inside)).length > 0) return undefined;
    const { workspace, context } = await createWorkspace(
      inside,
      { type: 'system', id: 'bootstrap' },
      { name: 'Acme', handle: 'acme' },
    );
    await createMember(context, { email: 'owner@example.com', name: null, role: 'admin' });
    await createEntitlement(context, { ...defaults, plan_key: 'pro', seat_capacity: 10 });
    const input = { name: 'First key', scopes: [...scopes], expiresAt: null };
    const { key } = await createApiKey(context, input, chosenKey);
    keepKey(key);
    return { workspace, rawKey: key };
  });
}
