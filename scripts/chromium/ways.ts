// Where a Chromium comes from. Nothing is installed.
import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import type { Chromium } from './chromium.ts';
import { debianChromium } from './debian.ts';
import { npmChromium } from './npm.ts';

export interface Way {
  name: string;
  /** True if it was asked for explicitly: then no other is tried. */
  isLast?: boolean;
  /** Rejects if there is none. */
  find(): Promise<Chromium>;
}

/** The facts that the choice depends on. */
export type Machine = Pick<NodeJS.Process, 'env' | 'arch' | 'platform'>;

/** Chromium's names on Debian, Ubuntu, Fedora and Arch, and Google's. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** Ways to get a Chromium: the first that works is used. ROTA_CHROMIUM chooses one, or `none`. */
export function waysToChromium({ env, arch, platform }: Machine = process): Way[] {
  const given = env.ROTA_CHROMIUM;
  if (given === 'none') return [];
  if (given) return [{ name: 'ROTA_CHROMIUM', isLast: true, find: async () => givenChromium(given) }];
  const system = { name: 'of the system', find: async () => systemChromium(env.PATH) };
  if (platform !== 'linux') return [system];
  const npm = { name: 'of @sparticuz/chromium', find: npmChromium };
  const debian = { name: "of Debian's packages", find: debianChromium };
  return arch === 'x64' ? [npm, system, debian] : [system, debian];
}

function givenChromium(file: string): Chromium {
  if (!isProgram(file)) throw new Error(`${file} is not a program`);
  return { executable: file, environment: {} };
}

function systemChromium(search = ''): Chromium {
  const files = search
    .split(path.delimiter)
    .flatMap((folder) => NAMES.map((name) => path.join(folder, name)));
  const executable = files.find(isProgram);
  if (!executable) throw new Error(`none of ${NAMES.join(', ')} is in PATH`);
  return { executable, environment: {} };
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
