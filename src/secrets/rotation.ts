// How the key changes while nodes run: docs/decisions/0011-sealed-values-and-the-secret-key.md.
import { invalidRequest } from '../errors.ts';
import type { Config } from '../settings/config.ts';
import type { Database, Transaction } from '../storage/database.ts';
import { type Resealed, updateSealedValues } from '../storage/sealed-values.ts';
import {
  deleteLinkKeysUntil,
  insertLinkKey,
  limitLinkKeys,
  type Mark,
  selectLinkKeys,
  selectMark,
  selectMarkForUpdate,
  updateMark,
  updateSealedLinkKey,
} from '../storage/secret-keys.ts';
import type { Clock } from '../time/clock.ts';
import { DAY_MS } from '../time/timestamps.ts';
import { type FoundValue, walkSealed } from './sealed-walk.ts';
import { seal, unlessBroken, unseal } from './sealing.ts';
import { findSecretKeys, isInFile, makeKey, replaceSecretKeys, type SecretKey } from './secret-key.ts';
import {
  keyOfLinks,
  linkKeyPlace,
  REFRESH_EVERY_MS,
  type Secrets,
  sealLinkKey,
  unknownKey,
} from './secrets.ts';

/** By then, every node has reloaded the keys, twice if need be. */
export const LINK_KEY_LEAD_MS = 4 * REFRESH_EVERY_MS;
/** Every call tries all of them. */
const MAX_LINK_KEYS = 10;
const LOCK = 'secret key rotation';

/** The services of a process that a rotation needs. */
interface Services {
  database: Database;
  clock: Clock;
  config: Config;
  secrets: Secrets;
}

export interface RotationOptions {
  /** Also make a new link key. The others stay valid for this many days. */
  links?: { keepDays: number };
  /** Called between two batches. */
  onBatch?(resealed: number): void;
}

export interface Rotated {
  fingerprint: string;
  /** The previous key; null if the newest one was already active and the former one no longer needed. */
  former_fingerprint: string | null;
  resealed: number;
  /** Values that no known key opens. They are left alone. */
  unreadable: number;
  /** When the new link key comes into use. Undefined if none was asked for. */
  links_used_from: number | undefined;
  links_read_until: number | undefined;
}

/**
 * Makes the newest known key active, and seals everything again with it. Next to the embedded database, makes that key
 * first. Nodes keep working. If it is interrupted, run it again: it continues.
 */
export async function rotateSecretKey(services: Services, options: RotationOptions = {}): Promise<Rotated> {
  const { database, config, secrets } = services;
  await secrets.load();
  const mark = await database.transaction((tx) => putInForce(services, tx, options));
  const former = mark.former_fingerprint;
  const keys = findSecretKeys(config);
  const inForce = knownKey(keys, mark.fingerprint);
  const { resealed, unreadable } = await sealAllAgain(services, keys, inForce, options.onBatch);
  const links = await database.transaction((tx) => finish(services, tx, inForce, options));
  if (isInFile(config)) await database.transaction((tx) => forgetFormer(config, tx));
  return { fingerprint: mark.fingerprint, former_fingerprint: former, resealed, unreadable, ...links };
}

function knownKey(keys: SecretKey[], fingerprint: string): SecretKey {
  const found = keys.find((key) => key.fingerprint === fingerprint);
  if (!found) throw invalidRequest(unknownKey(fingerprint));
  return found;
}

/**
 * For when the active key is lost: makes the newest known key active. What the lost one sealed stays unreadable until
 * its owners enter it again, and existing links stop working.
 */
