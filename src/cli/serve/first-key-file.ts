import { existsSync, lstatSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Config, ConfigError } from '../../settings/config.ts';
import { isInstalled } from '../database/existing.ts';
import { makePrivateFile } from '../private-files.ts';

/** The file for the first key. Undefined if the key is printed, or if the operator set it. */
export function firstKeyFile({ bootstrapKeyFile, bootstrapApiKey }: Config): string | undefined {
  if (bootstrapKeyFile === undefined) return undefined;
  if (bootstrapApiKey !== undefined) {
    throw new ConfigError(
      'ROTA_BOOTSTRAP_KEY_FILE is for a generated key, and ROTA_BOOTSTRAP_API_KEY sets one: set only one of them',
    );
  }
  return resolve(bootstrapKeyFile);
}

/**
 * Refuses a first start that can't write the key file, before anything is created. Not on PostgreSQL, where another
 * node may be writing the file right now: there, the transaction fails and leaves nothing behind.
 */
export async function assertCanKeepFirstKey(config: Config, file: string): Promise<void> {
  if (config.databaseUrl || (await isInstalled(config))) return;
  // lstat: a dangling link counts too.
  if (lstatSync(file, { throwIfNoEntry: false })) throw exists(file);
  const folder = dirname(file);
  // The data folder is created before the key.
  if (folder !== resolve(config.dataDir) && !existsSync(folder)) {
    throw refusal(`there is no folder ${folder}: make it, or name another file`);
  }
}

/**
 * Writes the key, readable by its owner only, and syncs it to disk. Called right before the commit, so no workspace is
 * ever created whose key is lost. Never overwrites an existing file.
 */
export function keepFirstKey(file: string, rawKey: string): void {
  try {
    makePrivateFile(file, `${rawKey}\n`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw code === 'EEXIST' ? exists(file) : refusal(message);
  }
}

const exists = (file: string) =>
  refusal(`${file} already exists, and is not overwritten: move it away, or name another file`);

const refusal = (reason: string) =>
  new ConfigError(`ROTA_BOOTSTRAP_KEY_FILE can't be used for the first key: ${reason}`);
