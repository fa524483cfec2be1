import type { Services } from './context.ts';
import { createIds } from './ids.ts';
import { createKeyring } from './secrets/secret-key.ts';
import { createSecrets } from './secrets/secrets.ts';
import type { Config } from './settings/config.ts';
import type { OpenDatabase } from './storage/database.ts';
import { serviceAddress } from './text/networks.ts';
import type { Clock } from './time/clock.ts';

export function createServices(config: Config, storage: OpenDatabase, clock: Clock): Services {
  const ids = createIds(clock);
  const tally = { skippedDeliveries: 0 };
  const proxy = { isSeen: false };
  const address = { url: config.publicUrl ?? serviceAddress(config.host, config.port) };
  const secrets = createSecrets(createKeyring(config), { database: storage, clock });
  return {
    config,
    storage,
    database: storage,
    clock,
    ids,
    tally,
    proxy,
    address,
    secrets,
    placeKinds: new Set(),
  };
}
