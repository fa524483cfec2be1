import type { Logger } from 'pino';
import type { Services } from '../context.ts';
import { REFRESH_EVERY_MS } from '../secrets/secrets.ts';
import type { Worker } from './worker.ts';

/** Reloads the link keys regularly: `rota secret rotate` changes them while nodes run. */
export function createLinkKeyRefresh({ secrets, clock }: Services, log: Logger): Worker {
  let cancel: (() => void) | undefined;
  let running = Promise.resolve();
  let isStopped = false;
  let lastProblem: string | undefined;

  async function refresh(): Promise<void> {
    try {
      const problem = await secrets.refresh();
      if (problem && problem !== lastProblem) log.error(problem);
      lastProblem = problem;
    } catch (error) {
      log.warn({ err: error }, 'reading link keys failed; will retry');
    }
    plan();
  }

  function plan(): void {
    if (isStopped) return;
    cancel = clock.after(REFRESH_EVERY_MS, () => {
      running = refresh();
    });
  }

  return {
    name: 'secret keys',
    start: plan,
    stop() {
      isStopped = true;
      cancel?.();
      return running;
    },
  };
}
