import {
  deleteConnectionRows,
  endConnectionRows,
  selectConnectionsForUpdate,
  selectOthersOfAccount,
  selectWaitingForUpdate,
  updateConnectionRow,
  type WaitingRow,
} from '../../../calendar-sync/accounts/connection-queries.ts';
import type { Tokens } from '../../../calendar-sync/accounts/oauth.ts';
import type { Account } from '../../../calendar-sync/accounts/provider.ts';
import { tokenPlace } from '../../../calendar-sync/accounts/tokens.ts';
import type { Context } from '../../../context.ts';
import { ConstraintViolation, type Transaction } from '../../../storage/database.ts';
import type { Row } from '../../../storage/rows.ts';
import { DAY_MS, formatTimestamp } from '../../../time/timestamps.ts';
import { announce } from '../../events/events/announce.ts';
import { lockMember } from '../../people/members/operations.ts';
import { writeAccountCalendars } from '../calendars/account-calendars.ts';
import { CONNECTIONS_DUE, recordChange } from './operations.ts';
import { FORGET_MS, MAX_CONNECTIONS } from './rules.ts';

/** How often to look for new calendars of an account. */
export const LOOK_EVERY_MS = DAY_MS;

export type Kept = 'connected' | 'used' | 'deactivated' | 'limit_reached';

/**
 * Keeps the tokens and calendars of an account. What the member has had of the same account goes on in this connection: its calendars
 * stay, with what was chosen for them, and the former tokens are forgotten. To revoke them could end the new ones, too.
 */
export async function keepAccount(
  context: Context,
  row: WaitingRow,
  tokens: Tokens,
  account: Account,
): Promise<Kept> {
  const keep = () => context.database.transaction((tx) => keepWithin(context, tx, row, tokens, account));
  try {
    return await keep();
  } catch (error) {
    // Somebody has just chosen where bookings go: the next try sees it.
    if (error instanceof ConstraintViolation && error.constraint === 'calendars_receiving') return keep();
    throw error;
  }
}

async function keepWithin(
  context: Context,
  tx: Transaction,
  row: WaitingRow,
  tokens: Tokens,
  account: Account,
): Promise<Kept> {
  const { clock, caller } = context;
  const { workspaceId } = caller;
  const { id, provider } = row;
  const member = await lockMember(context, tx, row.member_id);
  const connections = await selectConnectionsForUpdate(tx, workspaceId, member.id);
  const now = clock.now();
  const end = async (why: Kept) => {
    await endWithin(context, tx, row, { tokens, accountId: account.id });
    return why;
  };
  if (member.deactivated_at !== null) return end('deactivated');
  if (!connections.some((each) => each.id === id && each.status === 'pending')) return end('used');
  const others = await selectOthersOfAccount(tx, workspaceId, { ...row, account_id: account.id });
  const formerIds = new Set(others.map((each) => each.id));
  const accounts = connections.filter(({ status }) => status !== 'pending');
  if (accounts.filter((each) => !formerIds.has(each.id)).length >= MAX_CONNECTIONS)
    return end('limit_reached');
  const { count } = await writeAccountCalendars(context, tx, {
    ...{ member_id: member.id, connection_id: id, provider, calendars: account.calendars },
    former: [...formerIds],
  });
  await deleteConnectionRows(tx, workspaceId, [...formerIds]);
  await updateConnectionRow(tx, workspaceId, id, {
    ...{ status: 'connected', account_id: account.id, account_email: account.email },
    ...{ connected_at: now, broken_at: null, updated_at: now, expires_at: null, token_number: 1 },
    ...(await sealed(context, tx, row, tokens)),
    ...{ due_at: now + LOOK_EVERY_MS, attempts: 0 },
  });
  tx.notify(CONNECTIONS_DUE);
  await recordChange(context, tx, 'connected', id, {
    account_email: [null, account.email],
    calendars: [null, count],
  });
  await announce(context, tx, {
    event: 'calendar_connection.connected',
    ...{ id, workspace_membership_id: member.id, email: member.email, provider },
    account_email: account.email,
    connected_at: formatTimestamp(now),
  });
  return 'connected';
}

async function sealed(
  { secrets }: Context,
  tx: Transaction,
  row: WaitingRow,
  { access_token, refresh_token, access_expires_at, refresh_expires_at }: Tokens,
): Promise<Row> {
  const seal = await secrets.sealer(tx);
  return {
    sealed_access_token: seal(access_token, tokenPlace('sealed_access_token', row)),
    sealed_refresh_token: refresh_token && seal(refresh_token, tokenPlace('sealed_refresh_token', row)),
    ...{ access_expires_at, refresh_expires_at },
  };
}

/** Ends a connection that won't be made, to an account that isn't known. The row knows for a while that its state was used. */
export function endUnknown(context: Context, row: WaitingRow): Promise<void> {
  return context.database.transaction((tx) => endWithin(context, tx, row, undefined));
}

/** With an account, what it has given is revoked later, unless somebody else here uses it. */
async function endWithin(
  context: Context,
  tx: Transaction,
  row: WaitingRow,
  given: { tokens: Tokens; accountId: string } | undefined,
): Promise<void> {
  const { caller, clock } = context;
  const current = await selectWaitingForUpdate(tx, caller.workspaceId, row.id);
  if (!current || current.status === 'connected') return;
  await endConnectionRows(tx, caller.workspaceId, [row.id], clock.now());
  await updateConnectionRow(tx, caller.workspaceId, row.id, {
    ...(given
      ? { account_id: given.accountId, ...(await sealed(context, tx, row, given.tokens)) }
      : { sealed_access_token: null, sealed_refresh_token: null, due_at: clock.now() + FORGET_MS }),
  });
  tx.notify(CONNECTIONS_DUE);
}
