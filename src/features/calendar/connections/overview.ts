// Accounts as the console shows them.
import {
  type BrokenConnectionRow,
  selectBrokenConnections,
  selectConnectionNames,
  selectConnections,
} from '../../../calendar-sync/accounts/connection-queries.ts';
import { type ProviderKind, providerKinds } from '../../../calendar-sync/provider-kinds.ts';
import { providersFrom } from '../../../calendar-sync/providers.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import { getConnection } from './operations.ts';
import { type Connection, presentConnection } from './present.ts';
import { MAX_CONNECTIONS, MAX_PENDING } from './rules.ts';

export type { Connection };
export type Provider = ProviderKind;

/** Those that the operator has registered an application with. */
export function connectableProviders({ config }: Context): Provider[] {
  const set = providersFrom(config);
  return providerKinds.filter((kind) => set[kind] !== undefined);
}

/** The accounts of a member, first connected first; without those that nobody has consented to yet. */
export async function watchConnections(
  { database, caller }: Context,
  memberId: string,
): Promise<Connection[]> {
  const page = { limit: MAX_CONNECTIONS + MAX_PENDING, cursor: undefined };
  const rows = await selectConnections(database, caller.workspaceId, memberId, page);
  return rows
    .filter(({ status }) => status !== 'pending')
    .map(presentConnection)
    .toReversed();
}

/** One of this member's accounts. */
export async function watchConnection(context: Context, memberId: string, id: string): Promise<Connection> {
  const connection = await getConnection(context, id, memberId);
  if (connection.status === 'pending') throw notFound('Connected account');
  return connection;
}

/** The addresses and owners of these accounts. */
export async function nameConnections({ database, caller }: Context, ids: string[]) {
  const rows = await selectConnectionNames(database, caller.workspaceId, ids);
  return rows.map(({ account_email, ...row }) => ({ ...row, name: account_email }));
}

/** Accounts of active members that the provider no longer lets Rota into, with their owners. */
export async function listBrokenConnections(
  { database, caller }: Context,
  { limit, memberId }: { limit: number; memberId: string | undefined },
) {
  const rows = await selectBrokenConnections(database, caller.workspaceId, { memberId, limit });
  return rows.map(({ id, provider, account_email, broken_at, ...row }: BrokenConnectionRow) => ({
    ...{ id, provider, account_email },
    broken_at: formatTimestamp(broken_at),
    member: { id: row.member_id, email: row.email, name: row.member_name },
  }));
}

export type BrokenConnection = Awaited<ReturnType<typeof listBrokenConnections>>[number];
