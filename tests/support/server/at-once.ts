// Server processes on one database, for concurrent calls: two on PostgreSQL, one on SQLite. Starting them takes longer than most tests, so
// the tests of a suite share them, each in its own workspace.
import { after, before } from 'node:test';
import type { Services } from '../../../src/context.ts';
import { createEntitlement } from '../../../src/features/people/entitlements/operations.ts';
import { createApiKey } from '../../../src/features/workspace/api-keys/operations.ts';
import { createWorkspace } from '../../../src/features/workspace/workspaces/operations.ts';
import { scopes } from '../../../src/scopes.ts';
import { createServices } from '../../../src/services.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { openDatabase } from '../../../src/storage/open.ts';
import { systemClock } from '../../../src/time/clock.ts';
import type { WireAnswer } from './http.ts';
import { type CallOptions, EmptyStorage, type Served } from './process.ts';
import type { Engine } from './rota.ts';

export interface SharedServers {
  services: Services;
  workspaceId: string;
  /** Spreads calls over the servers, by turn. */
  call(turn: number, method: string, path: string, options?: Omit<CallOptions, 'key'>): Promise<WireAnswer>;
  /** Every item of a list. */
  all<Item>(list: `${string}?${string}`): Promise<Item[]>;
}

/** Starts them before the tests of this suite. The returned function makes a workspace with an entitlement. */
export function shareServers(engine: Engine): () => Promise<SharedServers> {
  const stack = new AsyncDisposableStack();
  const servers: Served[] = [];
  let services: Services;
  before(async () => {
    const storage = stack.use(await EmptyStorage.make(engine));
    for (let count = engine === 'postgres' ? 2 : 1; count > 0; count -= 1) {
      servers.push(stack.use(await storage.serve()));
    }
    const config = readConfig(storage.environment);
    const database = await openDatabase(config);
    stack.defer(() => database.close());
    services = createServices(config, database, systemClock);
  });
  after(() => stack.disposeAsync());

  return async () => {
    const actor = { type: 'cli', id: 'tests' } as const;
    const { workspace, context } = await createWorkspace(services, actor, { name: 'Own', handle: null });
    await createEntitlement(context, { plan_key: 'pro', seat_capacity: 10 });
    const { key } = await createApiKey(context, { name: 'Own key', scopes: [...scopes] });
    return {
      services,
      workspaceId: workspace.id,
      call: (turn, method, path, options) =>
        (servers[turn % servers.length] as Served).call(method, path, { ...options, key }),
      all: (list) => (servers[0] as Served).all(list, key),
    };
  };
}
