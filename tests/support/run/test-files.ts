import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Lane } from '../lanes.ts';

export const FULL_LANE = /^\/\/ Full lane, because [^:]+: \S/;

/** The lane of a test file as a whole, which its first line tells. */
export function laneOf(file: string): Lane {
  return isInFullLane(readFileSync(file, 'utf8')) ? 'full' : 'fast';
}

export function isInFullLane(text: string): boolean {
  const [firstLine = ''] = text.split('\n', 1);
  return FULL_LANE.test(firstLine);
}

/** Those that no commit has yet. None, where there is no history. */
export async function newFilesIn(root: string, files: string[]): Promise<Set<string>> {
  try {
    const { stdout } = await promisify(execFile)('git', ['ls-tree', '-r', '--name-only', 'HEAD', 'tests'], {
      cwd: root,
    });
    const known = new Set(stdout.split('\n'));
    return new Set(files.filter((file) => !known.has(file)));
  } catch {
    return new Set();
  }
}
