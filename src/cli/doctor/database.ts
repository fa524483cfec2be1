import { findSecretKeys } from '../../secrets/secret-key.ts';
import type { Config } from '../../settings/config.ts';
import { answerMs, latestStoredTime, machineAheadMs, versionOf } from '../../storage/condition.ts';
import type { Reader } from '../../storage/database.ts';
import { pendingMigrations, SchemaTooNew } from '../../storage/migrate.ts';
import { placeOf } from '../../storage/open.ts';
import { DatabaseRefused } from '../../storage/refused.ts';
import { hasTable } from '../../storage/tables.ts';
import { MINUTE_MS, SECOND_MS } from '../../time/timestamps.ts';
import { canReadSecrets, readExisting } from '../database/existing.ts';
import { checkAccounts } from './accounts.ts';
import { type Check, fail, inWords, type Line, ok, warn } from './check.ts';

// The database and what is in it. Nothing is migrated.

/** A call runs five to twenty statements, one after another. */
const SLOW_MS = 5;
/** Logs and certificates go by the machine's clock, everything else by the database's. */
const MAX_DIFFERENCE_MS = 2 * SECOND_MS;

export const databaseCheck: Check = {
  name: 'database',
  load: async ({ databaseUrl }) => databaseUrl && import('../../storage/postgres.ts'),
  async look({ config }) {
    try {
      const lines = await readExisting(config, async (reader) => [
        await checkAnswers(reader, config),
        await checkMigrations(reader),
        await checkClock(reader),
        await checkSecretKey(reader, config),
        ...(await checkAccounts(reader)),
      ]);
      return lines ?? [withoutDatabase(config)];
    } catch (error) {
      const advice = config.databaseUrl
        ? 'docs/operate/troubleshooting.md has what each message means'
        : 'run `rota check` for details';
      return [fail('database', `${placeOf(config)} can't be used: ${inWords(error)}`, advice)];
    }
  },
};

function withoutDatabase(config: Config): Line {
  const found = `there is none yet at ${placeOf(config)}`;
  return config.requireDatabase
    ? fail('database', `${found}, and ROTA_REQUIRE_DATABASE is true`, 'set ROTA_DATA_DIR to where it is')
    : ok('database', `${found}: \`rota serve\` creates one`);
}

async function checkAnswers(reader: Reader, config: Config): Promise<Line> {
  const median = await answerMs(reader);
  const pooler = config.databaseDirectUrl ? ', through a pooler' : '';
  const found = `${placeOf(config)}, ${await versionOf(reader)}, answers in ${median.toFixed(2)} ms${pooler}`;
  return median > SLOW_MS
    ? warn(
        'database',
        found,
        'run Rota closer to it, or reduce the load on both: a call runs several statements, one after another',
      )
    : ok('database', found);
}

async function checkMigrations(reader: Reader): Promise<Line> {
  if (!(await hasTable(reader, 'schema_migrations'))) {
    return ok('migrations', 'none yet: the first start applies them all');
  }
  try {
    const waiting = await pendingMigrations(reader);
    return waiting.length === 0
      ? ok('migrations', 'all are applied')
      : warn(
          'migrations',
          `${waiting.length} pending: ${waiting.join(', ')}`,
          'make a backup first: the next start applies them',
        );
  } catch (error) {
    if (!(error instanceof SchemaTooNew || error instanceof DatabaseRefused)) throw error;
    return fail('migrations', error.message);
  }
}

async function checkClock(reader: Reader): Promise<Line> {
  const difference = await machineAheadMs(reader);
  if (Math.abs(difference) > MAX_DIFFERENCE_MS) {
    const seconds = (Math.abs(difference) / SECOND_MS).toFixed(1);
    const found = `this machine's clock is ${seconds} s ${difference > 0 ? 'ahead of' : 'behind'} the database's`;
    return warn('clock', found, 'synchronize both with NTP');
  }
  const aheadMs = (await latestStoredTime(reader)) - (Date.now() - difference);
  if (aheadMs > MINUTE_MS) {
    const found = `the database has times that are ${Math.round(aheadMs / SECOND_MS)} s ahead of its clock`;
    return warn(
      'clock',
      found,
      'see "Time" in the documentation: until the clock has caught up, time passes at half speed',
    );
  }
  return ok('clock', `${Math.round(Math.abs(difference))} ms from the database's`);
}

/** The only code here that knows how secrets are sealed. */
async function checkSecretKey(reader: Reader, config: Config): Promise<Line> {
  try {
    return (await canReadSecrets(reader, findSecretKeys(config)))
      ? ok('secret key', 'opens what is sealed')
      : fail(
          'secret key',
          'missing, or not the one that the secrets in this database were sealed with',
          'put that key back, as ROTA_SECRET_KEY or secret.key in ROTA_DATA_DIR: without it, Rota does not start',
        );
  } catch (error) {
    return fail('secret key', inWords(error));
  }
}
