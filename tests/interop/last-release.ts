// The version before this one, taken from the history of the repository, to run beside this one.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../support/server/process.ts';

/** A tag; the commit that it is put on, for where tags were not fetched. */
export const lastRelease = { tag: 'v0.1.0', commit: '0b26ff874ba7db7dbc68e000349cfc9a174dcf93' };

export interface Release extends AsyncDisposable {
  /** Its program. */
  bin: string;
}

/** Why it can't be had. */
export class NoRelease extends Error {
  override readonly name = 'NoRelease';
}

const git = (...words: string[]) =>
  execFileSync('git', ['-C', ROOT, ...words], { stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1024 ** 3 });

/** Unpacks it into a temporary folder, with what it needs. */
export async function unpackLastRelease(): Promise<Release> {
  const commit = findCommit();
  const folder = await mkdtemp(path.join(tmpdir(), 'rota-last-release-'));
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    execFileSync('tar', ['-x', '-C', folder], { input: git('archive', '--format=tar', commit) });
    await bringPackages(folder);
  } catch (error) {
    await remove();
    throw error;
  }
  return { bin: path.join(folder, 'bin/rota.mjs'), [Symbol.asyncDispose]: remove };
}

function findCommit(): string {
  for (const name of [`refs/tags/${lastRelease.tag}`, lastRelease.commit]) {
    try {
      return git('rev-parse', '--verify', '--quiet', `${name}^{commit}`).toString().trim();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new NoRelease('there is no git here');
    }
  }
  throw new NoRelease(
    `neither the tag ${lastRelease.tag} nor the commit ${lastRelease.commit} is here: fetch the whole history, with tags`,
  );
}

/** Ours, if they are the ones that its lock file names; else it installs its own. */
async function bringPackages(folder: string): Promise<void> {
  const wanted = await packagesIn(path.join(folder, 'package-lock.json'));
  const present = await packagesIn(path.join(ROOT, 'node_modules/.package-lock.json'));
  const isSatisfied = Object.entries(wanted).every(
    ([name, entry]) =>
      !name.startsWith('node_modules/') ||
      entry.dev ||
      entry.devOptional ||
      entry.optional ||
      present[name]?.integrity === entry.integrity,
  );
  if (isSatisfied) {
    await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
    return;
  }
  const words = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  if (!existsSync(path.join(folder, 'node_modules/fastify')))
    throw new NoRelease('npm ci has not brought its packages');
}

type Packages = Record<
  string,
  { integrity?: string; dev?: boolean; devOptional?: boolean; optional?: boolean }
>;

async function packagesIn(file: string): Promise<Packages> {
  return (JSON.parse(await readFile(file, 'utf8')) as { packages: Packages }).packages;
}
