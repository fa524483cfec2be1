import { chooseCalendars } from '../../../features/calendar/calendars/change.ts';
import { beginConnection, deleteConnection } from '../../../features/calendar/connections/operations.ts';
import { watchConnection } from '../../../features/calendar/connections/overview.ts';
import { NewConnection } from '../../../features/calendar/connections/shapes.ts';
import { getMember } from '../../../features/people/members/operations.ts';
import { path as memberPath } from '../../../features/people/members/shapes.ts';
import { makeSecret } from '../../../features/people/sessions/rules.ts';
import { setCookie } from '../../../http/cookies.ts';
import type { Route } from '../../../http/route.ts';
import { check } from '../../../shapes/check.ts';
import { SECOND_MS } from '../../../time/timestamps.ts';
import { text } from '../../fields.ts';
import { type ConsolePage, form, page } from '../../route.ts';
import { urlOf } from '../frame.ts';
import { choicesIn } from './accounts.ts';
import { consentPage } from './connect.ts';
import { disconnectPage } from './disconnect.ts';

const url = '/console/members/:id/calendars';
const of = ({ id }: { id: string }) => ({ member: id });
const shared = { path: memberPath, of, may: 'edit_calendars' } as const;
const ofOne = {
  ...shared,
  path: { ...memberPath, connection_id: { kind: 'calendarConnection', what: 'Connected account' } },
} as const;

const leavePage = page({
  ...ofOne,
  url: `${url}/accounts/:connection_id/disconnect`,
  summary: 'Whether to disconnect an account',
  async show(screen, { path }) {
    const member = await getMember(screen, path.id);
    return disconnectPage(screen, member, await watchConnection(screen, member.id, path.connection_id));
  },
});

/** Forms on the page that lists the calendars of a member. */
export const accountRoutes = (listPage: ConsolePage): Route[] => [
  form({
    ...shared,
    on: listPage,
    url: `${url}/connect`,
    summary: 'Begin to connect an account',
    isRepeatable: true,
    async send(screen, { path, fields }) {
      const member = await getMember(screen, path.id);
      const { provider } = check(NewConnection, { provider: text(fields, 'provider') });
      // The same for accounts that are being connected in other tabs.
      const browser = screen.connect ?? makeSecret();
      const begun = await beginConnection(screen, member.id, { provider, browser });
      const seconds = Math.ceil((Date.parse(begun.expires_at ?? '') - screen.now) / SECOND_MS);
      const cookie = setCookie(screen.address.url, 'connect', { value: browser, seconds });
      return { shown: { ...consentPage(screen, member, begun), cookies: [cookie] } };
    },
  }),
  form({
    ...ofOne,
    on: listPage,
    url: `${url}/accounts/:connection_id`,
    summary: 'Choose calendars of an account',
    async send(screen, { path, fields }) {
      const account = await watchConnection(screen, path.id, path.connection_id);
      await chooseCalendars(screen, { member_id: path.id, connection_id: account.id }, choicesIn(fields));
      return { to: `${urlOf(path)}/calendars`, done: 'account_saved' };
    },
  }),
  leavePage.route,
  form({
    ...ofOne,
    on: leavePage,
    url: `${url}/accounts/:connection_id/disconnect`,
    summary: 'Disconnect an account',
    async send(screen, { path }) {
      const account = await watchConnection(screen, path.id, path.connection_id);
      await deleteConnection(screen, account.id, path.id);
      return { to: `${urlOf(path)}/calendars`, done: 'account_disconnected' };
    },
  }),
];
