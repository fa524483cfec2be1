import { createSecretKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError } from './config.ts';
import { isSecretKey } from './setting-values.ts';
import { syncFolderOf } from './storage/sqlite-file/file.ts';

const KEY_BYTES = 32;

type Settings = Pick<Config, 'secretKey' | 'databaseUrl' | 'dataDir'>;

/** Loads the key on first use. */
export function secretKeyOf(config: Settings): () => KeyObject {
  let key: KeyObject | undefined;
  return () => {
    key ??= findSecretKey(config) ?? makeSecretKey(config.dataDir);
    return key;
  };
}

/**
 * The key that seals endpoints' secrets; undefined while there is none. With PostgreSQL it is a setting, because several
 * nodes need the same one. Beside the embedded database it is made on first use.
 */
export function findSecretKey(config: Settings): KeyObject | undefined {
  if (config.secretKey) return keyFrom(config.secretKey);
  if (config.databaseUrl) {
    throw new ConfigError(
      'ROTA_SECRET_KEY is required with DATABASE_URL: make one with `openssl rand -hex 32`, ' +
        'keep it as safe as the database, and give the same to every node',
    );
  }
  const file = secretKeyFileIn(config.dataDir);
  const text = readKey(file);
  return text === undefined ? undefined : checkKey(file, text);
}

export const secretKeyFileIn = (dataDir: string) => join(dataDir, 'secret.key');
const keyFrom = (hex: string) => createSecretKey(Buffer.from(hex, 'hex'));

function checkKey(file: string, text: string | undefined): KeyObject {
  if (text !== undefined && isSecretKey(text)) return keyFrom(text);
  throw new ConfigError(`${file} must hold 64 hexadecimal digits: put the key back that was made there`);
}

function readKey(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new ConfigError(`${file} can't be read: ${(error as Error).message}`);
  }
}

/** The file appears whole or not at all, and is synced before its first use. Of two processes, one makes it. */
function makeSecretKey(dataDir: string): KeyObject {
  const file = secretKeyFileIn(dataDir);
  // A process id is not unique: two containers can have the same one.
  const draft = `${file}.${randomUUID()}`;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600, flush: true });
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft);
    }
    syncFolderOf(file);
  } catch (error) {
    throw new ConfigError(`${file} can't be written: ${(error as Error).message}`);
  }
  return checkKey(file, readKey(file));
}
