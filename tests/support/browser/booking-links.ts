// Booking links of a team, and the mail that confirms an address.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { en } from '../../../src/html/words/en.ts';
import { SECOND_MS } from '../../../src/time/timestamps.ts';
import { addToTeam, createMember, MEMBERS, TEAMS } from '../makers/team-members.ts';
import type { BookingLink, Team } from '../server/resources.ts';
import { dataOf, type Node } from '../server/rota.ts';
import { freeTimes } from './meetings.ts';

export const linkWords = en.booking;

let people = 0;

/** A link to a pool team of two, in Berlin. */
export async function makeBookingLink(
  node: Node,
  fields: object = {},
  availability: object = {},
): Promise<BookingLink> {
  const team = dataOf<Team>(await node.post(TEAMS, { name: 'Sales' }));
  for (const name of ['Ada Lovelace', 'Charles Babbage']) {
    const email = `host-${++people}@example.com`;
    const member = await createMember(node, { email, name, timezone: 'Europe/Berlin' });
    dataOf(await node.patch(`${MEMBERS}/${member.id}/availability`, availability));
    await addToTeam(node, team, member);
  }
  const body = { title: 'Talk to sales', duration_minutes: 30, ...fields };
  return dataOf(await node.post(`${TEAMS}/${team.id}/booking_links`, body));
}

/** Chooses a time and fills in the form, as slowly as a person does. Returns when the time begins. */
export async function fillIn(
  node: Node,
  page: Page,
  person: { name: string; email: string },
): Promise<string> {
  // By the end, the first times may be too soon.
  const time = freeTimes(page).nth(3);
  const start = await time.getAttribute('value');
  await time.click();
  await page.getByLabel(linkWords.name).fill(person.name);
  await page.getByLabel(linkWords.email).fill(person.email);
  node.clock.advance(10 * SECOND_MS);
  return start as string;
}

/** The link in the last mail to the address. */
export async function confirmationUrl({ services }: Node, email: string): Promise<string> {
  const mail = await services.database.get<{ text: string }>(
    'select text from messages where recipient_address = $1 order by id desc limit 1',
    [email],
  );
  const url = /http\S+\/b\/confirm\/\w+/.exec(mail?.text ?? '')?.[0];
  assert.ok(url, 'the mail has a link');
  return url;
}
