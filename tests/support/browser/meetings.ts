// Meetings to look at in a browser.
import type { Page } from 'playwright-core';
import { en } from '../../../src/html/words/en.ts';
import { makeOffered, type Shown, showRequest, untilIdle } from '../makers/scheduling.ts';
import { createMember, MEMBERS } from '../makers/team-members.ts';
import { dataOf, type Node } from '../server/rota.ts';

/** What the page says in English. */
export const words = en.participant;

export const GRACE = { name: 'Grace Hopper', email: 'grace@example.org' };
export const ALAN = { name: 'Alan Turing', email: 'alan@example.net' };
export const KATHERINE = { name: 'Katherine Johnson', email: 'katherine@example.net' };

export const ORGANIZER = 'Ada Lovelace';
let organizers = 0;

/** The email of somebody in Berlin who has no meeting yet. */
export async function makeOrganizer(node: Node, availability: object = {}): Promise<string> {
  const { id, email } = await createMember(node, {
    email: `ada-${++organizers}@example.com`,
    name: ORGANIZER,
    title: 'Solutions engineer',
    timezone: 'Europe/Berlin',
  });
  dataOf(await node.patch(`${MEMBERS}/${id}/availability`, availability));
  return email;
}

/** A meeting once times are offered, with one participant by default. */
export async function makeMeeting(node: Node, fields: object = {}): Promise<Shown> {
  return makeOffered(node, {
    organizer_email: await makeOrganizer(node),
    participants: [GRACE],
    context: { title: 'Product demo', duration_minutes: 30 },
    ...fields,
  });
}

export const linkOf = ({ participants }: Pick<Shown, 'participants'>, place = 0): string =>
  participants[place]?.booking_url as string;

/** The request, once all due work is done. */
export async function settled(node: Node, { id }: { id: string }): Promise<Shown> {
  await untilIdle(node);
  return showRequest(node, id);
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** The times offered on the page, in order. */
export const offeredTimes = (page: Page) => page.locator('fieldset.times').first().locator('label');
/** What the page says about the last form that was sent. */
export const bannerOf = (page: Page) => page.locator('.notice').first();

/** The free times of the day that is shown: buttons for one, checkboxes for several. */
export const freeTimes = (page: Page) => page.locator('.of-day .slots [name="at"]');
/** The days that have times, in order. */
export const openDays = (page: Page) => page.locator('.days button');
/** Waits until the times are those of another day. */
export async function chooseDay(page: Page, place: number): Promise<void> {
  const day = openDays(page).nth(place);
  const date = await day.getAttribute('value');
  await day.click();
  await page.locator(`.days [aria-current][value="${date}"]`).waitFor();
}
