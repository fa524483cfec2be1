// Several people mark the times that work for them; once all have, the earliest that works for all is booked.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { en } from '../../src/html/words/en.ts';
import {
  ALAN,
  bannerOf,
  button,
  chooseDay,
  freeTimes,
  GRACE,
  KATHERINE,
  linkOf,
  makeMeeting,
  offeredTimes,
  settled,
  words,
} from '../support/browser/meetings.ts';
import { onSqlite } from '../support/browser/site.ts';
import { browserTest, phone } from '../support/browser/visitors.ts';
import { offeredIn, startsOf } from '../support/makers/scheduling.ts';

const three = { participants: [GRACE, ALAN, KATHERINE] };

/** How many are marked, as style sheets count. */
const markedOn = (page: Page) =>
  page.evaluate<number>(`document.querySelectorAll('.picker [name="at"]:checked').length`);

onSqlite('A poll', (node) => {
  browserTest('of three: each marks what works, and the last answer books', async (visit) => {
    const meeting = await makeMeeting(node(), three);
    const pages = await Promise.all([0, 1, 2].map((place) => visit(linkOf(meeting, place))));
    const answer = async (place: number, ...marked: number[]) => {
      const page = pages[place];
      assert.ok(page);
      await page.reload();
      await page.getByText(words.haveAnswered(place, 3)).waitFor();
      for (const time of marked) await offeredTimes(page).nth(time).click();
      await button(page, words.mark.button).click();
      return page;
    };

    const first = await answer(0, 0, 1, 2);
    await bannerOf(first).getByText(words.outcomes.answered).waitFor();
    await first.getByText(words.answered.yours).waitFor();
    assert.equal(
      await first
        .locator('main')
        .getByText(/@|Turing|Johnson/)
        .count(),
      0,
      'nobody else is named',
    );
    await answer(1, 1, 2);
    await bannerOf(await answer(2, 0, 1, 2))
      .getByText(words.outcomes.booked)
      .waitFor();

    const booked = await settled(node(), meeting);
    assert.deepEqual([booked.status, booked.starts_at], ['booked', meeting.options[1]?.starts_at]);
    for (const page of pages) {
      await page.goto(linkOf(meeting, pages.indexOf(page)));
      await page.getByRole('link', { name: words.booked.addToCalendar }).waitFor();
    }
  });
});

onSqlite.full('A poll', (node) => {
  browserTest('an answer can be changed as long as others are waited for', async (visit) => {
    const meeting = await makeMeeting(node(), three);
    const page = await visit(linkOf(meeting));
    await offeredTimes(page).nth(0).click();
    await button(page, words.mark.button).click();
    await page.getByText(words.answered.change).click();
    assert.ok(await offeredTimes(page).nth(0).locator('input').isChecked());
    await offeredTimes(page).nth(0).click();
    await offeredTimes(page).nth(2).click();
    await button(page, words.mark.button).click();
    await bannerOf(page).getByText(words.outcomes.answered).waitFor();
    const { options } = await settled(node(), meeting);
    assert.deepEqual(
      options.map(({ accepted_by }) => accepted_by),
      [[], [], [GRACE.email]],
    );
  });

  browserTest('nothing marked: the page says so, and nothing is stored', async (visit) => {
    const meeting = await makeMeeting(node(), three);
    const page = await visit(linkOf(meeting));
    await button(page, words.mark.button).click();
    await bannerOf(page).getByText(words.outcomes.empty).waitFor();
    assert.equal((await settled(node(), meeting)).participants[0]?.response, 'none');
  });

  browserTest('suggested times are offered to all, and work for the one who suggests them', async (visit) => {
    const meeting = await makeMeeting(node(), three);
    const page = await visit(linkOf(meeting));
    await page.getByRole('link', { name: words.times.suggest }).click();
    await page.getByRole('heading', { name: words.times.suggest }).waitFor();
    const chosen = [];
    for (const place of [1, 3]) {
      await freeTimes(page).nth(place).check();
      chosen.push(await freeTimes(page).nth(place).getAttribute('value'));
    }
    await button(page, en.picker.next).click();
    await button(page, words.times.suggestButton(2)).click();
    await bannerOf(page).getByText(words.outcomes.suggested).waitFor();
    const offered = offeredIn(await settled(node(), meeting));
    assert.deepEqual(startsOf(offered), chosen);
    assert.deepEqual(
      offered.map(({ accepted_by }) => accepted_by),
      [[GRACE.email], [GRACE.email]],
    );
    const other = await visit(linkOf(meeting, 1));
    assert.equal(await offeredTimes(other).count(), 2);
  });

  for (const javaScriptEnabled of [true, false]) {
    const how = javaScriptEnabled ? 'in place' : 'without JavaScript';
    browserTest(`marks on several days stay while others are looked at, ${how}`, async (visit) => {
      const meeting = await makeMeeting(node(), three);
      const page = await visit(linkOf(meeting), { javaScriptEnabled, viewport: phone });
      await page.getByRole('link', { name: words.times.suggest }).click();
      for (const day of [1, 4]) {
        await chooseDay(page, day);
        await freeTimes(page).nth(2).check();
      }
      assert.equal(await markedOn(page), 2);
      await chooseDay(page, 1);
      assert.ok(await freeTimes(page).nth(2).isChecked());
      await freeTimes(page).nth(0).check();
      await chooseDay(page, 2);
      await freeTimes(page).nth(0).check();
      await button(page, en.picker.next).click();
      await bannerOf(page).getByText(words.times.tooMany(3)).waitFor();
      assert.equal(await markedOn(page), 4, 'none is lost');
      await page.locator('.picker :checked').first().uncheck();
      await page.locator('.picker :checked').first().uncheck();
      const kept = await page
        .locator('.picker :checked')
        .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('value')).sort());
      await button(page, en.picker.next).click();
      await button(page, words.times.suggestButton(kept.length)).click();
      await bannerOf(page).getByText(words.outcomes.suggested).waitFor();
      assert.deepEqual(startsOf(offeredIn(await settled(node(), meeting))), kept);
    });
  }
});
