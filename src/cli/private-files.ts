import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { basename } from 'node:path';
import { secretKeyFileIn } from '../secrets/secret-key.ts';
import type { Config } from '../settings/config.ts';
import { DatabaseRefused } from '../storage/refused.ts';
import { databaseFileIn, syncFolderOf } from '../storage/sqlite-file/file.ts';
import { journalOf } from '../storage/sqlite-file/journal.ts';
import { lockOf } from '../storage/sqlite-file/lock.ts';

const OF_GROUP_AND_OTHERS = 0o077;
const OF_OTHERS = 0o007;

/** Creates a file that only its owner may read, synced to disk. Throws EEXIST if it exists; leaves nothing behind on failure. */
export function makePrivateFile(file: string, text: string): void {
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
    syncFolderOf(file);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

type Warn = (fields: { path: string; mode: string }, message: string) => void;

/**
 * Restricts the embedded database, its secret key and their folder to their owner. We can't change a file of another
 * owner: it is refused if everybody may read it, and accepted if a group may. Kubernetes shares volumes with a group on
 * purpose (`fsGroup`).
 */
export function makePrivate(config: Config, warn: Warn): void {
  if (config.databaseUrl) return;
  for (const path of filesOf(config)) {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats || isPrivate(stats) || isClosed(path, stats, warn) || !(stats.mode & OF_OTHERS)) continue;
    throw new DatabaseRefused(
      `${path} can be used by every user of this machine (mode ${modeOf(stats)}), and can't be changed from here: make ` +
        'it readable by the user that Rota runs as, or by its group, and by nobody else',
    );
  }
  makeFolderPrivate(config.dataDir, warn);
}

function filesOf({ dataDir, secretKey }: Config): string[] {
  const file = databaseFileIn(dataDir);
  const files = [file, journalOf(file), `${file}-shm`, lockOf(file)];
  return secretKey === undefined ? [...files, secretKeyFileIn(dataDir)] : files;
}

interface OpenPath {
  path: string;
  mode: string;
  isFolder: boolean;
  /** It belongs to this user, who can change its permissions. */
  isOwn: boolean;
}

/** Which of these files are open to every user of this machine. Changes nothing. */
export function openToOthers(config: Config): OpenPath[] {
  if (config.databaseUrl) return [];
  return [...filesOf(config), config.dataDir].flatMap((path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats || !(stats.mode & OF_OTHERS)) return [];
    const isOwn = stats.uid === process.getuid?.();
    return [{ path, mode: modeOf(stats), isFolder: stats.isDirectory(), isOwn }];
  });
}

/** An open folder only gets a warning: the files in it are private. */
function makeFolderPrivate(folder: string, warn: Warn): void {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (!stats || isPrivate(stats)) return;
  // Leave folders that hold other things alone, such as /tmp.
  if (readdirSync(folder).every(isOurs) && isClosed(folder, stats, warn)) return;
  if (stats.mode & OF_OTHERS) {
    warn({ path: folder, mode: modeOf(stats) }, 'the data folder is open to every user of this machine');
  }
}

const isOurs = (name: string) =>
  name.startsWith('rota.') || name === basename(secretKeyFileIn('')) || name === 'lost+found';

const isPrivate = ({ mode }: Stats) => (mode & OF_GROUP_AND_OTHERS) === 0;

const modeOf = ({ mode }: Stats) => (mode & 0o7777).toString(8);

function isClosed(path: string, stats: Stats, warn: Warn): boolean {
  try {
    chmodSync(path, stats.mode & 0o7777 & ~OF_GROUP_AND_OTHERS);
  } catch {
    return false;
  }
  warn(
    { path, mode: modeOf(stats) },
    'file was open to other users of this machine; now only its owner can use it',
  );
  return true;
}
