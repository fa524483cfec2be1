// Measures a queue for the parent process. Only the queues differ: each has one process and the same delivery.
import { tellParent } from '../children.ts';
import { now } from '../clock.ts';
import { pace } from '../pace.ts';
import { ownWorkers, spentOn } from '../spent.ts';
import { closeDelivery, forgetResults, newJob, openDelivery, pool, untilRecorded } from './delivery.js';

/**
 * @typedef {import('./delivery.js').Job} Job
 * @typedef {{
 *   prepare?(): Promise<unknown>,
 *   addMany(jobs: Job[]): Promise<unknown>,
 *   add(job: Job): Promise<unknown>,
 *   startWorker(): Promise<() => Promise<unknown>>,
 *   stop(): Promise<unknown>,
 * }} Peer `startWorker` returns a function that stops it.
 */

/** Jobs added with one call. */
const BULK = 1_000;

/** Serves the parent's requests. @param {Peer} peer */
export async function runPeer(peer) {
  /** @type {Awaited<ReturnType<Peer['startWorker']>> | undefined} */
  let stopWorker;

  /** @param {{ count: number }} question */
  async function deliverStored({ count }) {
    await rest();
    await forgetResults();
    const jobs = Array.from({ length: count }, newJob);
    for (let start = 0; start < count; start += BULK) await peer.addMany(jobs.slice(start, start + BULK));
    // Autovacuum does this within a minute. Until then pg-boss sorts the whole table for each fetch: 982 or
    // 1,735 jobs/s, at random, instead of 1,903.
    await pool.query('analyze');
    return spentOn(ownWorkers(), async () => {
      const start = now();
      stopWorker = await peer.startWorker();
      await untilRecorded(count);
      return { count, ms: now() - start };
    });
  }

  /** @param {{ perSecond: number, seconds: number }} question */
  async function deliverPaced({ perSecond, seconds }) {
    await forgetResults();
    stopWorker ??= await peer.startWorker();
    const calls = await pace(perSecond, seconds, async () => {
      const job = newJob();
      await peer.add(job);
      return job.id;
    });
    await untilRecorded(calls.length);
    return { calls };
  }

  /** Ends what is in flight, and polls for nothing. */
  async function rest() {
    await stopWorker?.();
    stopWorker = undefined;
    return { isAtRest: true };
  }

  async function stop() {
    await rest();
    await peer.stop();
    await closeDelivery();
    process.once('disconnect', () => process.exit());
    // After the reply was sent.
    setImmediate(() => process.disconnect());
    return { stopped: true };
  }

  await openDelivery();
  await peer.prepare?.();
  const answers = { deliver: deliverStored, pace: deliverPaced, rest, stop };
  process.on('message', async (/** @type {any} */ question) => {
    tellParent(await answers[question.type](question));
  });
  tellParent({ ready: true });
}
