// Full lane, because it goes by browser beyond the usual journeys: What people do besides reading: they go back, reload, click twice, and have the same page open in two windows.
import assert from 'node:assert/strict';
import {
  bannerOf,
  button,
  linkOf,
  makeMeeting,
  offeredTimes,
  settled,
  words,
} from '../support/browser/meetings.ts';
import { onSqlite } from '../support/browser/site.ts';
import { browserTest } from '../support/browser/visitors.ts';
import { writtenAbout } from '../support/makers/scheduling.ts';

onSqlite('The same twice', (node) => {
  const bookings = async (id: string) =>
    (await writtenAbout(node(), id)).filter((line) => line === 'booked to grace@example.org').length;

  browserTest('a double click books once', async (visit) => {
    const meeting = await makeMeeting(node());
    const page = await visit(linkOf(meeting));
    await offeredTimes(page).first().click();
    await button(page, words.choose.button).dblclick();
    await bannerOf(page).getByText(words.outcomes.booked).waitFor();
    assert.equal((await settled(node(), meeting)).status, 'booked');
    assert.equal(await bookings(meeting.id), 1);
  });

  browserTest(
    'the back button leads to a page that can be sent again, and changes nothing',
    async (visit) => {
      const meeting = await makeMeeting(node());
      const page = await visit(linkOf(meeting));
      await offeredTimes(page).first().click();
      await button(page, words.choose.button).click();
      await bannerOf(page).getByText(words.outcomes.booked).waitFor();
      await page.reload();
      assert.equal(await bookings(meeting.id), 1);
      // It is read anew: what was offered is not there any more.
      await page.goBack();
      await page.getByRole('link', { name: words.booked.addToCalendar }).waitFor();
      await page.goForward();
      await page.getByRole('link', { name: words.booked.addToCalendar }).waitFor();
      assert.equal(await bookings(meeting.id), 1);
    },
  );

  browserTest('a page that was open in another window says that it is out of date', async (visit) => {
    const meeting = await makeMeeting(node());
    const [page, old] = [await visit(linkOf(meeting)), await visit(linkOf(meeting))];
    await offeredTimes(page).first().click();
    await button(page, words.choose.button).click();
    await bannerOf(page).getByText(words.outcomes.booked).waitFor();

    await offeredTimes(old).nth(1).click();
    await button(old, words.choose.button).click();
    await bannerOf(old).getByText(words.outcomes.outdated).waitFor();
    assert.equal((await settled(node(), meeting)).starts_at, meeting.options[0]?.starts_at);
    assert.equal(await bookings(meeting.id), 1);
  });

  browserTest('a link in a mail to a time that is gone says so', async (visit) => {
    const meeting = await makeMeeting(node());
    const page = await visit(`${linkOf(meeting)}?option=opt_01KJPWD6M0JVWT4QM01M0HHYVG`);
    await page.getByText(words.optionGone).waitFor();
    assert.equal(await page.locator('input:checked').count(), 0);
  });
});
