// The one Chromium of a test run. tests/run.ts starts it if there are browser tests among the files.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NoChromium, startChromium } from '../../../scripts/chromium/server.ts';

/** Where the processes of the run find it. */
export const ENDPOINT = 'ROTA_TEST_CHROMIUM';
/** A file with a line for each test that was skipped for lack of a Chromium. */
export const NOT_RUN = 'ROTA_TEST_NOT_RUN';

export interface BrowserOfRun {
  /** For the processes of the run. */
  environment: Record<string, string>;
  /** Turns the exit code of the tests into that of the run. */
  exitCode(tests: number): Promise<number>;
  release(): Promise<void>;
}

export async function browserFor(files: string[]): Promise<BrowserOfRun> {
  const isNeeded = files.some((file) => file.startsWith('tests/browser/'));
  if (!isNeeded) return { environment: {}, exitCode: async (tests) => tests, release: async () => {} };
  try {
    const { name, endpoint, stop } = await startChromium();
    console.log(`Testing in the Chromium ${name}`);
    return { environment: { [ENDPOINT]: endpoint }, exitCode: async (tests) => tests, release: stop };
  } catch (error) {
    if (!(error instanceof NoChromium)) throw error;
    console.log(`No Chromium can be had.\n${error.message}`);
    return withoutBrowser();
  }
}

/** Skips the tests that need a browser, counts them, and reports them at the end. */
async function withoutBrowser(): Promise<BrowserOfRun> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rota-not-run-'));
  const file = path.join(folder, 'tests');
  await writeFile(file, '');
  return {
    environment: { [NOT_RUN]: file },
    async exitCode(tests) {
      const count = (await readFile(file, 'utf8')).split('\n').length - 1;
      console.error(`\n${count} browser tests not run: no Chromium, set ROTA_CHROMIUM\n`);
      return process.env.CI === 'true' && tests === 0 ? 1 : tests;
    },
    release: () => rm(folder, { recursive: true }),
  };
}
