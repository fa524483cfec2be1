// `npm run interop`: what holds with real programs of others. Fetches them first, then runs tests/interop/*.interop.ts as
// `npm test` runs its files. With `--lane=…`, the tests of that lane run beside them: `npm run test:all`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { CannotHave } from '../../scripts/downloads/cache-folder.ts';
import { mailClients } from './clients/index.ts';
import { prepareMcpTools } from './clients/mcp-tools.ts';
import { preparePython } from './readers/python.ts';
import { prepareGoogleEmulator } from './servers/google-emulator.ts';
import { everyServer } from './servers/index.ts';
import { preparePgbouncer } from './servers/pgbouncer.ts';
import { preparePostfix } from './servers/postfix.ts';
import { preparePostgres } from './servers/postgres.ts';
import { preparePrometheus } from './servers/prometheus.ts';
import { proxies } from './servers/proxies.ts';
import { systemdFiles } from './servers/systemd.ts';

async function main(): Promise<number> {
  for (const { prepare } of [...everyServer, ...mailClients, ...proxies]) await prepare();
  await preparePostfix();
  await systemdFiles();
  await preparePgbouncer();
  await preparePostgres();
  await preparePrometheus();
  await preparePython();
  await prepareMcpTools();
  await prepareGoogleEmulator();
  const runner = fileURLToPath(new URL('../run.ts', import.meta.url));
  const given = process.argv.slice(2);
  const isBeside = given.some((word) => word.startsWith('--lane='));
  const words = [runner, isBeside ? '--with-interop' : 'tests/interop/*.interop.ts', ...given];
  const child = spawn(process.execPath, words, { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof CannotHave)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
