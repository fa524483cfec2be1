import {
  countBroken,
  type EndingAccount,
  selectEnding,
} from '../../calendar-sync/accounts/trouble-queries.ts';
import { type ProviderKind, providerNames } from '../../calendar-sync/provider-kinds.ts';
import type { Reader } from '../../storage/database.ts';
import { hasTable } from '../../storage/tables.ts';
import { DAY_MS, formatTimestamp } from '../../time/timestamps.ts';
import { type Line, warn } from './check.ts';

// The accounts that members have connected, as the database knows them.

const CHECK = 'connected accounts';
const SOON_MS = 30 * DAY_MS;
/** How many accounts a line names. */
const MAX_NAMED = 10;

const ADVICE: Record<ProviderKind, string> = {
  google:
    'Google ends access after seven days while the application is in Testing: publish it, and have them connect again ' +
    '(docs/operate/google-calendar.md#testing-or-in-production)',
  microsoft: 'have them connect again before then',
};

/** No lines if there is nothing to do. */
export async function checkAccounts(reader: Reader): Promise<Line[]> {
  if (!(await hasTable(reader, 'calendar_connections'))) return [];
  const broken = await countBroken(reader);
  const ending = await selectEnding(reader, Date.now() + SOON_MS);
  return [
    ...broken.map(({ provider, count }) =>
      warn(
        CHECK,
        `${providerNames[provider]} no longer lets Rota into ${counted(count)}`,
        'have their owners connect them again: they got a mail',
      ),
    ),
    ...[...Map.groupBy(ending, ({ provider }) => provider)].map(([provider, accounts]) =>
      warn(CHECK, whenTheyEnd(provider, accounts), ADVICE[provider]),
    ),
  ];
}

function whenTheyEnd(provider: ProviderKind, accounts: EndingAccount[]): string {
  const named = accounts
    .slice(0, MAX_NAMED)
    .map(
      ({ account_email, refresh_expires_at }) =>
        `${account_email ?? 'one'} on ${formatTimestamp(refresh_expires_at).slice(0, '2026-11-19'.length)}`,
    );
  const more = accounts.length > MAX_NAMED ? `, and ${accounts.length - MAX_NAMED} more` : '';
  return `${providerNames[provider]} will end Rota's access to ${counted(accounts.length)}: ${named.join(', ')}${more}`;
}

const counted = (count: number): string => (count === 1 ? '1 account' : `${count} accounts`);
