// What somebody sees who comes back from a provider, unless they go straight on to the console or to a program's page.

import { providerNames } from '../../../calendar-sync/provider-kinds.ts';
import { head, linkButton, named, smallPrint } from '../../../html/blocks.ts';
import { type Content, html } from '../../../html/html.ts';
import { renderPage } from '../../../html/page.ts';
import type { Reader } from '../../../html/reader.ts';
import type { Ended, Result } from './complete.ts';
import { MAX_CONNECTIONS } from './rules.ts';

interface Told {
  title: string;
  lead: Content;
  /** The one way on: to the member's calendars, unless it is the same address again. */
  label: string;
  href?: string;
}

/** What a page says of a connection. */
type Shown = Pick<Ended, 'result' | 'reason'> & {
  connection: Pick<Ended['connection'], 'member_id' | 'provider' | 'account_email'>;
};

/** `again` is the address of this page. */
export function endedPage(reader: Reader, ended: Shown, again: string): string {
  const { connection, reason, result } = ended;
  const told = wordsFor(result, ended, again);
  const href = told.href ?? `/console/members/${connection.member_id}/calendars`;
  return render(
    reader,
    told.title,
    html`${head({ over: 'Rota', title: told.title, lead: told.lead })}
<p>${linkButton(href, told.label, 'main')}</p>
${reason !== null && smallPrint(`What went wrong: ${reason.replaceAll('_', ' ')}.`)}`,
  );
}

/** For a state that nobody knows. */
export function unknownPage(reader: Reader): string {
  const title = 'This link doesn’t work any more';
  const lead =
    'It may be incomplete or very old. Nothing was connected. Open your calendars, and connect the account from there.';
  return render(
    reader,
    title,
    html`${head({ over: 'Rota', title, lead })}
<p>${linkButton('/console', 'Go to the console', 'main')}</p>`,
  );
}

const AGAIN = 'Back to your calendars';

function wordsFor(result: Result, { connection }: Shown, again: string): Told {
  const name = providerNames[connection.provider];
  switch (result) {
    case 'connected':
      return {
        title: `Your ${name} account is connected`,
        lead: html`Rota sees when ${named(connection.account_email ?? 'the account')} is busy. Not the right account? Disconnect it, and connect another one.`,
        label: 'See your calendars',
      };
    case 'refused':
      return {
        title: 'Nothing was connected',
        lead: `${name} says that access wasn’t allowed. If you cancelled by mistake, start again and allow access. If your company has to approve Rota first, ask its administrator.`,
        label: AGAIN,
      };
    case 'missing_scope':
      return {
        title: 'Rota needs every permission it asks for',
        lead: `One of them was left out, so nothing was connected. Start again, and tick every box on ${name}’s page.`,
        label: AGAIN,
      };
    case 'expired':
      return {
        title: 'That took too long',
        lead: 'You have 15 minutes to connect an account, and they’re up. Nothing was connected. Start again from your calendars.',
        label: AGAIN,
      };
    case 'used':
      return {
        title: 'This link has already been used',
        lead: 'Each link works once. Your calendars show whether the account is connected.',
        label: AGAIN,
      };
    case 'other_browser':
      return {
        title: 'You started this in another browser',
        lead: 'To keep other people’s accounts out of your calendars, Rota needs you to finish in the browser you started in. Go back to that one, or start again here.',
        label: 'Start again here',
      };
    case 'unavailable':
      return {
        title: `${name} isn’t answering`,
        lead: 'Nothing is lost. Wait a moment, then try again.',
        label: 'Try again',
        href: again,
      };
    case 'limit_reached':
      return {
        title: 'Too many accounts',
        lead: `${MAX_CONNECTIONS} accounts are connected already. Disconnect one, then start again.`,
        label: AGAIN,
      };
    case 'deactivated':
      return {
        title: 'Nothing was connected',
        lead: 'This member has since been deactivated. Ask an admin of your workspace.',
        label: 'Go to the console',
        href: '/console',
      };
    case 'failed':
      return {
        title: `The ${name} account wasn’t connected`,
        lead: 'Start again from your calendars. If it keeps happening, tell whoever runs this server.',
        label: AGAIN,
      };
  }
}

const render = (reader: Reader, title: string, content: Content) =>
  renderPage({ reader, title: `${title} · Rota`, content });
