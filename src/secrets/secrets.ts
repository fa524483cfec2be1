import { unavailable } from '../errors.ts';
import { ConfigError } from '../settings/config.ts';
import type { Database, Transaction } from '../storage/database.ts';
import {
  insertFirstLinkKey,
  insertMark,
  type LinkKeyRow,
  selectLinkKeys,
  selectMark,
  selectMarkForShare,
} from '../storage/secret-keys.ts';
import type { Clock } from '../time/clock.ts';
import type { LinkKeys } from '../tokens/link-tokens.ts';
import { opensSealed } from './sealed-walk.ts';
import { SealBroken, type SealedPlace, seal, unseal, unsealUnbound } from './sealing.ts';
import { hexOf, type Keyring, keyFrom, type SecretKey } from './secret-key.ts';

/** How long a node may take to notice that another process changed the keys. */
export const REFRESH_EVERY_MS = 15_000;

/** Seals for a place, with the active key. */
export type Seal = (content: string | Buffer, place: SealedPlace) => string;

/**
 * Everything that uses secret keys. While the key is being rotated, the key that opens a value need not be the one that
 * seals.
 */
export interface Secrets {
  /** The active key can't change before the transaction ends. */
  sealer(tx: Transaction): Promise<Seal>;
  /** Throws `SealBroken` if no known key opens it in this place. */
  open(sealed: string, place: SealedPlace): string;
  /** For values that an earlier version sealed without a place. */
  openUnbound(sealed: string): string;
  /** The keys for links, reply addresses and forms, once they are loaded. */
  linkKeys(): LinkKeys;
  /** Reads the link keys, and makes the first one. Throws a `ConfigError` if they can't be opened. */
  load(): Promise<void>;
  /** Loads them again. Returns a warning for the operator, or undefined. */
  refresh(): Promise<string | undefined>;
}

interface LinkKey extends Pick<LinkKeyRow, 'id' | 'used_from' | 'read_until'> {
  key: SecretKey['key'];
}

export const linkKeyPlace = (id: string): SealedPlace => ['link_keys', 'sealed_value', id];

export const sealLinkKey = (linkKey: SecretKey, { key }: SecretKey): string =>
  seal(hexOf(linkKey), key, linkKeyPlace(linkKey.fingerprint));

/** Decodes the sealed text. */
export const keyOfLinks = keyFrom;

export function createSecrets(
  keyring: Keyring,
  { database, clock }: { database: Database; clock: Clock },
): Secrets {
  let linkKeys: LinkKey[] = [];

  /** Tries every known key, then reloads and tries any new ones. */
  function opened(open: (key: SecretKey) => string): string {
    let broken: unknown;
    do {
      for (const key of keyring.all()) {
        try {
          return open(key);
        } catch (error) {
          if (!(error instanceof SealBroken)) throw error;
          broken ??= error;
        }
      }
    } while (keyring.renew());
    throw broken;
  }

  const open = (sealed: string, place: SealedPlace) => opened(({ key }) => unseal(sealed, key, place));

  async function sealer(tx: Transaction): Promise<Seal> {
    const mark = (await selectMarkForShare(tx)) ?? (await makeFirst(tx));
    const inForce = keyring.find(mark.fingerprint);
    if (!inForce) throw unavailable(undefined, unknownKey(mark.fingerprint));
    return (content, place) => seal(content, inForce.key, place);
  }

  /**
   * The first link key is the secret key itself, as it was before link keys existed, so that links made back then keep
   * working. If two keys are known, the former one was in use.
   */
  async function makeFirst(tx: Transaction) {
    const inUse = keyring.all().at(-1) as SecretKey;
    if (!(await opensSealed(tx, [inUse]))) throw new ConfigError(WRONG_KEY);
    const now = clock.now();
    await insertMark(tx, inUse.fingerprint, now);
    await insertFirstLinkKey(tx, {
      id: inUse.fingerprint,
      sealed_value: sealLinkKey(inUse, inUse),
      used_from: 0,
      read_until: null,
      created_at: now,
    });
    // Another node may have been faster.
    return (await selectMarkForShare(tx)) ?? { fingerprint: inUse.fingerprint };
  }

  /** Skips those that can't be opened, unless they have been opened before. */
  async function readLinkKeys(): Promise<{ unopened: number }> {
    const rows = await selectLinkKeys(database);
    const before = new Map(linkKeys.map((one) => [one.id, one.key]));
    const read = rows.flatMap(({ id, sealed_value, used_from, read_until }) => {
      const key = before.get(id) ?? openLinkKey(id, sealed_value);
      return key ? [{ id, key, used_from, read_until }] : [];
    });
    linkKeys = read;
    return { unopened: rows.length - read.length };
  }

  function openLinkKey(id: string, sealed: string) {
    try {
      return keyOfLinks(open(sealed, linkKeyPlace(id))).key;
    } catch (error) {
      if (error instanceof SealBroken) return undefined;
      throw error;
    }
  }

  return {
    sealer,
    open,
    openUnbound: (sealed) => opened(({ key }) => unsealUnbound(sealed, key)),
    linkKeys() {
      const now = clock.now();
      // Another rotation may have retired a key before its first use.
      const read = linkKeys.filter(({ read_until }) => read_until === null || read_until > now);
      const used = read.findLast(({ used_from }) => used_from <= now) ?? read[0];
      if (!used) throw new Error('the link keys are not loaded');
      return { making: used.key, reading: read.map(({ key }) => key) };
    },
    async load() {
      const mark = (await selectMark(database)) ?? (await database.transaction(makeFirst));
      if (!keyring.find(mark.fingerprint)) throw new ConfigError(unknownKey(mark.fingerprint));
      const { unopened } = await readLinkKeys();
      if (unopened > 0) throw new ConfigError(UNREADABLE_LINK_KEYS);
    },
    async refresh() {
      const mark = await selectMark(database);
      const { unopened } = await readLinkKeys();
      if (mark && !keyring.find(mark.fingerprint)) return unknownKey(mark.fingerprint);
      return unopened > 0 ? UNREADABLE_LINK_KEYS : undefined;
    },
  };
}

export const WRONG_KEY =
  'ROTA_SECRET_KEY, or secret.key in ROTA_DATA_DIR, is missing or not the key that the secrets in this database were ' +
  'sealed with: put that one back. `rota secret status` has details';

const UNREADABLE_LINK_KEYS =
  'a link key was sealed with a secret key that is not known here: links that it made are refused';

export const unknownKey = (fingerprint: string) =>
  `the secret key in force has the fingerprint ${fingerprint}, which isn't known here: set ROTA_SECRET_KEY to it, or ` +
  'ROTA_SECRET_KEY_PREVIOUS, and restart';
