// People without a mail before book a time with a team, at once or once they have confirmed their address.
import assert from 'node:assert/strict';
import { en } from '../../src/html/words/en.ts';
import { confirmationUrl, fillIn, linkWords, makeBookingLink } from '../support/browser/booking-links.ts';
import { bannerOf, button, freeTimes, GRACE, words } from '../support/browser/meetings.ts';
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

onSqlite('A booking link', (node) => {
  browserTest('books at once where no address is confirmed, and says so', async (visit) => {
    const link = await makeBookingLink(node(), { verify_email: false });
    const page = await visit(link.url, { viewport: phone, timezoneId: 'America/New_York' });
    await page.waitForURL((url) => url.searchParams.get('timezone') === 'America/New_York');
    await fillIn(node(), page, GRACE);
    const start = await page.locator('#times input:checked').getAttribute('value');
    await button(page, linkWords.book).click();
    await page.getByRole('heading', { name: linkWords.booked.title }).waitFor();
    assert.equal(new URL(page.url()).pathname, new URL(link.url).pathname);
    assert.equal(await usesOf(node(), link), 1);
    const taken = (await bookingsIn(node())).filter(
      ({ starts_at }) => starts_at === Date.parse(start as string),
    );
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
  browserTest(
    'keeps what was typed while other weeks are looked at, and without JavaScript, too',
    async (visit) => {
      const link = await makeBookingLink(node(), { verify_email: false });
      const page = await visit(link.url, inUtc);
      await page.getByLabel(linkWords.name).fill('Grace');
      const range = page.locator('.week-range');
      const first = await range.innerText();
      await page.getByRole('link', { name: en.weeks.after }).click();
      await range.filter({ hasNotText: first }).waitFor();
      assert.equal(await page.getByLabel(linkWords.name).inputValue(), 'Grace');
      assert.equal(page.url(), link.url);

      const plain = await visit(link.url, { ...inUtc, javaScriptEnabled: false });
      await plain.getByRole('link', { name: en.weeks.after }).click();
      assert.notEqual(await plain.locator('.week-range').innerText(), first);
      await fillIn(node(), plain, { name: 'Alan', email: 'without-script@example.org' });
      await button(plain, linkWords.book).click();
      await plain.getByRole('heading', { name: linkWords.booked.title }).waitFor();
      assert.equal(await usesOf(node(), link), 1);
    },
  );

  browserTest('has its form in a week without times, too: the next week is shown in place', async (visit) => {
    const days = ['2026-03-16', '2026-03-17', '2026-03-18', '2026-03-19', '2026-03-20'];
    const overrides = days.map((date) => ({ date, hours: [] }));
    const link = await makeBookingLink(node(), { verify_email: false }, { overrides });
    const page = await visit(`${link.url}?week=${days[0]}`, inUtc);
    await page.getByText(linkWords.noTimes).waitFor();
    await page.getByRole('link', { name: en.weeks.after }).click();
    await freeTimes(page).first().waitFor();
    await fillIn(node(), page, { name: 'Grace', email: 'next-week@example.org' });
    await button(page, linkWords.book).click();
    await page.getByRole('heading', { name: linkWords.booked.title }).waitFor();
  });

  browserTest('shows the form again, with what was typed, if it is too quick for a person', async (visit) => {
    const link = await makeBookingLink(node(), { verify_email: false });
    const page = await visit(link.url, inUtc);
    await freeTimes(page).first().check();
    await page.getByLabel(linkWords.name).fill('Robot');
    await page.getByLabel(linkWords.email).fill('robot@example.org');
    await button(page, linkWords.book).click();
    await bannerOf(page).getByText(linkWords.again).waitFor();
    assert.equal(await page.getByLabel(linkWords.name).inputValue(), 'Robot');
    assert.equal(await page.locator('#times input:checked').count(), 1);
    node().clock.advance(10_000);
    await button(page, linkWords.book).click();
    await page.getByRole('heading', { name: linkWords.booked.title }).waitFor();
  });

  browserTest('says that it has expired once it is used up', async (visit) => {
    const link = await makeBookingLink(node(), { verify_email: false, max_uses: 1 });
    const page = await visit(link.url, inUtc);
    await fillIn(node(), page, { name: 'Grace', email: 'last@example.org' });
    await button(page, linkWords.book).click();
    await page.getByRole('heading', { name: linkWords.booked.title }).waitFor();
    const late = await visit(link.url, inUtc);
    await late.getByRole('heading', { name: en.errors[410].title }).waitFor();
  });
});
