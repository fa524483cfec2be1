import { mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { invalidRequest } from '../../errors.ts';
import { findSecretKeys, type SecretKey } from '../../secrets/secret-key.ts';
import { pendingMigrations } from '../../storage/migrate.ts';
import { DatabaseRefused } from '../../storage/refused.ts';
import { problemsIn, withReader } from '../../storage/sqlite-file/check.ts';
import { isThere } from '../../storage/sqlite-file/file.ts';
import { lockDatabase } from '../../storage/sqlite-file/lock.ts';
import { draftFrom, isOccupied, journalsOf, putInPlace } from '../../storage/sqlite-file/restore.ts';
import { hasTable } from '../../storage/tables.ts';
import { type Command, json, onlyWord } from '../command.ts';
import { embeddedFile, timeInName } from './embedded.ts';
import { canReadSecrets } from './existing.ts';

export const restoreCommand: Command = {
  name: 'restore',
  takes: 'FILE',
  summary: 'replace the embedded database with a backup; stop the service first',
  details:
    'Leaves FILE unchanged. Everything that was waiting to be sent when the backup was made is sent again, even if it has\n' +
    'been delivered since: see docs/operate/backup.md.',
  options: {
    replace: { type: 'boolean', description: 'replace an existing database, and keep it under another name' },
    json,
  },
  async run(invocation) {
    const { config, options, print } = invocation;
    const file = embeddedFile(config, 'restore', 'pg_restore');
    const backup = resolve(onlyWord(invocation, 'FILE'));
    const { isRightKey, pending } = await examine(backup, findSecretKeys(config));
    const kept = replace(file, backup, options.replace === true);
    const data = { file, restored_from: backup, kept_as: kept ?? null, pending_migrations: pending };
    print({ ...data, secret_key_is_right: isRightKey }, [
      `Restored ${backup} to ${file}.`,
      ...(kept ? [`What was there is kept as ${kept}.`] : []),
      ...(isRightKey ? [] : [WRONG_KEY]),
      'What was waiting to be delivered when the backup was made will be sent again.',
    ]);
  },
};

const WRONG_KEY =
  'The secret key (secret.key in ROTA_DATA_DIR, or ROTA_SECRET_KEY) is missing or not the one that the secrets in this ' +
  'backup were sealed with: put that one back. `rota serve` does not start without it.';

/** Reads the whole backup before changing anything. */
async function examine(backup: string, keys: SecretKey[]) {
  if (!statSync(backup, { throwIfNoEntry: false })?.isFile())
    throw invalidRequest(`there is no file ${backup}`);
  const journal = journalsOf(backup).find(isThere);
  if (journal) {
    throw invalidRequest(
      `${backup} is not a backup but a database in use, or one whose server was killed: the rest of it is in ${journal}. ` +
        'Make a backup of it with `rota backup`, and restore that',
    );
  }
  const [problem] = problemsIn(backup, 'file only', 'integrity_check', 'foreign_key_check');
  if (problem) throw invalidRequest(`${backup} is damaged, or not a database: ${problem}`);
  return withReader(backup, 'file only', async (reader) => {
    if (!(await hasTable(reader, 'schema_migrations'))) {
      throw invalidRequest(`${backup} isn't a Rota database`);
    }
    return { pending: await pendingMigrations(reader), isRightKey: await canReadSecrets(reader, keys) };
  });
}

/** Returns the new name of the replaced database, or undefined if there was none. */
function replace(file: string, backup: string, isAllowed: boolean): string | undefined {
  if (backup === file) throw invalidRequest(`${backup} is the database itself`);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const lock = lockDatabase(file, 'replace');
  try {
    const kept = isOccupied(file) ? `${file}.replaced-${timeInName()}` : undefined;
    if (kept && !isAllowed) {
      throw invalidRequest(`there is already a database, ${file}: --replace keeps it under another name`);
    }
    const draft = draftFrom(backup, file);
    try {
      const [problem] = problemsIn(draft, 'file only', 'quick_check');
      if (problem) throw new DatabaseRefused(`${draft} is not a true copy of ${backup}: ${problem}`);
      Array.from(putInPlace(file, draft, kept ?? file));
    } finally {
      rmSync(draft, { force: true });
    }
    return kept;
  } finally {
    lock.release();
  }
}
