import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { invalidRequest } from '../../errors.ts';
import { findSecretKeys, secretKeyFileIn } from '../../secrets/secret-key.ts';
import { postgresUrl } from '../../settings/values.ts';
import { laterMigrations, pendingMigrations } from '../../storage/migrate.ts';
import { explained, type Moved, moveTo } from '../../storage/move/move.ts';
import { Source } from '../../storage/move/source.ts';
import { tablesToMove } from '../../storage/move/tables.ts';
import { openDatabase, placeOf } from '../../storage/open.ts';
import { DatabaseRefused } from '../../storage/refused.ts';
import { isThere } from '../../storage/sqlite-file/file.ts';
import { lockWhole } from '../../storage/sqlite-file/guard.ts';
import { tryLock } from '../../storage/sqlite-file/lock.ts';
import { systemClock } from '../../time/clock.ts';
import { type Command, type Invocation, json, table, UsageError } from '../command.ts';
import { embeddedFile } from './embedded.ts';
import { canReadSecrets } from './existing.ts';
import { createProgress } from './move-progress.ts';

/** A stopping server keeps its lock for a moment. */
const WAIT_MS = 500;
/** All the work is done on one connection. */
const POOL_SIZE = 1;

export const moveCommand: Command = {
  name: 'move',
  summary: 'copy the embedded database to PostgreSQL, and check every row',
  details:
    'The target must be empty, or partly filled by an earlier run. Each run copies what differs, so if one is interrupted, run\n' +
    'it again. The target is complete only after a run while no server can write: stop the server, or start it with\n' +
    'ROTA_READ_ONLY=true. Writes nothing to the embedded database. docs/operate/move-to-postgresql.md has a step-by-step plan.\n' +
    "Exits with 4 if the copy isn't complete.",
  options: {
    to: {
      type: 'string',
      value: 'URL',
      description: 'postgres://…; while it runs, other users of this machine can see it',
    },
    'to-file': { type: 'string', value: 'FILE', description: 'a file that contains the URL' },
    json,
  },
  async run(invocation) {
    const { config, output, print } = invocation;
    const databaseUrl = targetOf(invocation);
    const file = embeddedFile(config, 'move', 'pg_dump and pg_restore');
    if (!isThere(file)) throw invalidRequest(`there is no database to move: ${file}`);
    const place = placeOf({ databaseUrl, dataDir: config.dataDir });
    const say = (message: string) => output.error(message);
    const start = performance.now();
    const use = lockWhole(file, 'use');
    // A server that writes holds this lock. A read-only one doesn't ask for it.
    const serving = tryLock(file, 'serve', WAIT_MS);
    try {
      using source = new Source(file);
      const tables = await examine(source);
      if (!(await canReadSecrets(source.reader, findSecretKeys(config))))
        throw new DatabaseRefused(WRONG_KEY);
      source.assertMovable(tables);
      const counts = new Map(tables.map((each) => [each.name, source.count(each)]));
      const storage = await openDatabase({
        databaseUrl,
        databaseDirectUrl: undefined,
        databasePoolSize: POOL_SIZE,
        dataDir: config.dataDir,
      }).catch((error) => {
        throw explained(error);
      });
      try {
        say(`Copying ${file} to ${place}`);
        const moved = await moveTo({
          source,
          tables,
          storage,
          clock: systemClock,
          isSourceQuiet: serving !== undefined,
          report: say,
          onCopied: createProgress('copied', counts, say),
          onChecked: createProgress('compared', counts, say),
        });
        const seconds = Math.round(performance.now() - start) / 1_000;
        print(resultOf(moved, file, place, seconds), [
          ...describe(moved),
          ...(moved.isComplete ? whatNext(invocation, place) : []),
        ]);
        if (!moved.isComplete) throw invalidRequest(moved.checked ? CHANGED : mayChange(file));
      } finally {
        await storage.close();
      }
    } finally {
      serving?.release();
      use.release();
    }
  },
};

function targetOf({ options }: Invocation): string {
  const { to, 'to-file': file } = options;
  if ((to === undefined) === (file === undefined)) throw new UsageError('give either --to or --to-file');
  const url = file === undefined ? String(to) : readFileSync(resolve(String(file)), 'utf8').trim();
  try {
    return postgresUrl(url);
  } catch (error) {
    // Without the value: it may contain a password.
    throw new UsageError(`${file === undefined ? '--to' : String(file)} ${(error as Error).message}`);
  }
}

/** The source is never written to, so it must already have this version's schema. */
async function examine(source: Source) {
  const later = await laterMigrations(source.reader);
  if (later.length > 0) {
    throw new DatabaseRefused(
      `the embedded database is from a newer version (${later.join(', ')}): move it with that version`,
    );
  }
  const pending = await pendingMigrations(source.reader);
  if (pending.length > 0) {
    throw new DatabaseRefused(
      `the embedded database is older than this version (${pending.join(', ')} not applied): start this version once, or run ` +
        '`rota migrate`',
    );
  }
  return tablesToMove(source.reader);
}

const WRONG_KEY =
  'the secret key (secret.key in ROTA_DATA_DIR, or ROTA_SECRET_KEY) is missing or not the one that the secrets in this ' +
  'database were sealed with: put that one back first';

const mayChange = (file: string) =>
  `copied, but not complete: a server that may write uses ${file}. Stop it, or start it with ROTA_READ_ONLY=true, and run this again`;
const CHANGED = 'copied, but not complete: a command wrote to the source in the meantime. Run this again';

function resultOf({ copied, checked, isComplete }: Moved, file: string, place: string, seconds: number) {
  const digests = new Map(checked?.map((each) => [each.table, each.digest]));
  return {
    complete: isComplete,
    source: file,
    target: place,
    seconds,
    tables: copied.map((each) => ({ ...each, digest: digests.get(each.table) ?? null })),
  };
}

function describe({ copied, checked }: Moved): string[] {
  const digests = new Map(checked?.map(({ table: name, digest }) => [name, digest]));
  return table([
    ['TABLE', 'ROWS', 'INSERTED', 'UPDATED', 'DELETED', 'SHA-256'],
    ...copied.map(({ table: name, rows, inserted, updated, deleted }) => [
      name,
      ...[rows, inserted, updated, deleted].map(String),
      digests.get(name) ?? 'not compared',
    ]),
  ]);
}

/** The key itself is never printed. */
function whatNext({ config }: Invocation, place: string): string[] {
  const key = config.secretKey
    ? 'Keep ROTA_SECRET_KEY as it is: the target needs the same one.'
    : `Set ROTA_SECRET_KEY to the content of ${resolve(secretKeyFileIn(config.dataDir))}: the target needs the same key.`;
  return [
    '',
    `The target is complete: ${place}`,
    key,
    'Then start `rota serve` with DATABASE_URL, and never again on the embedded database, unless you want to go back.',
  ];
}
