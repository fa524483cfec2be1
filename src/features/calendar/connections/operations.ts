import {
  type ConnectionRow,
  endConnectionRows,
  insertConnection,
  selectConnection,
  selectConnectionForUpdate,
  selectConnections,
  selectConnectionsForUpdate,
} from '../../../calendar-sync/accounts/connection-queries.ts';
import { authorizationUrl } from '../../../calendar-sync/accounts/oauth.ts';
import { tokenPlace } from '../../../calendar-sync/accounts/tokens.ts';
import { type ProviderKind, providerNames } from '../../../calendar-sync/provider-kinds.ts';
import { providersFrom } from '../../../calendar-sync/providers.ts';
import type { Context, Services } from '../../../context.ts';
import { invalidRequest, notFound, validationError } from '../../../errors.ts';
import { createAddressPolicy, mayAllowHttp } from '../../../network/safe-address.ts';
import { type Page, type PageRequest, takePage } from '../../../pagination.ts';
import type { Transaction } from '../../../storage/database.ts';
import { findMember, lockMember } from '../../people/members/operations.ts';
import { hashSecret, makeSecret } from '../../people/sessions/rules.ts';
import { recordAudit } from '../../workspace/audit-log/operations.ts';
import { type Changes, changesFromNothing } from '../../workspace/audit-log/rules.ts';
import { removeAccountCalendars } from '../calendars/account-calendars.ts';
import { type Connection, presentConnection } from './present.ts';
import { checkReturnUrl, MAX_CONNECTIONS, MAX_PENDING, PENDING_MS } from './rules.ts';

/** The notification that something has to be done about an account. */
export const CONNECTIONS_DUE = 'calendar_connections_due';

export const CALLBACK_PATH = '/connect/callback';

export async function listConnections(
  context: Context,
  memberId: string,
  page: PageRequest,
): Promise<Page<Connection>> {
  const { database, caller } = context;
  if (!(await findMember(context, database, memberId))) throw notFound('Workspace member');
  const rows = await selectConnections(database, caller.workspaceId, memberId, page);
  return takePage(rows, page, presentConnection);
}

/** With a member, only one of theirs. */
export async function getConnection(context: Context, id: string, memberId?: string): Promise<Connection> {
  const { database, caller } = context;
  await requireMember(context, memberId);
  return presentConnection(ofMember(await selectConnection(database, caller.workspaceId, id), memberId));
}

async function requireMember(context: Context, memberId: string | undefined): Promise<void> {
  if (memberId !== undefined && !(await findMember(context, context.database, memberId)))
    throw notFound('Workspace member');
}

interface Begin {
  provider: ProviderKind;
  return_url?: string | null | undefined;
  /** The value of the cookie of the browser that it begins in. No other browser can complete it then. */
  browser?: string;
}

/** Begins to connect an account: it is pending until the person has given consent at the provider. */
export async function beginConnection(
  context: Context,
  memberId: string,
  { provider: kind, return_url: typed, browser }: Begin,
): Promise<Connection & { authorize_url: string }> {
  const { database, caller, clock, ids, config, proxy, secrets, address } = context;
  const { workspaceId } = caller;
  const found = await findMember(context, database, memberId);
  if (!found) throw notFound('Workspace member');
  const provider = providersFrom(config)[kind];
  if (!provider) throw notSetUp(kind);
  const allowsHttp = mayAllowHttp(createAddressPolicy(config, proxy));
  const return_url = typed == null ? null : checkReturnUrl(typed, allowsHttp);
  const [state, verifier] = [makeSecret(), makeSecret()];
  const redirectUri = `${address.url}${CALLBACK_PATH}`;
  const authorize_url = await authorizationUrl(provider, {
    redirectUri,
    state,
    verifier,
    email: found.email,
  });
  const now = clock.now();
  const row: ConnectionRow = {
    id: ids('calendarConnection'),
    member_id: memberId,
    provider: kind,
    status: 'pending',
    account_id: null,
    account_email: null,
    expires_at: now + PENDING_MS,
    connected_at: null,
    broken_at: null,
    created_at: now,
    updated_at: now,
  };
  await database.transaction(async (tx) => {
    const member = await lockMember(context, tx, memberId);
    if (member.deactivated_at !== null)
      throw validationError('The workspace member is deactivated', {
        plain: 'This member is deactivated. Reactivate them first.',
      });
    await makeRoom(context, tx, memberId);
    const seal = await secrets.sealer(tx);
    await insertConnection(tx, workspaceId, {
      ...row,
      state_hash: hashSecret(state),
      browser_hash: browser === undefined ? null : hashSecret(browser),
      sealed_verifier: seal(
        verifier,
        tokenPlace('sealed_verifier', { workspace_id: workspaceId, id: row.id }),
      ),
      return_url,
      due_at: row.expires_at,
    });
    await recordChange(context, tx, 'created', row.id, changesFromNothing(auditedFields(row)));
    // It's forgotten once it has expired.
    tx.notify(CONNECTIONS_DUE);
  });
  return { ...presentConnection(row), authorize_url };
}

