// How many mails are taken in any 60 seconds, on one node.

import { MemoryRateLimiter } from '../limits/rate-windows.ts';
import { networkOf } from '../text/networks.ts';
import type { Clock } from '../time/clock.ts';

export const limits = {
  /** One that sends for many people, such as a large provider, has more addresses than one. */
  client: 60,
  /** From the same client: by its name alone, anybody could use up what the real one may send. */
  sender: 30,
  workspace: 600,
};

/** A trusted client passes on the mail of others, and refuses the worst of it itself. */
const TRUSTED_FACTOR = 1_000;
/** Clients, senders and workspaces in memory. */
const MAX_SUBJECTS = 20_000;

export interface Rates {
  /** False for one mail too many. The sender is empty for a report. */
  admitMail(client: string, isTrusted: boolean, sender: string): boolean;
  admitForWorkspace(workspaceId: string, isTrusted: boolean): boolean;
}

export function createRates(clock: Clock): Rates {
  const limiter = new MemoryRateLimiter(MAX_SUBJECTS);

  function admit(subjects: Partial<Record<keyof typeof limits, string>>, isTrusted: boolean): boolean {
    const windows = Object.entries(subjects).map(([kind, subject]) => ({
      subject: `${kind} ${subject}`,
      limit: limits[kind as keyof typeof limits] * (isTrusted ? TRUSTED_FACTOR : 1),
    }));
    return limiter.take(windows, clock.now()).every(({ admitted }) => admitted);
  }

  return {
    admitMail(client, isTrusted, sender) {
      const network = networkOf(client);
      return admit(
        { client: network, ...(sender && { sender: `${network} ${sender.toLowerCase()}` }) },
        isTrusted,
      );
    },
    admitForWorkspace: (workspace, isTrusted) => admit({ workspace }, isTrusted),
  };
}
