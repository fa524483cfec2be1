import type { Actor } from '../../context.ts';
import type { ApiKey } from '../../features/workspace/api-keys/operations.ts';
import { actions, disclosure, linkButton, named } from '../../html/blocks.ts';
import { button, checkbox, form, option, select } from '../../html/fields.ts';
import { type Content, html } from '../../html/html.ts';
import { badge, code } from '../../html/marks.ts';
import { emptyState, pageHead, pager, section } from '../../html/sections.ts';
import { table } from '../../html/table.ts';
import { withQuery } from '../../html/urls.ts';
import type { Page } from '../../pagination.ts';
import { scopes as everyScope } from '../../scopes.ts';
import { DAY_MS } from '../../time/timestamps.ts';
import { actorInWords, type Names } from '../names.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { momentOf } from '../words.ts';

export const KEYS = '/console/api-keys';
export const NEW_KEY = `${KEYS}/new`;
const REVOKED = '/console/audit-log?action=api_key.revoked';

/** A key that expires within this time gets a warning, before its program stops working. */
const SOON_MS = 14 * DAY_MS;

interface Data {
  keys: Page<ApiKey>;
  /** By the id of the key. */
  makers: Map<string, Actor>;
  names: Names;
  cursor: string | undefined;
}

export function keysPage(screen: Screen, { keys: { data, meta }, makers, names, cursor }: Data): Shown {
  return {
    title: 'API keys',
    content: html`${pageHead({
      title: 'API keys',
      lead: html`API keys let your programs in. <a href="${REVOKED}">Revoked keys</a> are in the audit log.`,
      actions: linkButton(NEW_KEY, 'Create key', 'main'),
    })}
${section({
  id: 'keys',
  live: 'api_key.',
  title: 'Keys',
  content: html`${table({
    caption: 'Active API keys',
    columns: [
      { label: 'Name' },
      { label: 'Access' },
      { label: 'Created' },
      { label: 'Last used' },
      { label: 'Expires' },
      { label: 'Change', hideLabel: true },
    ],
    rows: data.map((key) => row(screen, key, makers.get(key.id), names)),
    empty: emptyState({
      title: 'No keys yet',
      text: 'Create one for each program that calls the API, with no more scopes than it needs.',
    }),
  })}
${pager({ next: meta.next_cursor && withQuery(KEYS, { cursor: meta.next_cursor }), first: cursor && KEYS })}`,
})}`,
  };
}

function row(screen: Screen, key: ApiKey, maker: Actor | undefined, names: Names): Content[] {
  return [
    html`<div>${named(key.name)}<br><span class="note">${code(key.key_prefix)}</span></div>`,
    html`${scopesOf(key)}${networksOf(key)}`,
    html`<div>${momentOf(screen, key.created_at)}${maker && html`<br><span class="note">by ${actorInWords(maker, names)}</span>`}</div>`,
    key.last_used_at === null ? 'Never' : momentOf(screen, key.last_used_at),
    html`${expiry(screen, key.expires_at)}${key.replaced_by_api_key_id !== null && html` ${badge('neutral', 'Replaced')}`}`,
    html`${key.replaced_by_api_key_id === null && rerollForm(screen, key)}${revokeForm(screen, key)}`,
  ];
}

function scopesOf({ scopes }: ApiKey): Content {
  if (scopes.length === 0) return 'Nothing';
  if (scopes.length === everyScope.length) return badge('warn', 'Everything');
  const names = scopes.map((scope) => html`<li>${code(scope)}</li>`);
  return disclosure(scopes.length === 1 ? '1 scope' : `${scopes.length} scopes`, html`<ul>${names}</ul>`);
}

function networksOf({ allowed_networks }: ApiKey): Content {
  if (allowed_networks === null) return '';
  return html` <span class="note">from ${allowed_networks.join(', ')} only</span>`;
}

function expiry(screen: Screen, expiresAt: string | null): Content {
  if (expiresAt === null) return 'Never';
  const isSoon = Date.parse(expiresAt) - screen.now < SOON_MS;
  return html`<div>${momentOf(screen, expiresAt)}${isSoon && html` ${badge('warn', 'Soon')}`}</div>`;
}

/** How long the old key can keep working, in hours. */
const GRACES: [hours: string, inWords: string][] = [
  ['24', 'For another day'],
  ['1', 'For another hour'],
  ['168', 'For another week'],
  ['0', 'Not any more'],
];

function rerollForm(screen: Screen, { id, name }: ApiKey): Content {
  return disclosure(
    html`Replace<span class="hidden"> ${name}</span>`,
    form({
      action: `${KEYS}/${id}/reroll`,
      token: screen.token,
      content: html`<p>Creates a new key with the same access as ${named(name)} and shows it once.</p>
${select({
  name: 'grace_hours',
  id: `grace-hours-${id}`,
  label: 'The old key works',
  options: GRACES.map(([hours, inWords]) => option(hours, inWords)),
})}
${actions(button({ label: 'Replace key' }))}`,
    }),
  );
}

function revokeForm(screen: Screen, { id, name }: ApiKey): Content {
  return disclosure(
    html`Revoke<span class="hidden"> ${name}</span>`,
    form({
      action: `${KEYS}/${id}/revoke`,
      token: screen.token,
      content: html`<p>Calls with ${named(name)} are refused at once. This can’t be undone.</p>
${checkbox({ name: 'with_descendants', id: `with-descendants-${id}`, label: 'Also revoke the keys that this key created' })}
${actions(button({ label: 'Revoke key', kind: 'danger' }))}`,
    }),
  );
}