/** The operator has registered no application with this provider. */
function notSetUp(provider: ProviderKind) {
  const name = providerNames[provider];
  const prefix = `ROTA_${provider.toUpperCase()}_CLIENT`;
  return invalidRequest(
    `provider ${provider} is not set up: whoever runs Rota has to set ${prefix}_ID and ${prefix}_SECRET`,
    {
      field: 'provider',
      plain: `${name} calendars aren’t set up on this server. Whoever runs it has to register an application with ${name} first.`,
    },
  );
}

/** Refuses an account too many; of those that wait for consent, the oldest ends. The member is locked. */
async function makeRoom(context: Context, tx: Transaction, memberId: string): Promise<void> {
  const { workspaceId } = context.caller;
  const connections = await selectConnectionsForUpdate(tx, workspaceId, memberId);
  const pending = connections.filter(({ status }) => status === 'pending').map(({ id }) => id);
  if (connections.length - pending.length >= MAX_CONNECTIONS) throw tooMany();
  const ended = pending.slice(0, Math.max(pending.length - MAX_PENDING + 1, 0));
  await endConnectionRows(tx, workspaceId, ended, context.clock.now());
}

const tooMany = () =>
  validationError(`A member may connect ${MAX_CONNECTIONS} accounts: disconnect one first`);

/** Its calendars and their busy times go at once; the tokens are revoked as soon as possible. Events that were written stay. */
export async function deleteConnection(context: Context, id: string, memberId?: string): Promise<void> {
  const { database, caller, clock } = context;
  await requireMember(context, memberId);
  await database.transaction(async (tx) => {
    const row = ofMember(await selectConnectionForUpdate(tx, caller.workspaceId, id), memberId);
    const calendars = await removeAccountCalendars(context, tx, id);
    await endConnectionRows(tx, caller.workspaceId, [id], clock.now());
    tx.notify(CONNECTIONS_DUE);
    const { provider, account_email } = row;
    await recordChange(context, tx, 'deleted', id, {
      provider: [provider, null],
      ...(account_email !== null && { account_email: [account_email, null], calendars: [calendars, 0] }),
    });
  });
}

function ofMember(row: ConnectionRow | undefined, memberId: string | undefined): ConnectionRow {
  if (!row || (memberId !== undefined && row.member_id !== memberId)) throw notFound('Calendar connection');
  return row;
}

const auditedFields = ({ member_id, provider }: ConnectionRow) => ({
  workspace_membership_id: member_id,
  provider,
});

/** Also for changes that the service makes itself. */
export function recordChange(
  context: Context,
  tx: Transaction,
  change: string,
  id: string,
  changes: Changes,
): Promise<void> {
  const target = { type: 'calendar_connection', id };
  return recordAudit(context, tx, { action: `calendar_connection.${change}`, target, changes });
}

/** Acts as the system, so that the audit log names `calendars` as the actor. */
export function asConnections(services: Services, workspaceId: string): Context {
  return { ...services, caller: { workspaceId, actor: { type: 'system', id: 'calendars' }, scopes: [] } };
}
