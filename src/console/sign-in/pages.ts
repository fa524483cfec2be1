// The pages before somebody is signed in.

import { banner, head, linkButton, named, smallPrint } from '../../html/blocks.ts';
import type { Brand } from '../../html/brand/brand.ts';
import { button, form, hidden, textField } from '../../html/fields.ts';
import { type Content, html } from '../../html/html.ts';
import { renderPage } from '../../html/page.ts';
import type { Reader } from '../../html/reader.ts';
import { SIGN_IN_PATH } from '../../http/access/session.ts';
import { INVITATION_DAYS } from '../../limits/limits.ts';
import { EMAIL_LENGTH } from '../../text/emails.ts';

export interface Door {
  reader: Reader;
  /** For the form that asks for a link. */
  token: string;
  /** Where to go afterwards. */
  next: string;
  /** Browsers keep session cookies over http only on the same machine. */
  needsHttps: boolean;
  /** Whether a mail server is configured. */
  sendsMail: boolean;
}

interface Ask {
  /** The address as typed, and what is wrong with it. */
  email?: string;
  problem?: string;
  /** True if they have just signed out. */
  isSignedOut?: boolean;
}

export function askPage(door: Door, { email, problem, isSignedOut }: Ask = {}): string {
  return renderDoor(
    door,
    'Sign in',
    html`${head({ over: 'Rota', title: 'Sign in', lead: 'We’ll email you a link. No password needed.' })}
${isSignedOut && banner('success', 'You’re signed out.')}
${askForm(door, email, problem)}`,
  );
}

export function sentPage(door: Door): string {
  return door.sendsMail ? renderDoor(door, SENT, sent) : renderDoor(door, NOT_SENT, notSent);
}

const SENT = 'Check your email';
const sent = html`${head({
  over: 'Rota',
  title: SENT,
  lead: 'If that address belongs to a member, a link is on its way. It works once, within 15 minutes.',
})}
<p>Nothing there? Check your spam folder, and that you used the address your workspace knows you by.</p>
<p><a href="${SIGN_IN_PATH}">Try again</a></p>`;

const NOT_SENT = 'This server doesn’t send email yet';
const notSent = html`${head({
  over: 'Rota',
  title: NOT_SENT,
  lead: 'No mail server is configured. Somebody with access to the server can print a sign-in link for you:',
})}
<p><code>rota sign-in EMAIL</code></p>
<p><a href="${SIGN_IN_PATH}">Back</a></p>`;

interface GoodLink {
  email: string;
  workspace_name: string;
  isInvitation: boolean;
  brand: Brand;
}

/** One button uses up the link. Programs that open links in mails don't press buttons. */
export function confirmPage(
  door: Door,
  { email, workspace_name, isInvitation, brand }: GoodLink,
  { action, token }: { action: string; token: string },
): string {
  const content = [hidden('next', door.next), button({ label: html`Sign in as ${email}` })];
  // Above it is the company, which often has the same name.
  const over = workspace_name !== brand.company && workspace_name;
  return renderDoor(
    door,
    'Sign in',
    html`${head({ over, ...(isInvitation ? invited(brand.company) : signingIn(brand.company)) })}
${form({ action, token, content })}
${smallPrint('Didn’t ask for this link? Close the page, and nothing happens.')}`,
    brand,
  );
}

const invited = (company: string) => ({
  title: html`Welcome to ${named(company)}’s scheduling`,
  lead: 'Sign in, set your hours and connect your calendar: it takes two minutes. You stay signed in on this device for 30 days.',
});

const signingIn = (company: string) => ({
  title: html`Sign in to ${named(company)}’s scheduling`,
  lead: 'You stay signed in on this device for 30 days, or until you sign out.',
});

const failures = {
  used: { title: 'This link has already been used', text: 'Each link works once.' },
  invitation_expired: {
    title: 'This invitation has expired',
    text: `An invitation works for ${INVITATION_DAYS} days, until you sign in.`,
  },
  expired: { title: 'This link has expired', text: 'Each link works for 15 minutes.' },
  unknown: { title: 'This link doesn’t work', text: 'It may be incomplete or very old.' },
};

/** `brand` is of the workspace that the link led to, where the service knows it. */
export function failedPage(door: Door, state: keyof typeof failures, brand?: Brand): string {
  const { title, text } = failures[state];
  return renderDoor(
    door,
    title,
    html`${head({ over: !brand && 'Rota', title, lead: `${text} We’ll send you a new one.` })}
${askForm(door)}
${state === 'used' && html`<p>Already signed in? ${linkButton('/console', 'Go to the console')}</p>`}`,
    brand,
  );
}

function askForm(door: Door, email?: string, problem?: string): Content {
  if (door.needsHttps) return banner('problem', NEEDS_HTTPS);
  const field = textField({
    name: 'email',
    type: 'email',
    label: 'Your email address',
    autocomplete: 'email',
    required: true,
    maxLength: EMAIL_LENGTH,
    value: email,
    problem,
  });
  return form({
    action: SIGN_IN_PATH,
    token: door.token,
    content: [hidden('next', door.next), field, button({ label: 'Send sign-in link' })],
  });
}

const NEEDS_HTTPS =
  'The console needs https, so that nobody can read your session on its way. On the server, put a proxy with a certificate ' +
  'in front of Rota and set ROTA_PUBLIC_URL to its address.';

const renderDoor = ({ reader }: Door, title: string, content: Content, brand?: Brand) =>
  renderPage({ reader, brand, title: brand ? title : `${title} · Rota`, content });
