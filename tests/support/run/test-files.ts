import { readFileSync } from 'node:fs';
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
