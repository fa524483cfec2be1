// Programs from npm packages that aren't dependencies, because only some runs need them.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { CannotHave, cachedFolder } from './cache-folder.ts';

const run = promisify(execFile);

/** The folder with the files of one version of a package. Downloads it the first time, and runs no scripts. */
export function npmPackage(name: string, version: string): Promise<string> {
  return fetched(`${name}-${version}`, `${name}@${version}`, async (folder) => {
    await run('npm', ['pack', `${name}@${version}`, '--pack-destination', folder], { cwd: folder });
    const [archive = ''] = await readdir(folder);
    await run('tar', ['-xzf', archive, '--strip-components=1'], { cwd: folder });
    await rm(path.join(folder, archive));
  });
}

/** A folder with the packages from another folder's lock file installed, including their dependencies. */
export async function npmPackages(from: string): Promise<string> {
  const lock = createHash('sha256').update(await readFile(path.join(from, 'package-lock.json')));
  const name = path.basename(from);
  return fetched(`${name}-${lock.digest('hex').slice(0, DIGITS)}`, `What ${name} needs`, async (folder) => {
    for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
      await copyFile(path.join(from, file), path.join(folder, file));
    }
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
  });
}

/** Digits of a checksum: enough to tell versions of one file apart. */
const DIGITS = 12;

async function fetched(name: string, what: string, fill: (folder: string) => Promise<void>): Promise<string> {
  try {
    return await cachedFolder(name.replace(/[^\w.]+/g, '-').replace(/^-/, ''), fill);
  } catch (error) {
    const reason = String((error as { stderr?: string }).stderr || (error as Error).message);
    // The first line with more than an error code.
    const said = /^npm error (?!code)(.*)$/m.exec(reason)?.[1] ?? reason.trim();
    throw new CannotHave(`${what} can't be had from npm here: ${said}`);
  }
}
