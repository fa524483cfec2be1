import { isEmail } from '../../text/emails.ts';
import { onOneLine } from '../../text/plain-text.ts';
import type { Api, Json } from '../accounts/api.ts';
import { ProviderError } from '../accounts/errors.ts';
import { objectsIn, textIn } from '../accounts/json.ts';
import { type Account, MAX_CALENDARS_OF_ACCOUNT, type RemoteCalendar } from '../accounts/provider.ts';
import { isId } from './fields.ts';
import { pagesOf } from './pages.ts';

const NAME_LENGTH = 200;
const FIELDS = 'nextPageToken,items(id,summary,summaryOverride,primary,accessRole,hidden,deleted)';
const WRITING_ROLES = ['owner', 'writer', 'writerWithoutPrivateAccess'];

/** Also those that the person has hidden from Google's own list. The primary one has the address of the account as its id; on an emulator, as its name. */
export async function listCalendars(api: Api): Promise<Account> {
  const calendars: RemoteCalendar[] = [];
  const query = { maxResults: '250', showHidden: 'true', fields: FIELDS };
  for await (const { items } of pagesOf(api, { url: '/users/me/calendarList', query })) {
    calendars.push(...objectsIn(items).flatMap(calendarFrom));
  }
  const primary = calendars.find(({ is_primary }) => is_primary);
  if (primary === undefined)
    throw new ProviderError('Google names no calendar as the primary one of the account');
  const others = calendars
    .filter(({ is_primary }) => !is_primary)
    .sort((one, other) => Number(one.is_hidden ?? false) - Number(other.is_hidden ?? false));
  const email = ([primary.id, primary.name].find(isEmail) ?? primary.id).toLowerCase();
  return { id: email, email, calendars: [primary, ...others].slice(0, MAX_CALENDARS_OF_ACCOUNT) };
}

function calendarFrom({ id, primary, hidden, deleted, accessRole, ...names }: Json): RemoteCalendar[] {
  const is_primary = primary === true;
  if (!isId(id) || deleted === true) return [];
  const name = onOneLine(textIn(names.summaryOverride) || textIn(names.summary) || id, NAME_LENGTH);
  // Nobody has less than all rights in their primary calendar.
  const is_writable = is_primary || WRITING_ROLES.includes(String(accessRole));
  return [{ id, name, is_primary, is_writable, ...(hidden === true && !is_primary && { is_hidden: true }) }];
}
