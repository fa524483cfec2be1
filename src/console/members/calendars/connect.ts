// The way to connect an account: buttons that begin it, and a page that says what Rota will be able to do, before the provider asks.
import {
  type Connection,
  connectableProviders,
  type Provider,
} from '../../../features/calendar/connections/overview.ts';
import { actions, facts, linkButton, named, smallPrint } from '../../../html/blocks.ts';
import { inlineForm } from '../../../html/fields.ts';
import { type Content, html } from '../../../html/html.ts';
import { pageHead, section } from '../../../html/sections.ts';
import type { Shown } from '../../route.ts';
import type { Screen } from '../../screen.ts';
import { momentOf, plainName } from '../../words.ts';
import { type Member, membersUrl, urlOf } from '../frame.ts';
import { providerWords } from './provider-words.ts';

const connectPath = (member: { id: string }) => `${urlOf(member)}/calendars/connect`;

/** A button for each provider that the operator has set up; nothing without one. */
export function connectButtons(screen: Screen, member: { id: string }): Content {
  const providers = connectableProviders(screen);
  if (providers.length === 0) return null;
  return actions(
    providers.map((provider) =>
      connectButton(screen, member, provider, `Connect ${providerWords[provider].calendar}`),
    ),
  );
}

export const connectButton = (
  screen: Screen,
  member: { id: string },
  provider: Provider,
  label: string,
): Content =>
  inlineForm({ action: connectPath(member), token: screen.token, label, kind: 'main', fields: { provider } });

/** A form can't lead to another site, so a link does. */
export function consentPage(
  screen: Screen,
  member: Member,
  { provider, authorize_url, expires_at }: Connection & { authorize_url: string },
): Shown {
  const { name, calendar, asks, note } = providerWords[provider];
  const isOwn = member.id === screen.member.id;
  const whose = plainName(member);
  const url = `${urlOf(member)}/calendars`;
  return {
    title: `Connect ${calendar}`,
    content: html`${pageHead({
      above: [
        ...(isOwn ? [] : [{ href: membersUrl, label: 'Members' }]),
        { href: url, label: html`Calendars of ${named(whose)}` },
      ],
      title: isOwn ? `Connect ${calendar}` : html`Connect ${calendar} for ${named(whose)}`,
      lead: isOwn
        ? `Sign in with the ${name} account that has your calendar.`
        : html`The account’s calendars will be added to <strong>${named(whose)}’s</strong>. Continue only if it’s ${named(whose)}’s account, not yours.`,
    })}
${section({
  title: `What ${name} will ask you to allow`,
  content: html`${facts(asks.map(({ to, why }) => ({ label: to, value: why })))}
${note && html`<p>${note}</p>`}`,
})}
${section({
  title: 'What Rota keeps',
  content: html`<p>Only when you’re busy, not what your events are called, where they are, or who’s invited. Rota never gets to see your mail, contacts or files.</p>`,
})}
${actions(linkButton(authorize_url, `Continue to ${name}`, 'main'), linkButton(url, 'Not now'))}
${expires_at !== null && smallPrint(html`The link works once, in this browser, until ${momentOf(screen, expires_at)}.`)}`,
  };
}
