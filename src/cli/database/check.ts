import { RotaError } from '../../errors.ts';
import { findSecretKeys } from '../../secrets/secret-key.ts';
import type { Config } from '../../settings/config.ts';
import type { Reader } from '../../storage/database.ts';
import { pendingMigrations } from '../../storage/migrate.ts';
import { openDatabase, placeOf } from '../../storage/open.ts';
import { DatabaseRefused } from '../../storage/refused.ts';
import { isDamage } from '../../storage/sqlite-connection.ts';
import { damageIn, problemsIn, withReader } from '../../storage/sqlite-file/check.ts';
import { databaseFileIn, isThere } from '../../storage/sqlite-file/file.ts';
import { assertInPlace, describeLoss } from '../../storage/sqlite-file/guard.ts';
import { readJournal } from '../../storage/sqlite-file/journal.ts';
import { lockDatabase, tryLock } from '../../storage/sqlite-file/lock.ts';
import { giveUpLost } from '../../storage/sqlite-file/mend.ts';
import { hasTable } from '../../storage/tables.ts';
import { type Command, json, table } from '../command.ts';
import { embeddedFile, timeInName } from './embedded.ts';
import { canReadSecrets } from './existing.ts';

interface Finding {
  checked: string;
  /** Null if it could not be checked. */
  ok: boolean | null;
  found: string;
}

/** Other commands hold the lock only for a moment. */
const WAIT_MS = 1_000;

export const checkCommand: Command = {
  name: 'check',
  summary: 'check the database for damage, and its schema and secret key',
  details:
    'Reads the whole database. Changes nothing, except with --accept-loss. The service may be running: its journal is then\n' +
    'left out. Exits with 1 if something is wrong.',
  options: {
    'accept-loss': {
      type: 'boolean',
      description: 'drop what a damaged journal has lost, and keep copies of the damaged files',
    },
    json,
  },
  async run({ config, options, print }) {
    const accepted = options['accept-loss'] ? acceptLoss(config) : undefined;
    const findings = config.databaseUrl ? await checkPostgres(config) : await checkEmbedded(config);
    const wrong = findings.filter(({ ok }) => ok === false).map(({ checked }) => checked);
    const data = { database: placeOf(config), ok: wrong.length === 0, findings, ...accepted?.data };
    print(data, [
      ...(accepted?.lines ?? []),
      `Checked ${placeOf(config)}`,
      ...table(findings.map(({ checked, ok, found }) => [checked, verdicts.get(ok) as string, found])),
    ]);
    if (wrong.length > 0) throw new DatabaseRefused(`something is wrong: ${wrong.join(', ')}`);
  },
};

const verdicts = new Map<boolean | null, string>([
  [true, 'ok'],
  [false, 'WRONG'],
  [null, '-'],
]);

async function checkPostgres(config: Config): Promise<Finding[]> {
  const database = await openDatabase(config);
  try {
    return [
      ...(await checkContents(database, config)),
      {
        checked: 'integrity',
        ok: null,
        found: 'not checked: that is up to PostgreSQL, with amcheck and data checksums',
      },
    ];
  } finally {
    await database.close();
  }
}

async function checkEmbedded(config: Config): Promise<Finding[]> {
  const file = databaseFileIn(config.dataDir);
  assertThere(file);
  const journal = checkJournal(file);
  const lock = lockDatabase(file, 'use');
  try {
    return [
      journal,
      asFinding('integrity', problemsIn(file, 'with journal', 'integrity_check')),
      asFinding('references', problemsIn(file, 'with journal', 'foreign_key_check')),
      ...(await withReader(file, 'with journal', (reader) => checkContents(reader, config))),
    ];
  } finally {
    lock.release();
  }
}

function assertThere(file: string): void {
  assertInPlace(file);
  if (!isThere(file)) throw new DatabaseRefused(`there is no database: ${file}`);
}

function checkJournal(file: string): Finding {
  const lock = tryLock(file, 'replace', WAIT_MS);
  if (!lock) {
    const found = 'not checked: the database is in use, and was checked when it was opened';
    return { checked: 'journal', ok: null, found };
  }
  try {
    const { transactions, lost } = readJournal(file);
    const found = lost
      ? `${describeLoss(file, lost)}; --accept-loss continues without them`
      : `${transactions} transactions, all complete`;
    return { checked: 'journal', ok: !lost, found };
  } finally {
    lock.release();
  }
}

function asFinding(checked: string, problems: string[]): Finding {
  return { checked, ok: problems.length === 0, found: problems.join('; ') || 'nothing wrong' };
}

async function checkContents(reader: Reader, config: Config): Promise<Finding[]> {
  const schema = await explained('schema', async () => {
    if (!(await hasTable(reader, 'schema_migrations'))) return [false, "this isn't a Rota database"];
    const pending = await pendingMigrations(reader);
    if (pending.length === 0) return [true, 'up to date'];
    return [true, `known; \`rota serve\` will apply ${pending.join(', ')}`];
  });
  const secretKey = await explained('secret key', async () => {
    const isRight = await canReadSecrets(reader, findSecretKeys(config));
    return [
      isRight,
      isRight ? 'opens what is sealed' : 'missing, or not the one that the secrets were sealed with',
    ];
  });
  return [schema, secretKey];
}

/** An error is reported as a finding, unless the database can't be reached. */
async function explained(checked: string, look: () => Promise<[boolean, string]>): Promise<Finding> {
  try {
    const [ok, found] = await look();
    return { checked, ok, found };
  } catch (error) {
    if (isDamage(error)) return { checked, ok: false, found: damageIn(error) };
    if (error instanceof RotaError) throw error;
    return { checked, ok: false, found: (error as Error).message };
  }
}

function acceptLoss(config: Config) {
  const file = embeddedFile(config, 'check --accept-loss', 'its own tools');
  assertThere(file);
  const lock = lockDatabase(file, 'replace');
  try {
    const { lost } = readJournal(file);
    if (!lost)
      return { data: { given_up: null }, lines: ['The journal is not damaged: nothing was dropped.'] };
    const kept = `${file}.damaged-${timeInName()}`;
    const { usedJournal } = giveUpLost(file, kept);
    const { frames, transactions } = lost;
    return {
      data: { given_up: { transactions, frames, kept_as: kept } },
      lines: [
        usedJournal
          ? `Dropped at least ${transactions} transactions (${frames} pages) that the journal had lost.`
          : 'Dropped the journal: the database itself was newer than what was still readable in it.',
        `The damaged files are kept as ${kept} and ${kept}-wal.`,
      ],
    };
  } finally {
    lock.release();
  }
}
