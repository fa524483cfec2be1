import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Services } from './context.ts';
import { createIds } from './ids.ts';
import { createKeyring } from './secret-key.ts';
import { createSecrets } from './secrets.ts';
import { serviceAddress } from './service-address.ts';
import type { OpenDatabase } from './storage/database.ts';

export function createServices(config: Config, storage: OpenDatabase, clock: Clock): Services {
  const ids = createIds(clock);
  const tally = { skippedDeliveries: 0 };
  const proxy = { isSeen: false };
  const address = { url: config.publicUrl ?? serviceAddress(config.host, config.port) };
  const secrets = createSecrets(createKeyring(config), { database: storage, clock });
  return { config, storage, database: storage, clock, ids, tally, proxy, address, secrets };
}
