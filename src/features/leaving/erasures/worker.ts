import type { Logger } from 'pino';
import type { Services } from '../../../context.ts';
import { stepwiseWorker } from '../../../workers/stepwise.ts';
import type { Worker } from '../../../workers/worker.ts';
import { ERASURES_DUE } from './operations.ts';
import { listDueErasures, stepErasure } from './steps.ts';

/** Goes on with erasures: a step of each by turns, until all are done. */
export function createErasures({ services, log }: { services: Services; log: Logger }): Worker {
  return stepwiseWorker({
    name: 'erasures',
    topic: ERASURES_DUE,
    services,
    log,
    list: listDueErasures,
    step: (inBackground, { workspace_id, id }) => stepErasure(inBackground, log, workspace_id, id),
  });
}
