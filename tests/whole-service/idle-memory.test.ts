// The garbage of a busy time is collected once little happens.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIdleMemory } from '../../src/idle-memory.ts';
import { ManualClock } from '../support/server/manual-clock.ts';

const CHECK_EVERY_MS = 30_000;
const GARBAGE_BYTES = 60 * 1024 ** 2;

/** Leaves lists that nothing refers to any more. */
function leaveGarbage(): void {
  const kept: number[][] = [];
  while (kept.length < GARBAGE_BYTES / 8_000) kept.push(new Array(1_000).fill(kept.length + 0.5));
}

test('garbage is collected after half a minute in which little happens', async () => {
  const clock = new ManualClock();
  const worker = createIdleMemory(clock);
  worker.start();
  const before = process.memoryUsage().heapUsed;
  leaveGarbage();
  clock.advance(CHECK_EVERY_MS);
  await worker.stop();
  assert.ok(process.memoryUsage().heapUsed < before + GARBAGE_BYTES / 4, 'the garbage is still there');
});
