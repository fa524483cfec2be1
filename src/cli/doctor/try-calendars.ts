import { pino } from 'pino';
import { createApi } from '../../calendar-sync/accounts/api.ts';
import { selectConnectedCalendars } from '../../calendar-sync/accounts/connection-queries.ts';
import type { Providers } from '../../calendar-sync/accounts/provider.ts';
import { type Accounts, createAccounts } from '../../calendar-sync/accounts/tokens.ts';
import { providerNames } from '../../calendar-sync/provider-kinds.ts';
import { providersFrom } from '../../calendar-sync/providers.ts';
import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { createBrokenNews } from '../../features/calendar/connections/broken.ts';
import { listConnections } from '../../features/calendar/connections/operations.ts';
import type { Connection } from '../../features/calendar/connections/present.ts';
import { findMemberByEmail } from '../../features/people/members/operations.ts';
import { readWorkspace } from '../../features/workspace/workspaces/operations.ts';
import { startDeadline } from '../../network/exchange.ts';
import { createFetch, type Fetch } from '../../network/fetch.ts';
import { createNames, type NameSources } from '../../network/names.ts';
import { createAddressPolicy } from '../../network/safe-address.ts';
import { notRecorded } from '../../trace.ts';
import { fail, type Line } from './check.ts';
import { tryAccount } from './try-account.ts';

// The connected accounts of one member, each tried with the real provider. The service may run meanwhile.

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 100 * 1024 * 1024;
/** More than a member may have. */
const ALL = { limit: 100, cursor: undefined };

export async function tryCalendars(context: Context, email: string, sources: NameSources): Promise<Line[]> {
  const { database, config, proxy, clock, address } = context;
  await context.secrets.load();
  const member = await findMemberByEmail(context, database, email);
  if (!member || member.deactivated_at !== null) throw notFound(`Active member ${email}`);
  const { data } = await listConnections(context, member.id, ALL);
  const connections = data.filter(({ status }) => status !== 'pending').toReversed();
  if (connections.length === 0) {
    const page = `${address.url}/console/members/${member.id}/calendars`;
    return [fail('calendars', `${member.email} has connected no account`, `connect one on ${page}`)];
  }
  const timezone = member.timezone ?? (await readWorkspace(context, database)).timezone;
  const { fetch, close } = createFetch({
    policy: createAddressPolicy(config, proxy),
    resolve: createNames(clock, sources),
    timeoutMs: TIMEOUT_MS,
    maxResponseBytes: MAX_BYTES,
    clock,
  });
  const log = pino({ enabled: false });
  const providers = providersFrom(config);
  const accounts = createAccounts({
    ...{ services: context, log, fetch, providers },
    news: {
      // What the service would do, and won't find a second time.
      broken: createBrokenNews({ services: context, log }),
      conferenceSettled: async () => {},
      changedInCalendar: async () => {},
    },
  });
  try {
    const tried = connections.map((one) =>
      tryConnection(context, one, { providers, accounts, fetch, timezone }),
    );
    return (await Promise.all(tried)).flat();
  } finally {
    await close();
  }
}

interface TryingParts {
  providers: Providers;
  accounts: Accounts;
  fetch: Fetch;
  timezone: string;
}

async function tryConnection(
  { database, clock, ids, caller: { workspaceId } }: Context,
  { id, provider: kind, status, account_email }: Connection,
  { providers, accounts, fetch, timezone }: TryingParts,
): Promise<Line[]> {
  const name = `${providerNames[kind]}, ${account_email}`;
  if (status === 'broken') return [fail(name, 'no longer lets Rota in', 'have its owner connect it again')];
  const provider = providers[kind];
  if (!provider)
    return [
      fail(name, "can't be asked: its application isn't set up any more", `docs/operate/${kind}-calendar.md`),
    ];
  const trace = notRecorded.begin();
  const key = { workspace_id: workspaceId, id };
  const token = (refused?: string) => accounts.accessToken(key, trace, refused);
  return tryAccount({
    ...{ name, provider, timezone, token },
    calendars: await selectConnectedCalendars(database, workspaceId, id),
    requestId: ids('meetingRequest'),
    now: clock.now(),
    api: (timeoutMs) =>
      createApi({
        ...{ fetch, workspaceId, token },
        ...{ name: provider.name, apiUrl: provider.apiUrl, maxBytes: MAX_BYTES },
        deadline: startDeadline(clock, timeoutMs),
        now: () => clock.now(),
      }),
  });
}
