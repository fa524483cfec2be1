// Mail that doesn't leave the server: the banner, and the page that says what to do about it.
import { MAX_UNSENT, type Unsent } from '../../features/meetings/messages/unsent.ts';
import { linkButton, named } from '../../html/blocks.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { code, codeBlock } from '../../html/marks.ts';
import { pageHead, section } from '../../html/sections.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { countedTo, shortMomentOf } from '../words.ts';

export const MESSAGES = '/console/messages';

export const MAIL_SERVER = `${MESSAGES}/mail-server`;

/** A title, and the sentences after it. */
export function unsentInWords(screen: Screen, unsent: Unsent): { title: string; text: Content } {
  if (unsent.why === 'no_server') {
    return {
      title: 'No email is leaving this server',
      text:
        unsent.count === 1
          ? 'One message is waiting. Set up a mail server to send it.'
          : `${countedTo(MAX_UNSENT, unsent.count)} messages are waiting. Set up a mail server to send them.`,
    };
  }
  return {
    title: 'The mail server isn’t taking any mail',
    text: html`Since ${shortMomentOf(screen, unsent.since)}: ${named(unsent.last_error)}. Not sent: ${messagesInWords(unsent.count).toLowerCase()}.`,
  };
}

/** `One message`, `14 messages`. */
export const messagesInWords = (count: number): string =>
  count === 1 ? 'One message' : `${countedTo(MAX_UNSENT, count)} messages`;

/** On top of a page, for those who can do something about it. */
export function unsentBanner(screen: Screen, unsent: Unsent | null): Html {
  const words = unsent && unsentInWords(screen, unsent);
  return html`<div id="mail-trouble" data-live="meeting_request.">${
    words &&
    html`<div class="notice warning" role="status"><p><strong>${words.title}.</strong> ${words.text}</p>${linkButton(MAIL_SERVER, unsent?.why === 'no_server' ? 'Set up mail' : 'What to do')}</div>`
  }</div>`;
}

const EXAMPLE = `ROTA_SMTP_URL=smtp://user:password@mail.example.com:587
ROTA_MAIL_DOMAIN=meet.example.com`;

/** How mail is set up: in the settings of the service, which the console can't change. */
export function mailServerPage(
  screen: Screen,
  { unsent, isSet }: { unsent: Unsent | null; isSet: boolean },
): Shown {
  const title = 'Mail server';
  const words = unsent && unsentInWords(screen, unsent);
  const lead = words
    ? html`<strong>${words.title}.</strong> ${words.text}`
    : isSet
      ? 'A mail server is set up, and it takes mail.'
      : 'No mail server is set up yet. Until then, mail is kept here instead of being sent.';
  return {
    title,
    content: html`${pageHead({ above: [{ href: MESSAGES, label: 'Messages' }], title, lead })}
${isSet ? troubleshooting : setup}
${
  unsent?.why === 'no_server' &&
  section({
    title: 'Messages from before',
    lead: 'They aren’t sent by themselves, because most would come too late. Open the ones that still matter and send them.',
    content: linkButton(`${MESSAGES}?status=kept`, 'See messages not sent'),
  })
}`,
  };
}

const setup = section({
  title: 'What to do',
  lead: 'Whoever runs this server does this once, in its settings:',
  content: html`<ol class="numbered">
<li><p>Get an account at a mail server, and a domain for the addresses that mail comes from.</p></li>
<li><p>Set these two, with your own values, and restart the service.</p>${codeBlock(EXAMPLE)}</li>
<li><p>Run ${code('rota mail check')} on the server: it says what your DNS is still missing.</p></li>
</ol>`,
});

const troubleshooting = section({
  title: 'What to do',
  lead: 'Messages that wait are sent as soon as the server takes mail again.',
  content: html`<ol class="numbered">
<li><p>Check that the mail server runs, and that its user and password are still right.</p></li>
<li><p>Run ${code('rota doctor')} on the server: it opens a session and says what fails.</p></li>
<li><p>Messages that were refused for good don’t go out by themselves. Open them and send them again.</p>${linkButton(`${MESSAGES}?status=failed`, 'See messages that failed')}</li>
</ol>`,
});
