// Why a large hand-over goes in steps: docs/decisions/0020-hand-overs-and-erasures-in-steps.md.
import type { Logger } from 'pino';
import type { Services } from '../../../context.ts';
import { stepwiseWorker } from '../../../workers/stepwise.ts';
import type { Worker } from '../../../workers/worker.ts';
import { HAND_OVERS_DUE, handOverNextBatch, listHandOvers } from './operations.ts';

/** Hands over the requests of deactivated members: one batch of each member by turns, until none is left. */
export function createHandOvers({ services, log }: { services: Services; log: Logger }): Worker {
  return stepwiseWorker({
    name: 'hand-overs',
    topic: HAND_OVERS_DUE,
    services,
    log,
    list: listHandOvers,
    step: (inBackground, { workspace_id, member_id }) =>
      handOverNextBatch(inBackground, workspace_id, member_id),
  });
}
