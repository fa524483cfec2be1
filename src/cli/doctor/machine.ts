import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { databaseFileIn } from '../../storage/sqlite-file/file.ts';
import { journalOf } from '../../storage/sqlite-file/journal.ts';
import { describeSize } from '../database/embedded.ts';
import { openToOthers } from '../private-files.ts';
import { type Check, fail, type Line, ok, warn } from './check.ts';

// The machine that Rota runs on: its Node, its disk, its files.

const OLDEST_NODE = 24;
/** Countries change their clocks with a few months' notice. */
const OLD_ZONES_YEARS = 2;
/** Builds of Node with only one language know just a few zones. */
const LEAST_ZONES = 300;
/** With less free space than this, one busy day can fill the disk. */
const LITTLE_BYTES = 200e6;

export const nodeCheck: Check = {
  name: 'node',
  async look() {
    const { node, tz = '' } = process.versions;
    const found = `Node ${node}, time zones of ${tz || 'an unknown version'}`;
    if (Number.parseInt(node, 10) < OLDEST_NODE) {
      return [fail('node', found, `use Node ${OLDEST_NODE} or newer`)];
    }
    if (Intl.supportedValuesOf('timeZone').length < LEAST_ZONES) {
      return [fail('node', `${found}: most are missing`, 'use a build of Node with full-icu')];
    }
    const isOld = new Date().getFullYear() - Number.parseInt(tz, 10) > OLD_ZONES_YEARS;
    return isOld ? [warn('node', found, 'update Node: its time zones are out of date')] : [ok('node', found)];
  },
};

export const diskCheck: Check = {
  name: 'disk',
  async look({ config }) {
    if (config.databaseUrl) return [ok('disk', 'no data is stored on this machine')];
    const file = databaseFileIn(config.dataDir);
    const used = [file, journalOf(file)].reduce((sum, each) => sum + sizeOf(each), 0);
    const folder = existing(resolve(config.dataDir));
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const found = `${describeSize(free)} free in ${folder}; the database takes ${describeSize(used)}`;
    try {
      accessSync(folder, constants.W_OK);
    } catch {
      return [
        fail('disk', `${folder} can't be written to by this user`, 'run Rota as the user that owns it'),
      ];
    }
    if (free < LITTLE_BYTES)
      return [fail('disk', found, 'free some space: without it, nothing can be changed')];
    if (free < used)
      return [
        warn(
          'disk',
          `${found}: there is no room for a backup beside it`,
          'keep backups elsewhere, or free some space',
        ),
      ];
    return [ok('disk', found)];
  },
};

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** The nearest folder above that already exists. */
const existing = (folder: string): string => (existsSync(folder) ? folder : existing(dirname(folder)));

export const filesCheck: Check = {
  name: 'files',
  async look({ config }) {
    const lines: Line[] = openToOthers(config).map(({ path, mode, isOwn, isFolder }) => {
      const found = `${path} can be used by other users of this machine (mode ${mode})`;
      const change = `chmod go-rwx '${path}'`;
      // `rota serve` closes off files of its own, and refuses any others.
      if (isOwn) return warn('files', found, `${change}, or let the next start do it`);
      return isFolder ? warn('files', found, change) : fail('files', found, `${change}, as its owner`);
    });
    const { smtpTlsKey, smtpTlsCert } = config;
    for (const path of [smtpTlsKey, smtpTlsCert]) {
      if (path !== undefined) lines.push(...readable(path, path === smtpTlsKey));
    }
    return lines.length > 0 ? lines : [ok('files', 'only this user can read those that exist')];
  },
};

function readable(path: string, isSecret: boolean): Line[] {
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    return [
      fail(
        'files',
        `${path} can't be read: ${(error as Error).message}`,
        'make it readable for the user that Rota runs as',
      ),
    ];
  }
  const isOpen = isSecret && (statSync(path).mode & 0o007) !== 0;
  return isOpen
    ? [warn('files', `${path} is a key that every user of this machine can read`, `chmod o-rwx '${path}'`)]
    : [];
}
