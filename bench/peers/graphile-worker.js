// graphile-worker: https://worker.graphile.org
import { EventEmitter, once } from 'node:events';
import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import { CONCURRENCY, deliver, pool } from './delivery.js';
import { runPeer } from './peer.js';

// Its default writes a line for each job.
const logger = new Logger(() => (level, message) => {
  if (level === 'error') console.error(message);
});
const preset = {
  worker: {
    concurrentJobs: CONCURRENCY,
    // As in its own benchmark. Jobs/s without: 1,185; with 51: 2,076; 200: 2,378; 500: 2,466; 1,000: 2,345.
    localQueue: { size: 500 },
    // "A reasonable default", says its documentation. Jobs/s with 0: 2,298; with 25: 2,355; with 250: 2,402.
    completeJobBatchDelay: 250,
    failJobBatchDelay: 250,
  },
};
const utils = await makeWorkerUtils({ pgPool: pool, logger });

await runPeer({
  prepare: () => utils.migrate(),
  addMany: (jobs) => utils.addJobs(jobs.map((payload) => ({ identifier: 'deliver', payload }))),
  add: (job) => utils.addJob('deliver', job),
  async startWorker() {
    const events = new EventEmitter();
    const listening = once(events, 'pool:listen:success');
    const runner = await run({
      preset,
      pgPool: pool,
      taskList: { deliver },
      noHandleSignals: true,
      logger,
      events,
    });
    await listening;
    return () => runner.stop();
  },
  stop: () => utils.release(),
});
