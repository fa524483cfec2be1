// With JavaScript off, everything works: by links, forms and the browser's own controls.
import assert from 'node:assert/strict';
import { en } from '../../src/html/words/en.ts';
import {
  ALAN,
  bannerOf,
  button,
  chooseDay,
  freeTimes,
  GRACE,
  linkOf,
  makeMeeting,
  offeredTimes,
  settled,
  words,
} from '../support/browser/meetings.ts';
import { onSqlite } from '../support/browser/site.ts';
import { browserTest, type Machine, phone } from '../support/browser/visitors.ts';

const withoutScript: Machine = {
  javaScriptEnabled: false,
  timezoneId: 'America/New_York',
  viewport: phone,
};

onSqlite('Without JavaScript', (node) => {
  browserTest('a time is chosen, moved and cancelled', async (visit) => {
    const meeting = await makeMeeting(node());
    const page = await visit(linkOf(meeting), withoutScript);
    await offeredTimes(page).first().click();
    await button(page, words.choose.button).click();
    await bannerOf(page).getByText(words.outcomes.booked).waitFor();

    await page.getByRole('link', { name: words.booked.reschedule }).click();
    await chooseDay(page, 5);
    const slot = freeTimes(page).nth(2);
    const start = await slot.getAttribute('value');
    await slot.click();
    await button(page, words.times.moveButton).click();
    await bannerOf(page).getByText(words.outcomes.moved).waitFor();
    assert.equal((await settled(node(), meeting)).starts_at, start);

    await page.getByText(words.cancel.summary, { exact: true }).click();
    await button(page, words.cancel.button).click();
    await bannerOf(page).getByText(words.outcomes.cancelled).waitFor();
    assert.equal((await settled(node(), meeting)).status, 'cancelled');
  });
});

onSqlite.full('Without JavaScript', (node) => {
  browserTest('free times are a page for each day', async (visit) => {
    const meeting = await makeMeeting(node());
    const page = await visit(linkOf(meeting), withoutScript);
    await page.getByRole('link', { name: words.times.more }).click();
    assert.match(new URL(page.url()).pathname, /\/times$/);
    const heading = page.locator('#day-heading');
    const first = await heading.innerText();
    await chooseDay(page, 3);
    assert.notEqual(await heading.innerText(), first);
    await chooseDay(page, 0);
    assert.equal(await heading.innerText(), first);
    const start = await freeTimes(page).first().getAttribute('value');
    await freeTimes(page).first().click();
    await button(page, words.times.chooseButton).click();
    await bannerOf(page).getByText(words.outcomes.booked).waitFor();
    assert.equal((await settled(node(), meeting)).starts_at, start);
  });

  browserTest('a poll is answered, none of the times, and another zone is chosen', async (visit) => {
    const meeting = await makeMeeting(node(), { participants: [GRACE, ALAN] });
    const page = await visit(linkOf(meeting), withoutScript);
    await page.getByRole('link', { name: en.zones.change }).click();
    await page.getByLabel(en.zones.search.all).selectOption('America/New_York');
    await button(page, en.zones.choose).click();
    await bannerOf(page).getByText(words.outcomes.timezone).waitFor();

    await offeredTimes(page).nth(1).click();
    await button(page, words.mark.button).click();
    await bannerOf(page).getByText(words.outcomes.answered).waitFor();
    const alan = await visit(linkOf(meeting, 1), withoutScript);
    await alan.getByText(words.none.summary).click();
    await alan.getByLabel(words.none.comment).fill('I am away that week.');
    await button(alan, words.none.button).click();
    await bannerOf(alan).getByText(words.outcomes.declined).waitFor();
    const { participants } = await settled(node(), meeting);
    assert.deepEqual(
      participants.map(({ comment }) => comment),
      [null, 'I am away that week.'],
    );
    assert.equal(participants[0]?.timezone, 'America/New_York');
  });
});
