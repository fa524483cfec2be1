// The Chromium in the npm package @sparticuz/chromium, for x64 only: made for servers, and complete except for the C library.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cachedFolder } from '../downloads/cache-folder.ts';
import type { Chromium } from './chromium.ts';
import { fontSettings } from './fonts.ts';

const run = promisify(execFile);

export async function npmChromium(): Promise<Chromium> {
  const folder = await unpackedChromium();
  const executable = path.join(folder, 'chromium');
  return {
    executable,
    environment: {
      ...((await lacksLibraries(executable)) && { LD_LIBRARY_PATH: path.join(folder, 'al2023/lib') }),
      FONTCONFIG_FILE: await fontSettings(folder, 'fonts'),
    },
  };
}

/**
 * The package unpacks into the temporary folder, under names such as `chromium`, and uses whatever it finds there. So it gets a private
 * folder; and, because that is set by an environment variable, its own process.
 */
export async function unpackedChromium(): Promise<string> {
  const index = fileURLToPath(import.meta.resolve('@sparticuz/chromium'));
  const home = path.join(path.dirname(index), '..');
  const { version } = JSON.parse(await readFile(path.join(home, 'package.json'), 'utf8'));
  return cachedFolder(`npm-chromium-${version}`, async (folder) => {
    const script = `
      import chromium, { inflate } from '@sparticuz/chromium';
      await chromium.executablePath();
      await inflate(${JSON.stringify(path.join(home, 'bin/al2023.tar.br'))});`;
    await run(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: folder },
    });
  });
}

/** Libraries such as nss. The package brings those of Amazon Linux. */
async function lacksLibraries(executable: string): Promise<boolean> {
  const { stdout } = await run('ldd', [executable]);
  return stdout.includes('not found');
}
