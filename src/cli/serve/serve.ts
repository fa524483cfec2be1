import { flushCompileCache } from 'node:module';
import type { Bootstrapped } from '../../bootstrap.ts';
import type { Services } from '../../context.ts';
import { findSecretKeys } from '../../secrets/secret-key.ts';
import { WRONG_KEY } from '../../secrets/secrets.ts';
import { type Config, ConfigError } from '../../settings/config.ts';
import { assertCanServe } from '../../settings/serving.ts';
import { placeOf } from '../../storage/open.ts';
import { MINUTE_MS } from '../../time/timestamps.ts';
import type { Command } from '../command.ts';
import { assertInstalled, canReadSecrets } from '../database/existing.ts';
import { withServices } from '../operator.ts';
import { makePrivate } from '../private-files.ts';
import { assertCanKeepFirstKey, firstKeyFile, keepFirstKey } from './first-key-file.ts';
import { untilAskedToStop } from './starter.ts';

export const serveCommand: Command = {
  name: 'serve',
  summary: 'run the service',
  details:
    'Settings come from environment variables: HOST, PORT, DATABASE_URL and those in docs/reference/configuration.md.\n' +
    'Stops on SIGTERM or SIGINT, after finishing what is in flight. A second signal stops it at once. If npm started it, it\n' +
    'also stops when npm exits.',
  async run(invocation) {
    const { config, output, host } = invocation;
    // Imported here: without it, other commands are twice as fast.
    const [{ createApp }, { bootstrap }, { createLog }, { bindSecrets }] = await Promise.all([
      import('../../app.ts'),
      import('../../bootstrap.ts'),
      import('../../log.ts'),
      import('../../features/events/webhook-endpoints/sealed.ts'),
    ]);
    // Before changing anything.
    assertCanServe(config);
    // A missing key is fine as long as nothing has been sealed.
    const keys = findSecretKeys(config);
    if (config.requireDatabase || config.readOnly) await assertInstalled(config);
    const keyFile = firstKeyFile(config);
    if (keyFile) await assertCanKeepFirstKey(config, keyFile);
    const log = createLog(config.logLevel, host.logOutput);
    const serve = async (services: Services) => {
      // Only now that we have the lock: files of another server, or damaged ones, must be left alone.
      makePrivate(config, (fields, message) => log.warn(fields, message));
      if (!(await canReadSecrets(services.database, keys))) throw new ConfigError(WRONG_KEY);
      if (!config.readOnly) await bind(services);
      const keep = keyFile === undefined ? undefined : (key: string) => keepFirstKey(keyFile, key);
      const made = config.readOnly ? undefined : await bootstrap(services, config.bootstrapApiKey, keep);
      const firstKey = made && describeKey(made.rawKey, config, keyFile);
      // Right away: if something fails later, the key would be lost.
      if (firstKey) output.log(describeFirstStart(made.workspace.name, placeOf(config), firstKey));

      const aheadMs = services.clock.now() - services.clock.wall();
      if (aheadMs > MINUTE_MS) log.warn({ ahead_ms: aheadMs }, 'database has times ahead of the clock');
      const app = createApp(services, log);
      const asked = untilAskedToStop(host);
      const address = await app.listen();
      if (firstKey) {
        output.log(suggestCalls(firstKey.inShell, address, app.mailAddresses.smtp));
        output.log(await describeConsole(services, made, firstKey.isPrinted));
      }
      const { metricsAddress } = app;
      log.info(
        {
          address,
          ...(metricsAddress && { metrics: metricsAddress }),
          database: services.database.dialect.engine,
          ...(config.readOnly && { read_only: true }),
        },
        'listening',
      );
      // Not at the end: a killed process never gets there.
      flushCompileCache();

      await asked;
      log.info('stopping');
      await app.stop();
      log.info('stopped');
    };
    // Not a migration: it needs the secret key, and every command migrates.
    const bind = async (services: Services) => {
      const { bound, refused } = await bindSecrets(services, () =>
        log.info('Waiting for another process to migrate the database'),
      );
      if (bound > 0) log.info({ endpoints: bound }, 'bound sealed secrets to their rows');
      if (refused.length > 0) {
        log.error({ endpoints: refused.length, endpoint_ids: refused.slice(0, MAX_NAMED) }, UNBOUND);
      }
    };
    await withServices(invocation, serve, { serving: true, report: (message) => log.info(message) });
  },
};

const MAX_NAMED = 100;
const UNBOUND =
  'endpoints have secrets that are not bound to their rows: a node of an older version has written them since the upgrade, ' +
  'or somebody else. They are not used: rotate the secret and set the headers again';

interface FirstKey {
  /** A person is watching the terminal, so secrets may be printed. */
  isPrinted: boolean;
  lines: string[];
  /** What the shell replaces with the key, inside double quotes. */
  inShell: string;
}

/** The raw key is printed once; and never if the operator set the key, or a file for it. */
function describeKey(rawKey: string, { bootstrapApiKey }: Config, file: string | undefined): FirstKey {
  if (bootstrapApiKey !== undefined) {
    return { isPrinted: false, lines: [], inShell: '$ROTA_BOOTSTRAP_API_KEY' };
  }
  if (file !== undefined) {
    const quoted = `'${file.replaceAll("'", "'\\''")}'`;
    const lines = [`The key, readable by this user only: ${file}`];
    return { isPrinted: false, lines, inShell: `$(cat ${quoted})` };
  }
  const lines = ['Keep this key: it is shown only once.', '', `  ${rawKey}`];
  return { isPrinted: true, lines, inShell: rawKey };
}

function describeFirstStart(workspace: string, place: string, { lines }: FirstKey): string {
  return [
    '',
    `First start: created the workspace ${workspace} and a key with every scope.`,
    `The database, which had no workspace yet: ${place}`,
    ...lines,
  ].join('\n');
}

/** The link is printed wherever the key is: either of them gives full access. */
async function describeConsole(
  services: Services,
  { workspace, owner }: Bootstrapped,
  isPrinted: boolean,
): Promise<string> {
  const { email } = owner;
  if (!isPrinted) {
    return `The console, for people: ${services.address.url}/console (\`rota sign-in ${email}\` prints a link to sign in with)\n`;
  }
  const { createSignInLink } = await import('../../features/people/sessions/operations.ts');
  const actor = { type: 'system', id: 'bootstrap' } as const;
  const context = { ...services, caller: { workspaceId: workspace.id, actor, scopes: [] } };
  const { url } = await createSignInLink(context, owner);
  return [
    `The console, for people. This link signs you in as ${email}, once, within 15 minutes:`,
    '',
    `  ${url}`,
    '',
    `Later, \`rota sign-in ${email}\` prints another.`,
    '',
  ].join('\n');
}

function suggestCalls(key: string, address: string, mailAddress: string | undefined): string {
  return [
    '',
    'Try it:',
    '',
    `  curl -H "Authorization: Bearer ${key}" ${address}/api/v1/workspace`,
    '',
    'Next, follow docs/start/getting-started.md with these set in another terminal:',
    '',
    `  export ROTA_URL=${address}`,
    `  export ROTA_KEY="${key}"`,
    '',
    `The API reference is at ${address}/docs`,
    ...(mailAddress === undefined ? [] : [`Mail is accepted over SMTP at ${mailAddress}`]),
    '',
  ].join('\n');
}
