import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import type { Bootstrapped } from '../bootstrap.ts';
import { ConfigError } from '../config.ts';
import type { Services } from '../context.ts';
import { findSecretKey } from '../secret-key.ts';
import { placeOf } from '../storage/place.ts';
import type { Command } from './command.ts';
import { assertInstalled } from './installed.ts';
import { withServices } from './operator.ts';
import { whenStarterIsGone } from './starter.ts';

export const serveCommand: Command = {
  name: 'serve',
  summary: 'run the service',
  details:
    'Settings come from environment variables: HOST, PORT, DATABASE_URL and those in docs/configuration.md.\n' +
    'Stops on SIGTERM or SIGINT, after finishing what is in flight; a second one stops it at once. Started by npm, it\n' +
    'also stops when npm is gone.',
  async run({ config }) {
    // Loaded here, because the other commands need none of it and are twice as fast without.
    const [{ createApp }, { bootstrap }, { createLog }, { bindSecrets, isRightKey }] = await Promise.all([
      import('../app.ts'),
      import('../bootstrap.ts'),
      import('../log.ts'),
      import('../features/webhook-endpoints/sealed.ts'),
    ]);
    // Before anything is touched. Where one is yet to be made, there must be nothing sealed yet.
    const key = findSecretKey(config);
    if (config.requireDatabase) await assertInstalled(config);
    const log = createLog(config.logLevel);
    const serve = async (services: Services) => {
      if (!(await isRightKey(services.database, key))) throw new ConfigError(WRONG_KEY);
      await bind(services);
      const made = await bootstrap(services, config.bootstrapApiKey);
      const isChosen = config.bootstrapApiKey !== undefined;
      // At once: if anything goes wrong from here on, nobody could know the key any more.
      if (made) console.log(announce(made, placeOf(config), isChosen));

      const aheadMs = services.clock.now() - services.clock.wall();
      if (aheadMs > MINUTE_MS)
        log.warn({ ahead_ms: aheadMs }, 'the database knows a later time than the clock shows');
      const app = createApp(services, log);
      const stopped = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT'), starterGone()]);
      const address = await app.listen();
      if (made) console.log(suggest(isChosen ? '$ROTA_BOOTSTRAP_API_KEY' : made.rawKey, address));
      log.info({ address, database: services.database.dialect.engine }, 'listening');
      // Now and not at the end, which a process that is killed does not come to.
      flushCompileCache();

      await stopped;
      log.info('stopping');
      process.once('SIGTERM', () => process.exit(1)).once('SIGINT', () => process.exit(1));
      await app.stop();
      log.info('stopped');
    };
    /** Needs the key, unlike migrations, which every command applies. */
    const bind = async (services: Services) => {
      const { bound, refused } = await bindSecrets(services, () =>
        log.info('Waiting for another process that migrates the database'),
      );
      if (bound > 0) log.info({ endpoints: bound }, 'bound sealed secrets to their rows');
      if (refused.length > 0) {
        log.error({ endpoints: refused.length, endpoint_ids: refused.slice(0, MAX_NAMED) }, UNBOUND);
      }
    };
    await withServices(config, serve, { serving: true, tell: (message) => log.info(message) });
  },
};

const starterGone = () => new Promise<void>((resolve) => whenStarterIsGone(resolve));

/** Below that, a clock has merely been corrected. */
const MINUTE_MS = 60_000;

const WRONG_KEY =
  'ROTA_SECRET_KEY, or secret.key in ROTA_DATA_DIR, is missing or not the key that the secrets in this database were ' +
  'sealed with: put that one back';

const MAX_NAMED = 100;
const UNBOUND =
  'endpoints have secrets that are not bound to their rows: a node of an older version has written them since the upgrade, ' +
  'or somebody else. They are not used: rotate the secret and give the headers anew';

/** The raw key is printed once, here; one that the operator chose is not repeated. */
function announce({ workspace, rawKey }: Bootstrapped, place: string, isChosen: boolean): string {
  const made =
    `First start: made the workspace ${workspace.name} and a key with every scope.\n` +
    `The database, which had no workspace yet: ${place}`;
  if (isChosen) return `\n${made}`;
  return `\n${made}\nKeep the key, it is shown only now:\n\n  ${rawKey}`;
}

function suggest(key: string, address: string): string {
  return [
    '',
    'Try it:',
    '',
    `  curl -H "Authorization: Bearer ${key}" ${address}/api/v1/workspace`,
    '',
    `The API reference is at ${address}/docs`,
    '',
  ].join('\n');
}
