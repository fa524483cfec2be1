import { EMAIL_LENGTH } from '../../text/emails.ts';
import { onOneLine } from '../../text/plain-text.ts';
import type { Api, Json } from '../accounts/api.ts';
import { ProviderError } from '../accounts/errors.ts';
import { listIn, objectIn, textIn } from '../accounts/json.ts';
import { type Account, MAX_CALENDARS_OF_ACCOUNT, type RemoteCalendar } from '../accounts/provider.ts';
import { isId } from './event.ts';

const MAX_PAGES = 10;
const MAX_NAME_LENGTH = 200;
const SELECTED = 'id,name,canEdit,isDefaultCalendar,owner';

/** Those of the account itself, and those that others share with it. */
export async function listCalendars(api: Api): Promise<Account> {
  const found = await allOf(api);
  const primary = found.find(({ isDefaultCalendar }) => isDefaultCalendar === true) ?? found[0];
  if (primary === undefined) throw new ProviderError('the account has no calendar');
  const owner = ownerOf(primary);
  const isOwn = (one: Json) => ownerOf(one) === owner;
  const others = found.filter((one) => one !== primary);
  return {
    // It stays when the account gets another address, and names nobody else who gets this one.
    id: String(primary.id),
    email: owner || onOneLine(textIn(primary.name) ?? '', EMAIL_LENGTH),
    calendars: [primary, ...others].slice(0, MAX_CALENDARS_OF_ACCOUNT).map(
      (one): RemoteCalendar => ({
        id: String(one.id),
        name: onOneLine(textIn(one.name) ?? '', MAX_NAME_LENGTH),
        is_primary: one === primary,
        // Calendars of others may only be read with what Rota asks for, also those that the account may change.
        is_writable: one === primary ? one.canEdit !== false : one.canEdit === true && isOwn(one),
      }),
    ),
  };
}

async function allOf(api: Api): Promise<Json[]> {
  let page = await api.call({
    url: '/me/calendars',
    query: { $select: SELECTED, $top: String(MAX_CALENDARS_OF_ACCOUNT) },
  });
  const found: Json[] = [];
  for (let pages = 1; ; pages += 1) {
    const calendars = listIn(page.value);
    if (calendars === undefined) throw new ProviderError("the list of calendars can't be read");
    found.push(...calendars.filter(({ id }) => isId(id)));
    const next = textIn(page['@odata.nextLink']);
    if (next === undefined || pages === MAX_PAGES) return found;
    page = await api.call({ url: next });
  }
}

/** Shown to people, and kept. */
const ownerOf = ({ owner }: Json) =>
  onOneLine(textIn(objectIn(owner).address) ?? '', EMAIL_LENGTH).toLowerCase();
