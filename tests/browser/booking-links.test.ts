// People without a mail before book a time with a team, at once or once they have confirmed their address.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { en } from '../../src/html/words/en.ts';
import { confirmationUrl, fillIn, linkWords, makeBookingLink } from '../support/browser/booking-links.ts';
import { tabTo } from '../support/browser/keyboard.ts';
import {
  bannerOf,
  button,
  chooseDay,
  freeTimes,
  GRACE,
  openDays,
  words,
} from '../support/browser/meetings.ts';
import { onSqlite } from '../support/browser/site.ts';
import { browserTest, phone } from '../support/browser/visitors.ts';
import { bookingsIn } from '../support/makers/bookings.ts';
import { TEAMS } from '../support/makers/team-members.ts';
import type { BookingLink } from '../support/server/resources.ts';
import { dataOf, type Node } from '../support/server/rota.ts';

/** The zone of the workspace: no browser has to ask for its own. */
const inUtc = { timezoneId: 'UTC' };

async function usesOf(node: Node, { team_id, id }: BookingLink) {
  return dataOf<BookingLink>(await node.get(`${TEAMS}/${team_id}/booking_links/${id}`)).uses;
}

const isBooked = (page: Page) => page.getByRole('heading', { name: linkWords.booked.title }).waitFor();

onSqlite('A booking link', (node) => {
  browserTest('books at once where no address is confirmed, and says so', async (visit) => {
    const link = await makeBookingLink(node(), { verify_email: false });
    const page = await visit(link.url, { viewport: phone, timezoneId: 'America/New_York' });
    await page.waitForURL((url) => url.searchParams.get('timezone') === 'America/New_York');
    const start = await fillIn(node(), page, GRACE);
    await button(page, linkWords.book).click();
    await isBooked(page);
    assert.equal(new URL(page.url()).pathname, new URL(link.url).pathname);
    assert.equal(await usesOf(node(), link), 1);
    const taken = (await bookingsIn(node())).filter(({ starts_at }) => starts_at === Date.parse(start));
    assert.equal(taken.length, 1);

    // Sent again by the back button: the same meeting.
    await page.goBack();
    assert.equal(await usesOf(node(), link), 1);
  });

  browserTest('books once the address is confirmed', async (visit) => {
    const link = await makeBookingLink(node(), { verify_email: true });
    const page = await visit(link.url, inUtc);
    const email = 'confirmed@example.org';
    await fillIn(node(), page, { name: 'Grace Hopper', email });
    await button(page, linkWords.ask).click();
    await page.getByRole('heading', { name: linkWords.mail.title }).waitFor();
    assert.equal(await usesOf(node(), link), 0, 'nothing is booked yet');

    const confirmation = await visit(await confirmationUrl(node(), email), inUtc);
    await confirmation.getByRole('heading', { name: linkWords.confirm.title }).waitFor();
    assert.equal(await usesOf(node(), link), 0, 'looking at it books nothing');
    await button(confirmation, linkWords.confirm.confirm).click();
    await bannerOf(confirmation).getByText(words.outcomes.booked).waitFor();
    assert.equal(await usesOf(node(), link), 1);
  });
});

