import { createHmac, createSecretKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError } from '../settings/config.ts';
import { isSecretKey } from '../settings/values.ts';
import { syncFolderOf } from '../storage/sqlite-file/file.ts';

const KEY_BYTES = 32;
/** 64 bits: enough to tell keys apart, and useless for guessing one. */
const FINGERPRINT_DIGITS = 16;

export interface SecretKey {
  key: KeyObject;
  /** Names the key without showing it. */
  fingerprint: string;
}

type Settings = Pick<Config, 'secretKey' | 'secretKeyPrevious' | 'databaseUrl' | 'dataDir'>;

/** The secret keys this process knows, newest first: one, or two while the key is being rotated. */
export interface Keyring {
  /** Loaded on first use, because most commands need none. Makes a key next to the embedded database if there is none. */
  all(): SecretKey[];
  /** Reloads the file if it doesn't know the key: another process may have added it. */
  find(fingerprint: string): SecretKey | undefined;
  /** Reloads the file. False if the keys are still the same. */
  renew(): boolean;
}

export function createKeyring(config: Settings): Keyring {
  let keys: SecretKey[] | undefined;
  const all = () => {
    keys ??= findOrMake(config);
    return keys;
  };
  const find = (fingerprint: string) => all().find((one) => one.fingerprint === fingerprint);

  function renew(): boolean {
    const before = all();
    const now = isInFile(config) ? findSecretKeys(config) : before;
    if (now.length === 0 || fingerprintsOf(now) === fingerprintsOf(before)) return false;
    keys = now;
    return true;
  }

  return {
    all,
    renew,
    find: (fingerprint) => find(fingerprint) ?? (renew() ? find(fingerprint) : undefined),
  };
}

const fingerprintsOf = (keys: SecretKey[]) => keys.map(({ fingerprint }) => fingerprint).join();

/**
 * Newest first; empty if there is none. With PostgreSQL, keys are settings, because all nodes need the same ones. Next
 * to the embedded database, the key is made on first use.
 */
export function findSecretKeys(config: Settings): SecretKey[] {
  const { secretKey, secretKeyPrevious: previous, databaseUrl, dataDir } = config;
  if (secretKey) {
    if (previous?.toLowerCase() === secretKey.toLowerCase()) {
      throw new ConfigError(
        'ROTA_SECRET_KEY_PREVIOUS must be another key than ROTA_SECRET_KEY, or not be set',
      );
    }
    return [keyFrom(secretKey), ...(previous ? [keyFrom(previous)] : [])];
  }
  if (previous) throw new ConfigError('ROTA_SECRET_KEY_PREVIOUS is for use with ROTA_SECRET_KEY');
  if (databaseUrl) {
    throw new ConfigError(
      'ROTA_SECRET_KEY is required with DATABASE_URL: make one with `openssl rand -hex 32`, ' +
        'keep it as safe as the database, and give the same to every node',
    );
  }
  const file = secretKeyFileIn(dataDir);
  const text = readKeys(file);
  return text === undefined ? [] : checkKeys(file, text);
}

/** Whether the key is in a file in the data folder rather than in a setting. */
export const isInFile = ({ secretKey, databaseUrl }: Settings) =>
  secretKey === undefined && databaseUrl === undefined;

export const secretKeyFileIn = (dataDir: string) => join(dataDir, 'secret.key');

export function makeKey(): SecretKey {
  return keyFrom(randomBytes(KEY_BYTES).toString('hex'));
}

/** From the hexadecimal digits of its bytes. */
export function keyFrom(hex: string): SecretKey {
  const key = createSecretKey(Buffer.from(hex, 'hex'));
  const fingerprint = createHmac('sha256', key).update('fingerprint').digest('hex');
  return { key, fingerprint: fingerprint.slice(0, FINGERPRINT_DIGITS) };
}

export const hexOf = ({ key }: Pick<SecretKey, 'key'>) => key.export().toString('hex');

const textOf = (keys: SecretKey[]) => keys.map((key) => `${hexOf(key)}\n`).join('');

/** One key per line; while the key is being rotated, the second line has the former one. */
function checkKeys(file: string, text: string | undefined): SecretKey[] {
  const lines = text?.toLowerCase().split(/\s*\n\s*/) ?? [];
  const isDistinct = new Set(lines).size === lines.length;
  if (lines.length >= 1 && lines.length <= 2 && lines.every(isSecretKey) && isDistinct) {
    return lines.map(keyFrom);
  }
  throw new ConfigError(`${file} must hold 64 hexadecimal digits: put the key back that was made there`);
}

function readKeys(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new ConfigError(`${file} can't be read: ${(error as Error).message}`);
  }
}

function findOrMake(config: Settings): SecretKey[] {
  const found = findSecretKeys(config);
  if (found.length > 0) return found;
  const file = secretKeyFileIn(config.dataDir);
  // If two processes try, one of them makes it.
  writeDraft(config.dataDir, textOf([makeKey()]), (draft) => {
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  });
  return checkKeys(file, readKeys(file));
}

/** Replaces the keys in the embedded database's key file. */
export function replaceSecretKeys(dataDir: string, keys: SecretKey[]): void {
  writeDraft(dataDir, textOf(keys), (draft) => renameSync(draft, secretKeyFileIn(dataDir)));
}

/** The file appears whole or not at all, and is synced before first use. */
function writeDraft(dataDir: string, text: string, putInPlace: (draft: string) => void): void {
  const file = secretKeyFileIn(dataDir);
  // Process ids aren't unique: two containers can have the same one.
  const draft = `${file}.${randomUUID()}`;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(draft, text, { mode: 0o600, flush: true });
    try {
      putInPlace(draft);
    } finally {
      rmSync(draft, { force: true });
    }
    syncFolderOf(file);
  } catch (error) {
    throw new ConfigError(`${file} can't be written: ${(error as Error).message}`);
  }
}
