import type { Connection } from '../../../features/calendar/connections/overview.ts';
import { actions, facts, linkButton, named } from '../../../html/blocks.ts';
import { button, form } from '../../../html/fields.ts';
import { html } from '../../../html/html.ts';
import { danger, pageHead, section } from '../../../html/sections.ts';
import type { Shown } from '../../route.ts';
import type { Screen } from '../../screen.ts';
import { plainName } from '../../words.ts';
import { type Member, urlOf } from '../frame.ts';
import { accountName, accountPath } from './accounts.ts';
import { providerWords } from './provider-words.ts';

/** Says what happens, and asks. */
export function disconnectPage(screen: Screen, member: Member, account: Connection): Shown {
  const url = `${urlOf(member)}/calendars`;
  const { access } = providerWords[account.provider];
  const title = html`Disconnect ${named(accountName(account))}`;
  return {
    title: `Disconnect ${accountName(account)}`,
    content: html`${pageHead({
      above: [{ href: url, label: html`Calendars of ${named(plainName(member))}` }],
      title,
    })}
${section({
  title: 'What happens',
  content: facts([
    {
      label: 'Busy times',
      value: 'They’re deleted at once, so meetings can be booked over events in these calendars.',
    },
    {
      label: 'Bookings',
      value:
        'Events that Rota wrote stay in the calendar, but no longer move or disappear with their meetings. New bookings come by mail, unless another calendar gets them.',
    },
    { label: 'Access', value: access },
    { label: 'The account', value: 'Nothing else in it changes. It can be connected again at any time.' },
  ]),
})}
${danger({
  title: 'Disconnect account',
  content: form({
    action: `${accountPath(member, account)}/disconnect`,
    token: screen.token,
    content: actions(button({ label: 'Disconnect account', kind: 'danger' }), linkButton(url, 'Back')),
  }),
})}`,
  };
}
