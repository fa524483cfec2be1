// Full lane, because it goes by browser beyond the usual journeys: By keyboard alone: Tab, arrows, Space and Enter lead through everything, and it can be seen where one is.
import assert from 'node:assert/strict';
import { tabTo } from '../support/browser/keyboard.ts';
import {
  bannerOf,
  freeTimes,
  linkOf,
  makeMeeting,
  ORGANIZER,
  settled,
  words,
} from '../support/browser/meetings.ts';
import { onSqlite } from '../support/browser/site.ts';
import { browserTest } from '../support/browser/visitors.ts';

onSqlite('By keyboard', (node) => {
  browserTest('a time is chosen, and the meeting cancelled', async (visit) => {
    const meeting = await makeMeeting(node());
    const page = await visit(linkOf(meeting));
    const [first] = await page.locator('fieldset.times .clock').allInnerTexts();
    await tabTo(page, first as string);
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await tabTo(page, words.choose.button);
    await page.keyboard.press('Enter');
    await bannerOf(page).getByText(words.outcomes.booked).waitFor();
    assert.equal((await settled(node(), meeting)).starts_at, meeting.options[1]?.starts_at);

    await tabTo(page, words.cancel.summary);
    await page.keyboard.press('Enter');
    await tabTo(page, words.cancel.comment(ORGANIZER));
    await page.keyboard.type('We found another way.');
    await tabTo(page, words.cancel.button);
    await page.keyboard.press('Enter');
    await bannerOf(page).getByText(words.outcomes.cancelled).waitFor();
    assert.equal((await settled(node(), meeting)).status, 'cancelled');
  });

  browserTest('more times are opened, and one is chosen and booked', async (visit) => {
    const meeting = await makeMeeting(node());
    const page = await visit(linkOf(meeting));
    await tabTo(page, words.times.more);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: words.times.choose }).waitFor();
    const start = await freeTimes(page).first().getAttribute('value');
    await tabTo(page, await freeTimes(page).first().innerText());
    await page.keyboard.press('Enter');
    await page.locator('h2:focus').getByText(words.times.chooseQuestion).waitFor();
    await tabTo(page, words.times.chooseButton);
    await page.keyboard.press('Enter');
    await bannerOf(page).getByText(words.outcomes.booked).waitFor();
    assert.equal((await settled(node(), meeting)).starts_at, start);
  });

  browserTest('none of these is said with wishes', async (visit) => {
    const meeting = await makeMeeting(node());
    const page = await visit(linkOf(meeting));
    await tabTo(page, words.none.summary);
    await page.keyboard.press('Space');
    await tabTo(page, words.days.mon);
    await page.keyboard.press('Space');
    await tabTo(page, words.partsOfDay.morning);
    await page.keyboard.press('Space');
    await tabTo(page, words.none.button);
    await page.keyboard.press('Enter');
    await bannerOf(page).getByText(words.outcomes.declined).waitFor();
    assert.notEqual((await settled(node(), meeting)).options.at(-1)?.round, 1);
  });
});
