import { once } from 'node:events';
import { createApp } from '../app.ts';
import { type Bootstrapped, bootstrap } from '../bootstrap.ts';
import type { Config } from '../config.ts';
import { createLog } from '../log.ts';
import type { Command } from './command.ts';
import { withServices } from './operator.ts';

export const serveCommand: Command = {
  name: 'serve',
  summary: 'run the service',
  details:
    'Settings come from environment variables: HOST, PORT, DATABASE_URL and those in docs/configuration.md.\n' +
    'Stops on SIGTERM or SIGINT, after finishing what is in flight; a second one stops it at once.',
  run({ config }) {
    return withServices(config, async (services) => {
      const log = createLog(config.logLevel);
      const made = await bootstrap(services, config.bootstrapApiKey);
      const app = createApp(services, config, log);
      const stopped = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
      const address = await app.listen();
      if (made) console.log(introduce(made, address, config));
      log.info({ address, database: services.database.dialect.engine }, 'listening');

      await stopped;
      log.info('stopping');
      process.once('SIGTERM', () => process.exit(1)).once('SIGINT', () => process.exit(1));
      await app.stop();
      log.info('stopped');
    });
  },
};

/** The raw key is printed once, here; one that the operator chose is not repeated. */
function introduce({ workspace, rawKey }: Bootstrapped, address: string, config: Config): string {
  const chosen = config.bootstrapApiKey !== undefined;
  const key = chosen ? '$ROTA_BOOTSTRAP_API_KEY' : rawKey;
  return [
    '',
    `First start: made the workspace ${workspace.name} and a key with every scope.`,
    ...(chosen ? [] : ['Keep the key, it is shown only now:', '', `  ${rawKey}`]),
    '',
    'Try it:',
    '',
    `  curl -H "Authorization: Bearer ${key}" ${address}/api/v1/workspace`,
    '',
    `The API reference is at ${address}/docs`,
    '',
  ].join('\n');
}
