import { chmodSync, readdirSync, type Stats, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Config } from '../config.ts';
import { secretKeyFileIn } from '../secret-key.ts';
import { DatabaseRefused } from '../storage/refused.ts';
import { databaseFileIn } from '../storage/sqlite-file/file.ts';
import { journalOf } from '../storage/sqlite-file/journal.ts';
import { lockOf } from '../storage/sqlite-file/lock.ts';

const OF_GROUP_AND_OTHERS = 0o077;
const OF_OTHERS = 0o007;

/** What happened to the permissions of a path, in the words of a log line. */
type Tell = (fields: { path: string; mode: string }, message: string) => void;

/**
 * Takes from all but the owner what they may do with the embedded database, its secret key and their folder. What can't be
 * changed, because it belongs to somebody else, is refused if every user may read it. A group is let be then: volumes
 * in Kubernetes are shared by a group on purpose (`fsGroup`).
 */
export function makePrivate(config: Config, tell: Tell): void {
  if (config.databaseUrl) return;
  const file = databaseFileIn(config.dataDir);
  const files = [file, journalOf(file), `${file}-shm`, lockOf(file)];
  if (config.secretKey === undefined) files.push(secretKeyFileIn(config.dataDir));
  for (const path of files) {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats || isPrivate(stats) || isMended(path, stats, tell) || !(stats.mode & OF_OTHERS)) continue;
    throw new DatabaseRefused(
      `${path} can be used by every user of this machine (mode ${modeOf(stats)}), and can't be changed from here: make ` +
        'it readable by the user that Rota runs as, or by its group, and by nobody else',
    );
  }
  makeFolderPrivate(config.dataDir, tell);
}

/** Others can do no more in it than see names, unless they may write: whose folder it is decides. */
function makeFolderPrivate(folder: string, tell: Tell): void {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (!stats || isPrivate(stats)) return;
  // One with other things in it, such as /tmp, is not for us to close.
  if (readdirSync(folder).every(isOurs) && isMended(folder, stats, tell)) return;
  if (stats.mode & OF_OTHERS) {
    tell({ path: folder, mode: modeOf(stats) }, 'the data folder is open to every user of this machine');
  }
}

const isOurs = (name: string) =>
  name.startsWith('rota.') || name === basename(secretKeyFileIn('')) || name === 'lost+found';

const isPrivate = ({ mode }: Stats) => (mode & OF_GROUP_AND_OTHERS) === 0;

const modeOf = ({ mode }: Stats) => (mode & 0o7777).toString(8);

function isMended(path: string, stats: Stats, tell: Tell): boolean {
  try {
    chmodSync(path, stats.mode & 0o7777 & ~OF_GROUP_AND_OTHERS);
  } catch {
    return false;
  }
  tell({ path, mode: modeOf(stats) }, 'other users of this machine could use this; now only its owner can');
  return true;
}
