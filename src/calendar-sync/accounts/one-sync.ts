import type { Fetch } from '../../network/fetch.ts';
import type { Database, Transaction } from '../../storage/database.ts';
import type { Clock } from '../../time/clock.ts';
import type { Trace } from '../../trace.ts';
import type { ClaimedSync } from '../queries.ts';
import type { Api } from './api.ts';
import type { AccountNews } from './news.ts';
import type { CalendarProvider } from './provider.ts';
import type { Accounts } from './tokens.ts';

export interface AccountSyncParts {
  database: Database;
  clock: Clock;
  fetch: Fetch;
  accounts: Accounts;
  news: AccountNews;
  /** Where people reach the service. */
  address: { url: string };
}

/** Writing to one calendar of an account, or reading it. */
export interface AccountSync extends AccountSyncParts {
  item: ClaimedSync;
  /** The provider's id of the calendar. */
  remoteId: string;
  provider: CalendarProvider;
  api: Api;
  trace: Trace;
  /** Writes something as long as this node has the claim. Rejects with `LostClaim` when it has not. */
  whileClaimed(work: (tx: Transaction) => Promise<void>): Promise<void>;
}
