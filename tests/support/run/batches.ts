// Files that import several test files each, so that these share a process: loading the same modules again is half the cost of
// a small file.
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = path.join(import.meta.dirname, '../../..');
const DEFINE_FILE = pathToFileURL(path.join(import.meta.dirname, 'file.ts')).href;
const FOLLOWING = pathToFileURL(path.join(import.meta.dirname, 'following.ts')).href;
/** Nearly every file needs this. Loaded first, so that it doesn't count as a cost of the first file. */
const SERVER = pathToFileURL(path.join(import.meta.dirname, '../server/rota.ts')).href;
/** Estimates files without a known cost by their size. */
const USUAL_SECONDS_A_BYTE = 1.5e-4;

export interface Batch {
  files: string[];
  seconds: number;
  /** Environment variables of its process. */
  environment?: Record<string, string>;
}

/** Batches of about equal duration, longest first. */
export async function pack(
  files: string[],
  known: Map<string, { seconds: number }>,
  wanted: { most: number; least: number; seconds: number },
): Promise<Batch[]> {
  const sized = await Promise.all(
    files.map(async (file) => ({
      file,
      bytes: (await stat(path.join(ROOT, file))).size,
      ...known.get(file),
    })),
  );
  const measured = sized.filter(({ seconds }) => seconds !== undefined);
  const bytes = measured.reduce((sum, each) => sum + each.bytes, 0);
  const seconds = measured.reduce((sum, each) => sum + (each.seconds ?? 0), 0);
  const perByte = bytes > 0 ? seconds / bytes : USUAL_SECONDS_A_BYTE;
  const weighed = sized.map((each) => ({ file: each.file, seconds: each.seconds ?? each.bytes * perByte }));
  const total = weighed.reduce((sum, each) => sum + each.seconds, 0);
  const count = Math.min(
    wanted.most,
    Math.max(wanted.least, Math.ceil(total / wanted.seconds)),
    files.length,
  );
  const batches: Batch[] = Array.from({ length: count }, () => ({ files: [], seconds: 0 }));
  for (const { file, seconds: own } of weighed.toSorted((one, other) => other.seconds - one.seconds)) {
    const shortest = batches.reduce((one, other) => (other.seconds < one.seconds ? other : one));
    shortest.files.push(file);
    shortest.seconds += own;
  }
  // The first file of a process also pays for its warm-up. That should not be an expensive file, whose cost is checked.
  for (const batch of batches) batch.files.reverse();
  return batches.toSorted((one, other) => other.seconds - one.seconds);
}

/** Numbers the batches, because Node runs files in the order of their names. */
export async function writeBatches(batches: Batch[]): Promise<{ files: string[]; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rota-test-batches-'));
  const written = batches.map(async ({ files, environment = {} }, place) => {
    const name = path.join(folder, `batch-${String(place + 1).padStart(3, '0')}.mjs`);
    const lines = [
      `Object.assign(process.env, ${JSON.stringify(environment)});`,
      `const { stopFollowing } = await import(${JSON.stringify(FOLLOWING)});`,
      `await import(${JSON.stringify(SERVER)});`,
      `const { beginTests, defineFile } = await import(${JSON.stringify(DEFINE_FILE)});`,
      ...files.map((file) => `await defineFile(${JSON.stringify(file)});`),
      'stopFollowing();',
      'beginTests();',
    ];
    await writeFile(name, `${lines.join('\n')}\n`);
    return name;
  });
  return { files: await Promise.all(written), remove: () => rm(folder, { recursive: true }) };
}
