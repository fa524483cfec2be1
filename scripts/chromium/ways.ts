// Where a Chromium comes from. Nothing is installed.
import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import type { Chromium } from './chromium.ts';
import { debianChromium } from './debian.ts';
import { npmChromium } from './npm.ts';

export interface Way {
  name: string;
  /** No other is tried: this one was asked for. */
  isLast?: boolean;
  /** Rejects where there is none. */
  find(): Promise<Chromium>;
}

/** What is asked of a machine. */
export type Machine = Pick<NodeJS.Process, 'env' | 'arch' | 'platform'>;

/** As Debian, Ubuntu, Fedora, Arch and Google call it. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** The ways to a Chromium, of which the first that works is taken. ROTA_CHROMIUM chooses one, or `none`. */
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
