// Pages of participants: requests whose people may or may not appear on them, and forms as a browser would send them.
import assert from 'node:assert/strict';
import { send, type WireAnswer } from '../server/http.ts';
import type { Node } from '../server/rota.ts';
import { pathOf, visit } from '../server/visits.ts';
import { makeOffered, type Shown } from './scheduling.ts';
import { createMember } from './team-members.ts';

let people = 0;

/** An organizer with everything that a page may show, and with an address that it must not show. */
export async function makeOrganizer(node: Node, fields: object = {}) {
  people += 1;
  return createMember(node, {
    email: `hidden-host-${people}@example.com`,
    name: 'Ada Lovelace',
    title: 'Head of Sales',
    timezone: 'Europe/Berlin',
    ...fields,
  });
}

export const GRACE = { email: 'grace@example.org', name: 'Grace Hopper' };
export const ALAN = { email: 'alan@example.net', name: 'Alan Turing' };
export const KURT = { email: 'kurt@example.com', name: 'Kurt Gödel' };
export const NOTES = 'Notes for hosts only';

/** A request with recognisable texts everywhere, once its first times are offered. */
export async function makeShown(node: Node, participants: object[], fields: object = {}): Promise<Shown> {
  return makeOffered(node, {
    organizer_email: (await makeOrganizer(node)).email,
    participants,
    context: { title: 'Product demo', purpose: 'See how it works', description: NOTES },
    ...fields,
  });
}

/** The page of a participant, which must exist. */
export async function pageOf(
  node: Node,
  requestId: string,
  {
    place = 0,
    below = '',
    headers = {},
  }: { place?: number; below?: string; headers?: Record<string, string> } = {},
): Promise<string> {
  const answer = await visit(node, `${await pathOf(node, requestId, place)}${below}`, headers);
  assert.equal(answer.status, 200, answer.text);
  return answer.text;
}

/** What a reader sees: without tags, and with plain characters. */
export function textOf(page: string): string {
  return page
    .replace(/<head>.*?<\/head>/s, '')
    .replace(/<\/?bdi>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ');
}

/** The page's form with this action; with this button, if several forms have the action. */
export function formIn(
  page: string,
  action: string,
  button = '',
): { action: string; fields: URLSearchParams } {
  const forms = [...page.matchAll(/<form method="post" action="([^"]*)"[^>]*>(.*?)<\/form>/gs)];
  const form = forms.find(
    ([, to = '', content = '']) => to.split('?')[0]?.endsWith(action) && content.includes(button),
  );
  assert.ok(form, `the page has a form ${action} ${button}`);
  const fields = new URLSearchParams();
  for (const [tag] of (form[2] as string).matchAll(/<input [^>]*>/g)) {
    const [, name = ''] = /name="([^"]*)"/.exec(tag) ?? [];
    const [, value = ''] = /value="([^"]*)"/.exec(tag) ?? [];
    if (tag.includes('type="hidden"') || tag.includes(' checked')) fields.append(name, value);
  }
  return { action: (form[1] as string).replaceAll('&amp;', '&'), fields };
}

/** Sends the form, and follows to the page that it leads to. */
export async function submit(
  node: Node,
  { action, fields }: ReturnType<typeof formIn>,
  ...added: [name: string, value: string][]
): Promise<WireAnswer & { location: string }> {
  for (const [name, value] of added) fields.append(name, value);
  const sent = await send({
    method: 'POST',
    url: node.url + action,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      origin: 'null',
    },
    body: `${fields}`,
  });
  assert.equal(sent.status, 303, sent.text);
  const location = sent.headers.location as string;
  return { ...(await visit(node, location)), location };
}
