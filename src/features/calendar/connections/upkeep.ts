// What has to be done about connected accounts by itself: docs/decisions/0034-connected-calendars.md.
import { createApi } from '../../../calendar-sync/accounts/api.ts';
import {
  deleteConnectionRows,
  updateConnectionRow,
} from '../../../calendar-sync/accounts/connection-queries.ts';
import { ProviderError } from '../../../calendar-sync/accounts/errors.ts';
import type { Account } from '../../../calendar-sync/accounts/provider.ts';
import type { Accounts } from '../../../calendar-sync/accounts/tokens.ts';
import {
  type ClaimedConnection,
  connectionTable,
  selectClaimedConnections,
  statusIfClaimed,
} from '../../../calendar-sync/accounts/upkeep-queries.ts';
import type { Context } from '../../../context.ts';
import { startDeadline } from '../../../network/exchange.ts';
import { FetchFailed } from '../../../network/fetch.ts';
import type { Attempt, Channel, MetricTexts } from '../../../outbox/channel.ts';
import { createMinutesSchedule } from '../../../outbox/retry-schedule.ts';
import type { Transaction } from '../../../storage/database.ts';
import type { Row } from '../../../storage/rows.ts';
import { MINUTE_MS, SECOND_MS } from '../../../time/timestamps.ts';
import type { Trace } from '../../../trace.ts';
import { lockMember } from '../../people/members/operations.ts';
import { writeAccountCalendars } from '../calendars/account-calendars.ts';
import type { CompletionParts } from './complete.ts';
import { LOOK_EVERY_MS } from './keep.ts';
import { asConnections, CONNECTIONS_DUE, recordChange } from './operations.ts';
import { revoke } from './revoke.ts';
import { FORGET_MS } from './rules.ts';

const PERMITS = { total: 8, per_lane: 2 };
/** For listing calendars, refreshed tokens included. */
const LIST_MS = 60 * SECOND_MS;
const LEASE_MS = 3 * MINUTE_MS;
const MAX_LIST_BYTES = 10 * 1024 * 1024;
/** In minutes. After a day and a half, tokens that can't be revoked are forgotten. */
const delayAfter = createMinutesSchedule([1, 5, 15, 60, 240, 720, 1_440]);
const MAX_ATTEMPTS = 8;

export interface UpkeepParts extends CompletionParts {
  accounts: Accounts;
  close(): Promise<void>;
}

type UpkeepResult = { did: 'listed'; account: Account } | { did: 'expired' | 'revoked' } | { error: string };

/** Accounts as a channel of the outbox: an item is an account, a lane is a workspace. */
export function createUpkeepChannel(parts: UpkeepParts): Channel<ClaimedConnection, UpkeepResult> {
  const services = { ...parts.services, database: parts.services.storage.background };

  async function act(item: ClaimedConnection, trace: Trace): Promise<UpkeepResult> {
    if (item.status === 'connected') return { did: 'listed', account: await list(parts, item, trace) };
    if (item.status === 'pending' && item.sealed_refresh_token === null) return { did: 'expired' };
    await revoke({ ...parts, services }, item);
    return { did: 'revoked' };
  }

  const logFields = ({ workspace_id, id, provider, status }: ClaimedConnection, result?: UpkeepResult) => ({
    ...{ workspace_id, connection_id: id, provider, status },
    ...(result && 'error' in result && { error: result.error }),
  });

  return {
    name: 'calendar accounts',
    wakeUp: CONNECTIONS_DUE,
    permits: PERMITS,
    leaseMs: LEASE_MS,
    maxAttempts: MAX_ATTEMPTS,
    delayAfter,
    metrics,
    ...connectionTable.forEngine(selectClaimedConnections),
    laneOf: ({ workspace_id }) => workspace_id,
    async attempt(item, trace) {
      try {
        return await act(item, trace);
      } catch (error) {
        if (error instanceof ProviderError || error instanceof FetchFailed) return { error: error.message };
        throw error;
      }
    },
    verdictOf: (result) => ('error' in result ? 'not accepted' : 'accepted'),
    async record(tx, attempts, now) {
      const ids = new Set<string>();
      // Members are locked before their accounts, and in one order, so that two nodes never wait for each other.
      for (const attempt of attempts.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))) {
        const context = asConnections({ ...services, trace: attempt.trace }, attempt.item.workspace_id);
        if (await record(context, tx, attempt, now)) ids.add(attempt.item.id);
      }
      return { ids };
    },
    logFields,
    close: parts.close,
  };
}