export async function replaceLostKey({ database, config, clock }: Services): Promise<Mark> {
  return database.transaction(async (tx) => {
    await tx.lock(LOCK);
    const mark = await selectMarkForUpdate(tx);
    const found = findSecretKeys(config);
    if (!mark || found.some(({ fingerprint }) => fingerprint === mark.fingerprint)) {
      throw invalidRequest('the key in force is not lost: rotate it without --lost');
    }
    const [newest] = found.length === 0 ? withNewKey(config, []) : found;
    const now = clock.now();
    const changed = {
      fingerprint: (newest as SecretKey).fingerprint,
      former_fingerprint: null,
      changed_at: now,
    };
    await updateMark(tx, changed);
    await limitLinkKeys(tx, now);
    await deleteLinkKeysUntil(tx, now);
    await addLinkKey(tx, newest as SecretKey, { usedFrom: now, now });
    return changed;
  });
}

/** Waits for everybody who is sealing with the former key. From the commit on, everybody seals with the new one. */
async function putInForce(
  { config, clock }: Services,
  tx: Transaction,
  { links }: RotationOptions,
): Promise<Mark> {
  await tx.lock(LOCK);
  const mark = (await selectMarkForUpdate(tx)) as Mark;
  const keys = findSecretKeys(config);
  const inForce = knownKey(keys, mark.fingerprint);
  const isKnown = ({ fingerprint }: SecretKey) => fingerprint === mark.former_fingerprint;
  if (mark.former_fingerprint !== null && !keys.some(isKnown)) throw invalidRequest(UNFINISHED);
  const [newest] = isInFile(config) ? withNewKey(config, keys) : keys;
  if (newest === undefined || newest.fingerprint === inForce.fingerprint) {
    // Nothing to rotate, unless the last rotation was interrupted or only the links are asked for.
    if (mark.former_fingerprint === null && keys.length === 1 && !links) throw invalidRequest(NO_NEW_KEY);
    return mark;
  }
  for (const row of await selectLinkKeys(tx)) {
    const linkKey = keyOfLinks(unseal(row.sealed_value, inForce.key, linkKeyPlace(row.id)));
    await updateSealedLinkKey(tx, row.id, sealLinkKey(linkKey, newest));
  }
  const changed = {
    fingerprint: newest.fingerprint,
    former_fingerprint: inForce.fingerprint,
    changed_at: clock.now(),
  };
  await updateMark(tx, changed);
  return changed;
}

const NO_NEW_KEY =
  'ROTA_SECRET_KEY is the key in force. Set it to a new one, from `openssl rand -hex 32`, and ROTA_SECRET_KEY_PREVIOUS to the one ' +
  'in force, on every node first, and then here';
const UNFINISHED =
  'the last rotation is not finished: set ROTA_SECRET_KEY and ROTA_SECRET_KEY_PREVIOUS as they were then, and run this again';

/** The file gets the new key before the database does. If it has two, a rotation was interrupted: continue with those. */
function withNewKey({ dataDir }: Pick<Config, 'dataDir'>, keys: SecretKey[]): SecretKey[] {
  if (keys.length > 1) return keys;
  const all = [makeKey(), ...keys];
  replaceSecretKeys(dataDir, all);
  return all;
}

async function sealAllAgain(
  { database }: Services,
  keys: SecretKey[],
  inForce: SecretKey,
  onBatch: RotationOptions['onBatch'],
) {
  // The active key first: it opens most values.
  const inOrder = [inForce, ...keys.filter((key) => key !== inForce)];
  let resealed = 0;
  let unreadable = 0;
  for await (const { table, values } of walkSealed(database, inOrder)) {
    unreadable += values.filter(({ opened }) => !opened).length;
    const again = Map.groupBy(
      values.filter(({ opened }) => opened && opened.by !== inForce),
      ({ column }) => column,
    );
    for (const [column, found] of again) {
      const rows = found.map((value) => sealedAgain(value, inForce));
      resealed += await database.transaction((tx) => updateSealedValues(tx, table, column, rows));
    }
    onBatch?.(resealed);
  }
  return { resealed, unreadable };
}

function sealedAgain({ workspace_id, id, sealed, place, opened }: FoundValue, { key }: SecretKey): Resealed {
  return { workspace_id, id, former: sealed, sealed: seal(opened?.text as string, key, place) };
}

