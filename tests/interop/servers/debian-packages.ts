// Programs from Debian's packages, in a folder of their own: nothing is installed, and no rights are needed.
import { execFile } from 'node:child_process';
import { accessSync, readFileSync } from 'node:fs';
import { access, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { CannotHave } from './server-of-others.ts';

const run = promisify(execFile);
const PROGRAMS = ['/usr/bin/apt-get', '/usr/bin/apt-cache', '/usr/bin/dpkg-deb', '/usr/bin/python3'];
const NO_OTHERS = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'];

/** Debian's own: some packages hold code that was compiled for it. */
export const PYTHON = '/usr/bin/python3';

/** The folder that Python finds the modules of these packages in. */
export async function pythonPackages(names: string[], instead: string): Promise<string> {
  return path.join(await packageFiles(names, instead), 'usr/lib/python3/dist-packages');
}

/** The folder with the files of these packages. Downloads them the first time. */
export async function packageFiles(names: string[], instead: string): Promise<string> {
  try {
    for (const program of PROGRAMS) accessSync(program);
    const folder = await cacheFolder(names);
    const isThere = await access(folder).then(
      () => true,
      () => false,
    );
    if (!isThere) await download(names, folder);
    return folder;
  } catch (error) {
    const reason = String((error as { stderr?: string }).stderr || (error as Error).message).trim();
    throw new CannotHave(
      `${names.join(' and ')} can't be had from Debian's packages here (${reason.split('\n').at(-1)}): ${instead}`,
    );
  }
}

/** Another release of Debian has other packages, and so has another machine. */
async function cacheFolder(names: string[]): Promise<string> {
  const release = Object.fromEntries(
    [...readFileSync('/etc/os-release', 'utf8').matchAll(/^(\w+)="?([^"\n]*)/gm)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
  const key = [release.ID, release.VERSION_ID, process.arch, ...names].join('-');
  for (const parent of [process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), tmpdir()]) {
    const folder = path.join(parent, 'rota-interop');
    const made = await mkdir(folder, { recursive: true }).then(
      () => true,
      () => false,
    );
    if (made) return path.join(folder, key);
  }
  throw new Error('no folder can be written to');
}

async function download(names: string[], folder: string): Promise<void> {
  const work = await mkdtemp(`${folder}-`);
  try {
    const at = (name: string) => path.join(work, name);
    for (const name of ['lists/partial', 'cache/archives/partial', 'packages', 'files']) {
      await mkdir(at(name), { recursive: true });
    }
    // Lists of our own: those of the machine may be missing or old, and only root may renew them.
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
    // Python itself and what it needs are there already.
    const needed = stdout
      .split('\n')
      .filter((line) => line.startsWith('python3-') && line !== 'python3-minimal');
    await apt('apt-get', 'download', ...new Set([...names, ...needed]));
    for (const file of await readdir(at('packages'))) {
      await run('dpkg-deb', ['-x', path.join(at('packages'), file), at('files')]);
    }
    // At once, so that a run that was ended in the middle leaves nothing that looks complete.
    await rename(at('files'), folder);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
