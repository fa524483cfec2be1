import { flushCompileCache } from 'node:module';
import { type Config, ConfigError } from '../config.ts';
import type { Services } from '../context.ts';
import { findSecretKey } from '../secret-key.ts';
import { placeOf } from '../storage/place.ts';
import type { Command } from './command.ts';
import { assertCanKeepFirstKey, firstKeyFile, keepFirstKey } from './first-key-file.ts';
import { assertInstalled } from './installed.ts';
import { withServices } from './operator.ts';
import { makePrivate } from './private-files.ts';
import { untilAskedToStop } from './starter.ts';

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
    const keyFile = firstKeyFile(config);
    if (keyFile) await assertCanKeepFirstKey(config, keyFile);
    const log = createLog(config.logLevel);
    const serve = async (services: Services) => {
      // Here the lock is held: what another server uses, or is damaged, is not touched.
      makePrivate(config, (fields, message) => log.warn(fields, message));
      if (!(await isRightKey(services.database, key))) throw new ConfigError(WRONG_KEY);
      await bind(services);
      const keep = keyFile === undefined ? undefined : (key: string) => keepFirstKey(keyFile, key);
      const made = await bootstrap(services, config.bootstrapApiKey, keep);
      const shown = made && shownKey(made.rawKey, config, keyFile);
      // At once: if anything goes wrong from here on, nobody could know the key any more.
      if (shown) console.log(announce(made.workspace.name, placeOf(config), shown));

      const aheadMs = services.clock.now() - services.clock.wall();
      if (aheadMs > MINUTE_MS)
        log.warn({ ahead_ms: aheadMs }, 'the database knows a later time than the clock shows');
      const app = createApp(services, log);
      const asked = untilAskedToStop();
      const address = await app.listen();
      if (shown) console.log(suggest(shown.inShell, address));
      log.info({ address, database: services.database.dialect.engine }, 'listening');
      // Now and not at the end, which a process that is killed does not come to.
      flushCompileCache();

      await asked;
      log.info('stopping');
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

/** Below that, a clock has merely been corrected. */
const MINUTE_MS = 60_000;

const WRONG_KEY =
  'ROTA_SECRET_KEY, or secret.key in ROTA_DATA_DIR, is missing or not the key that the secrets in this database were ' +
  'sealed with: put that one back';

const MAX_NAMED = 100;
const UNBOUND =
  'endpoints have secrets that are not bound to their rows: a node of an older version has written them since the upgrade, ' +
  'or somebody else. They are not used: rotate the secret and give the headers anew';

interface ShownKey {
  lines: string[];
  /** What a shell makes the key of, between double quotes. */
  inShell: string;
}

/** The raw key is printed at the first start only, and not at all when the operator chose it, or a file for it. */
function shownKey(rawKey: string, { bootstrapApiKey }: Config, file: string | undefined): ShownKey {
  if (bootstrapApiKey !== undefined) return { lines: [], inShell: '$ROTA_BOOTSTRAP_API_KEY' };
  if (file !== undefined) {
    const quoted = `'${file.replaceAll("'", "'\\''")}'`;
    return { lines: [`The key, which only this user can read: ${file}`], inShell: `$(cat ${quoted})` };
  }
  return { lines: ['Keep the key, it is shown only now:', '', `  ${rawKey}`], inShell: rawKey };
}

function announce(workspace: string, place: string, { lines }: ShownKey): string {
  return [
    '',
    `First start: made the workspace ${workspace} and a key with every scope.`,
    `The database, which had no workspace yet: ${place}`,
    ...lines,
  ].join('\n');
}

function suggest(key: string, address: string): string {
  return [
    '',
    'Try it:',
    '',
    `  curl -H "Authorization: Bearer ${key}" ${address}/api/v1/workspace`,
    '',
    'The README goes on from here, with these two in another terminal:',
    '',
    `  export ROTA_URL=${address}`,
    `  export ROTA_KEY="${key}"`,
    '',
    `The API reference is at ${address}/docs`,
    '',
  ].join('\n');
}