const orderOf = ({ item }: Attempt<ClaimedConnection, UpkeepResult>) => `${item.member_id} ${item.id}`;

function list({ services, fetch, accounts }: UpkeepParts, item: ClaimedConnection, trace: Trace) {
  const { clock } = services;
  const provider = accounts.provider(item.provider);
  const api = createApi({
    ...{ fetch, workspaceId: item.workspace_id, name: provider.name, apiUrl: provider.apiUrl },
    token: (refused) => accounts.accessToken(item, trace, refused),
    deadline: startDeadline(clock, LIST_MS),
    maxBytes: MAX_LIST_BYTES,
    now: () => clock.now(),
  });
  return provider.listCalendars(api);
}

/** Writes what came of an attempt, unless the claim was lost. What has changed meanwhile counts: it is due anew. */
async function record(
  context: Context,
  tx: Transaction,
  { item, result, retryAt }: Attempt<ClaimedConnection, UpkeepResult>,
  now: number,
): Promise<boolean> {
  const { workspace_id, id } = item;
  const isListed = 'did' in result && result.did === 'listed';
  if (isListed) await lockMember(context, tx, item.member_id);
  const status = await statusIfClaimed(tx, workspace_id, item);
  if (status === undefined) return false;
  const end = (columns: Row) =>
    updateConnectionRow(tx, workspace_id, id, { claim_id: null, lease_until: null, ...columns });
  if (status === 'broken') await end({ due_at: null, attempts: 0 });
  else if (status !== item.status) await end({ due_at: now, attempts: 0 });
  else if (retryAt !== null) await end({ due_at: retryAt, attempts: item.attempts + 1 });
  else if (status === 'connected') {
    if (isListed) await recordListed(context, tx, item, result.account);
    // By now nobody comes back any more.
    const forgotten = { state_hash: null, browser_hash: null, return_url: null };
    await end({ due_at: now + LOOK_EVERY_MS, attempts: 0, ...forgotten });
  } else if ('did' in result && result.did === 'expired')
    await end({ status: 'ending', due_at: now + FORGET_MS, attempts: 0 });
  else await deleteConnectionRows(tx, workspace_id, [id]);
  return true;
}

/** New calendars of the account are added, and those that it no longer has go. */
async function recordListed(
  context: Context,
  tx: Transaction,
  { id, member_id, provider }: ClaimedConnection,
  { calendars }: Account,
): Promise<void> {
  const account = { member_id, connection_id: id, provider, calendars, former: [] };
  const { added, removed } = await writeAccountCalendars(context, tx, account);
  if (added > 0 || removed > 0)
    await recordChange(context, tx, 'calendars_changed', id, {
      ...(added > 0 && { calendars_added: [null, added] }),
      ...(removed > 0 && { calendars_removed: [removed, null] }),
    });
}

const metrics: MetricTexts = {
  prefix: 'rota_calendar_account',
  help: {
    attempts_total:
      'Attempts to look for new calendars of connected accounts, or to revoke the access to one: success, retry or failed.',
    attempt_duration_seconds: 'Time that an attempt takes.',
    claims_lost_total: 'Attempts that ended after their claim on the account.',
    in_flight: 'Accounts that this node has claimed and not recorded yet.',
    oldest_due_age_seconds: 'How long the account that has waited longest has been due.',
    last_record_age_seconds:
      'Time since this node last recorded something about an account, or since its start.',
  },
};
