import type { Services } from './context.ts';
import { createEntitlement } from './features/people/entitlements/operations.ts';
import { createMember } from './features/people/members/operations.ts';
import { createApiKey } from './features/workspace/api-keys/operations.ts';
import {
  createWorkspace,
  listEveryWorkspace,
  type Workspace,
} from './features/workspace/workspaces/operations.ts';
import { scopes } from './scopes.ts';
import { within } from './storage/within.ts';

export interface Bootstrapped {
  workspace: Workspace;
  rawKey: string;
  /** The workspace's only member. */
  owner: { id: string; email: string };
}

/**
 * Creates what a first call needs, in one transaction: a workspace, its owner, an entitlement and a key. Undefined if
 * there is a workspace already. If several nodes start at once, only one does it. `keepKey` is called before the
 * commit, so no workspace is ever created whose key is lost.
 */
export function bootstrap(
  services: Services,
  chosenKey?: string,
  keepKey: (rawKey: string) => void = () => {},
): Promise<Bootstrapped | undefined> {
  return services.storage.serialized('bootstrap', () => fill(services, chosenKey, keepKey));
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
    const owner = await createMember(context, { email: 'owner@example.com', role: 'admin' });
    await createEntitlement(context, { plan_key: 'pro', seat_capacity: 10 });
    const input = { name: 'First key', scopes: [...scopes] };
    const { key } = await createApiKey(context, input, chosenKey);
    keepKey(key);
    return { workspace, rawKey: key, owner };
  });
}
