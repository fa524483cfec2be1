import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Clock } from './clock.ts';
import { repeatingWorker, type Worker } from './worker.ts';

const CHECK_EVERY_MS = 30_000;
/** CPU time of the process, as a share of one core. */
const QUIET_SHARE = 0.05;
/** Less is not worth a collection. */
const WORTH_BYTES = 24 * 1024 ** 2;

/**
 * Returns memory to the operating system after a busy time. V8 does so by itself when little happens after a collection of
 * the whole heap. But an idle process does not collect: it would keep the young generation of its busiest minute for good,
 * which is up to 128 MB. So this starts one collection, and V8 does the rest within some seconds, in small steps.
 */
export function createIdleMemory(clock: Clock): Worker {
  let kept = process.memoryUsage().heapTotal;
  let checked = { at: clock.now(), cpu: process.cpuUsage() };
  let isReducing = false;

  return repeatingWorker('idle memory', clock, CHECK_EVERY_MS, async () => {
    const { user, system } = process.cpuUsage(checked.cpu);
    const isQuiet = (user + system) / 1000 < (clock.now() - checked.at) * QUIET_SHARE;
    checked = { at: clock.now(), cpu: process.cpuUsage() };
    const { heapTotal } = process.memoryUsage();
    if (isReducing) kept = heapTotal;
    isReducing = isQuiet && heapTotal > kept + WORTH_BYTES;
    if (isReducing) collectGarbage();
  });
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}
