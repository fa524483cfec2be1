import type { Deadline } from '../../network/exchange.ts';
import type { Transaction } from '../../storage/database.ts';
import type { FeedParts } from '../ics.ts';
import type { ClaimedSync } from '../queries.ts';
import type { Dav } from './client.ts';

export interface CaldavParts extends FeedParts {
  mailDomain: string;
}

/** One sync of one calendar. */
export interface Sync extends Omit<CaldavParts, 'fetch'> {
  item: ClaimedSync;
  dav: Dav;
  deadline: Deadline;
  /** Writes something as long as this node has the claim. Rejects with `LostClaim` when it has not. */
  whileClaimed(work: (tx: Transaction) => Promise<void>): Promise<void>;
}
