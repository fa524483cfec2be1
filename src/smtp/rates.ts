// How many mails are accepted in any 60 seconds, on one node.

import { MemoryRateLimiter } from '../limits/rate-windows.ts';
import { networkOf } from '../text/networks.ts';
import type { Clock } from '../time/clock.ts';

export const limits = {
  /** Large providers send for many people, but from several addresses. */
  client: 60,
  /** Counted by client, too: otherwise, anybody could use up the real sender's limit by using their address. */
  sender: 30,
  workspace: 600,
};

/** A trusted client relays other people's mail, and refuses the worst of it itself. */
const TRUSTED_FACTOR = 1_000;
/** How many clients, senders and workspaces to remember. */
const MAX_SUBJECTS = 20_000;

export interface Rates {
  /** False if this mail exceeds a limit. Bounces have an empty sender. */
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
