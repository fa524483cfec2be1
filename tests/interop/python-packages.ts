// Modules of Python from Debian's packages.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { CannotHave } from '../../scripts/downloads/cache-folder.ts';
import { packageFiles } from '../../scripts/downloads/debian-packages.ts';

/** Debian's own: some packages hold code that was compiled for it. */
export const PYTHON = '/usr/bin/python3';

/** The folder that Python finds the modules of these packages in. */
export async function pythonPackages(names: string[], instead: string): Promise<string> {
  if (!existsSync(PYTHON)) throw new CannotHave(`There is no ${PYTHON}: ${instead}`);
  const needs = (name: string) => name.startsWith('python3-') && name !== 'python3-minimal';
  const files = await packageFiles({ names, needs, instead });
  return path.join(files, 'usr/lib/python3/dist-packages');
}