/** Everything is sealed with the active key now, so nobody needs the former one. */
async function finish(
  { clock }: Services,
  tx: Transaction,
  inForce: SecretKey,
  { links }: RotationOptions,
): Promise<Pick<Rotated, 'links_used_from' | 'links_read_until'>> {
  await tx.lock(LOCK);
  const mark = (await selectMarkForUpdate(tx)) as Mark;
  if (mark.fingerprint !== inForce.fingerprint) {
    throw invalidRequest('another key has been put in force meanwhile: run this again');
  }
  await updateMark(tx, { ...mark, former_fingerprint: null });
  if (!links) return { links_used_from: undefined, links_read_until: undefined };
  const now = clock.now();
  await deleteLinkKeysUntil(tx, now);
  if ((await selectLinkKeys(tx)).length >= MAX_LINK_KEYS) {
    throw invalidRequest(`there are ${MAX_LINK_KEYS} link keys that are still read: wait until one is not`);
  }
  // If old links must stop at once, there is no time for every node to learn the new key.
  const usedFrom = links.keepDays === 0 ? now : now + LINK_KEY_LEAD_MS;
  const readUntil = now + links.keepDays * DAY_MS;
  await limitLinkKeys(tx, readUntil);
  await addLinkKey(tx, inForce, { usedFrom, now });
  return { links_used_from: usedFrom, links_read_until: readUntil };
}

async function addLinkKey(
  tx: Transaction,
  inForce: SecretKey,
  { usedFrom, now }: { usedFrom: number; now: number },
) {
  const made = makeKey();
  await insertLinkKey(tx, {
    id: made.fingerprint,
    sealed_value: sealLinkKey(made, inForce),
    used_from: usedFrom,
    read_until: null,
    created_at: now,
  });
}

/** Runs after the commit that makes it unnecessary; in a transaction, so that no other rotation can be about to use the file. */
async function forgetFormer(config: Config, tx: Transaction): Promise<void> {
  await tx.lock(LOCK);
  const mark = await selectMark(tx);
  const keys = findSecretKeys(config);
  const inForce = keys.filter(({ fingerprint }) => fingerprint === mark?.fingerprint);
  if (
    mark?.former_fingerprint === null &&
    inForce.length === 1 &&
    keys.length > 1 &&
    keys[0] === inForce[0]
  ) {
    replaceSecretKeys(config.dataDir, inForce);
  }
}

export interface SecretStatus {
  /** Undefined before the first start. */
  mark: Mark | undefined;
  /** The keys in the settings or in the file, newest first. */
  known: string[];
  /** How many values each key has sealed, by table. Undefined stands for any key that is not known. */
  sealed: { table: string; fingerprint: string | undefined; values: number }[];
  links: { id: string; used_from: number; read_until: number | null; is_readable: boolean }[];
}

/** Also works without the right keys. */
export async function secretStatus({
  database,
  config,
}: Pick<Services, 'database' | 'config'>): Promise<SecretStatus> {
  const keys = findSecretKeys(config);
  const counts = new Map<string, SecretStatus['sealed'][number]>();
  for await (const { table, values } of walkSealed(database, keys)) {
    for (const { opened } of values) {
      const fingerprint = opened?.by.fingerprint;
      const count = counts.get(`${table} ${fingerprint}`) ?? { table, fingerprint, values: 0 };
      counts.set(`${table} ${fingerprint}`, { ...count, values: count.values + 1 });
    }
  }
  const links = (await selectLinkKeys(database)).map(({ id, sealed_value, used_from, read_until }) => {
    const isReadable = keys.some(
      ({ key }) => unlessBroken(() => unseal(sealed_value, key, linkKeyPlace(id))) !== undefined,
    );
    return { id, used_from, read_until, is_readable: isReadable };
  });
  return {
    mark: await selectMark(database),
    known: keys.map(({ fingerprint }) => fingerprint),
    sealed: [...counts.values()],
    links,
  };
}
