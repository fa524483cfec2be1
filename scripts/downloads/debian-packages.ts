// Unpacks programs from Debian's packages into their own folder, without installing anything or needing root.
import { execFile } from 'node:child_process';
import { accessSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { CannotHave, cachedFolder } from './cache-folder.ts';

const run = promisify(execFile);
const PROGRAMS = ['/usr/bin/apt-get', '/usr/bin/apt-cache', '/usr/bin/dpkg-deb'];
const NO_OTHERS = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'];

export interface Packages {
  names: string[];
  /** Which of their dependencies to download, too. The machine has the others. */
  needs: (name: string) => boolean;
  /** What to do if they can't be downloaded. */
  instead: string;
}

/** The folder with the files of these packages. Downloads them the first time. */
export async function packageFiles({ names, needs, instead }: Packages): Promise<string> {
  try {
    for (const program of PROGRAMS) accessSync(program);
    return await cachedFolder(folderName(names), (folder) => download(names, needs, folder));
  } catch (error) {
    const reason = String((error as { stderr?: string }).stderr || (error as Error).message).trim();
    throw new CannotHave(
      `${names.join(' and ')} can't be had from Debian's packages here (${reason.split('\n').at(-1)}): ${instead}`,
    );
  }
}

/** Packages differ between releases of Debian and between architectures. */
function folderName(names: string[]): string {
  const release = Object.fromEntries(
    [...readFileSync('/etc/os-release', 'utf8').matchAll(/^(\w+)="?([^"\n]*)/gm)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
  return [release.ID, release.VERSION_ID, process.arch, ...names].join('-');
}

async function download(names: string[], needs: Packages['needs'], folder: string): Promise<void> {
  const work = await mkdtemp(path.join(tmpdir(), 'rota-packages-'));
  try {
    const at = (name: string) => path.join(work, name);
    for (const name of ['lists/partial', 'cache/archives/partial', 'packages']) {
      await mkdir(at(name), { recursive: true });
    }
    // Uses its own package lists: the machine's may be missing or old, and only root may update them.
    const options = [
      `Dir::State::lists=${at('lists')}`,
      `Dir::Cache=${at('cache')}`,
      'APT::Sandbox::User=root',
    ];
    const apt = (program: string, ...words: string[]) =>
      run(program, [...options.flatMap((option) => ['-o', option]), ...words], { cwd: at('packages') });
    await apt('apt-get', 'update');
    const { stdout } = await apt(
      'apt-cache',
      ...['depends', '--recurse', ...NO_OTHERS.map((kind) => `--no-${kind}`), ...names],
    );
    // Skips lines that are indented, or in angle brackets (no such package).
    const needed = stdout.split('\n').filter((line) => /^[a-z]/.test(line) && needs(line));
    await apt('apt-get', 'download', ...new Set([...names, ...needed]));
    for (const file of await readdir(at('packages'))) {
      await run('dpkg-deb', ['-x', path.join(at('packages'), file), folder]);
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