onSqlite.full('A booking link', (node) => {
  browserTest('on a phone takes four taps where the browser knows name and address', async (visit) => {
    const link = await makeBookingLink(node(), { verify_email: false });
    const page = await visit(link.url, { ...inUtc, viewport: { width: 390, height: 844 } });
    const taps: string[] = [];
    const tap = async (what: string, work: () => Promise<void>) => {
      taps.push(what);
      await work();
    };
    await tap('the day', () => chooseDay(page, 2));
    await tap('the time', () => freeTimes(page).nth(1).click());
    await tap('what the browser suggests', async () => {
      // The field has the focus: the browser offers to fill in both without another tap.
      await page.locator('[name="name"]:focus').fill('Grace Hopper');
      await page.getByLabel(linkWords.email).fill('four-taps@example.org');
    });
    node().clock.advance(2_000);
    const book = button(page, linkWords.book);
    assert.ok(await inView(page, '.bar .button'), 'the button is in view');
    assert.ok(await inView(page, '.bar b'), 'and so is the time');
    await tap('Book', () => book.click());
    await isBooked(page);
    assert.equal(taps.length, 4);
  });

  browserTest('works without JavaScript: day, time and details are pages', async (visit) => {
    const link = await makeBookingLink(node(), { verify_email: false });
    const page = await visit(link.url, { ...inUtc, javaScriptEnabled: false, viewport: phone });
    await chooseDay(page, 1);
    const date = new URL(page.url()).searchParams.get('date');
    assert.ok((await freeTimes(page).first().getAttribute('value'))?.startsWith(date as string));
    await fillIn(node(), page, { name: 'Alan', email: 'without-script@example.org' });
    assert.ok(new URL(page.url()).searchParams.has('at'));
    await button(page, linkWords.book).click();
    await isBooked(page);
    assert.equal(await usesOf(node(), link), 1);
  });

  browserTest('by keyboard alone', async (visit) => {
    const link = await makeBookingLink(node(), { verify_email: false });
    const page = await visit(link.url, inUtc);
    await tabTo(page, await openDays(page).nth(1).innerText());
    await page.keyboard.press('Enter');
    // The focus goes on to the times of the day.
    await page.locator('#day-heading:focus').waitFor();
    const clock = await freeTimes(page).first().innerText();
    await tabTo(page, clock);
    await page.keyboard.press('Enter');
    await page.locator('[name="name"]:focus').waitFor();
    await page.keyboard.type('Grace');
    await page.keyboard.press('Tab');
    await page.keyboard.type('keyboard@example.org');
    node().clock.advance(2_000);
    await tabTo(page, linkWords.book);
    await page.keyboard.press('Enter');
    await isBooked(page);
  });

  browserTest(
    'keeps what was typed while another time is chosen, and goes back step by step',
    async (visit) => {
      const link = await makeBookingLink(node(), { verify_email: false });
      const page = await visit(link.url, inUtc);
      await page.evaluate('globalThis.isSame = true');
      await chooseDay(page, 1);
      await freeTimes(page).first().click();
      await page.getByLabel(linkWords.name).fill('Grace');
      await page.getByLabel(linkWords.note).fill('About the\nsecond part');
      await page.getByRole('link', { name: linkWords.change }).click();
      await freeTimes(page).nth(1).click();
      await page.getByLabel(linkWords.name).waitFor();
      assert.equal(await page.getByLabel(linkWords.name).inputValue(), 'Grace');
      assert.equal(await page.getByLabel(linkWords.note).inputValue(), 'About the\nsecond part');
      await page.goBack();
      await freeTimes(page).first().waitFor();
      await page.goBack();
      await page.getByLabel(linkWords.name).waitFor();
      assert.equal(await page.evaluate('globalThis.isSame'), true, 'no page was loaded');
    },
  );

  browserTest(
    'whose time is taken meanwhile keeps what was typed, and has the nearest ones',
    async (visit) => {
      const link = await makeBookingLink(node(), { verify_email: false });
      const page = await visit(link.url, { ...inUtc, viewport: phone });
      await chooseDay(page, 2);
      const start = await fillIn(node(), page, { name: 'Grace', email: 'late@example.org' });
      for (const email of ['first@example.org', 'second@example.org']) {
        const faster = await visit(`${link.url}?at=${start}`, inUtc);
        await faster.getByLabel(linkWords.name).fill('Faster');
        await faster.getByLabel(linkWords.email).fill(email);
        node().clock.advance(2_000);
        await button(faster, linkWords.book).click();
        await isBooked(faster);
      }
      await button(page, linkWords.book).click();
      await bannerOf(page).getByText(linkWords.taken).waitFor();
      assert.equal(await page.getByLabel(linkWords.name).inputValue(), 'Grace');
      assert.equal(await page.getByLabel(linkWords.email).inputValue(), 'late@example.org');
      const instead = page.locator('input[name="starts_at"]');
      assert.equal(await instead.count(), 6);
      assert.ok(await instead.first().isChecked());
      node().clock.advance(2_000);
      await button(page, linkWords.book).click();
      await isBooked(page);
      assert.equal(await usesOf(node(), link), 3);
    },
  );

  browserTest('shows the form again, with what was typed, if it is too quick for a person', async (visit) => {
    const link = await makeBookingLink(node(), { verify_email: false });
    const page = await visit(link.url, inUtc);
    await freeTimes(page).first().click();
    await page.getByLabel(linkWords.name).fill('Robot');
    await page.getByLabel(linkWords.email).fill('robot@example.org');
    await button(page, linkWords.book).click();
    await bannerOf(page).getByText(linkWords.again).waitFor();
    assert.equal(await page.getByLabel(linkWords.name).inputValue(), 'Robot');
    node().clock.advance(10_000);
    await button(page, linkWords.book).click();
    await isBooked(page);
  });

  browserTest('says that it has expired once it is used up', async (visit) => {
    const link = await makeBookingLink(node(), { verify_email: false, max_uses: 1 });
    const page = await visit(link.url, inUtc);
    await fillIn(node(), page, { name: 'Grace', email: 'last@example.org' });
    await button(page, linkWords.book).click();
    await isBooked(page);
    const late = await visit(link.url, inUtc);
    await late.getByRole('heading', { name: en.errors[410].title }).waitFor();
  });
});

/** Whether all of it can be seen without scrolling. */
const inView = (page: Page, selector: string) =>
  page.evaluate<boolean>(
    `(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.querySelector('${selector}').getBoundingClientRect())`,
  );
