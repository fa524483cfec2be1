// Full lane, because it needs a browser: People book on the page of a meeting type: whom to meet, a day, a time, answers.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { en } from '../../src/html/words/en.ts';
import { tabTo } from '../support/browser/keyboard.ts';
import { bannerOf, button, chooseDay, freeTimes } from '../support/browser/meetings.ts';
import { onSqlite } from '../support/browser/site.ts';
import { makeTypeWithPage, QUESTIONS } from '../support/browser/type-pages.ts';
import { accessibilityProblems, bringAxe, browserTest, phone } from '../support/browser/visitors.ts';
import { bookingsIn } from '../support/makers/bookings.ts';

const words = en.booking;
const inUtc = { timezoneId: 'UTC' };

const isBooked = (page: Page) => page.getByRole('heading', { name: words.booked.title }).waitFor();

/** Answers everything that has to be answered. */
async function answer(page: Page, email: string): Promise<void> {
  await page.getByLabel(words.name, { exact: true }).fill('Grace Hopper');
  await page.getByLabel(words.email).fill(email);
  await page.getByLabel('Which company are you from?').fill('Navy');
  await page.getByLabel('Company', { exact: true }).check();
  await page.getByLabel('I have read the privacy notice').check();
}

onSqlite.full('The page of a meeting type', (node) => {
  const make = (fields: object = {}) =>
    makeTypeWithPage(node(), { questions: QUESTIONS, choose_host: 'optional', ...fields });

  for (const javaScriptEnabled of [true, false]) {
    const how = javaScriptEnabled ? 'on a phone' : 'without a script';
    browserTest(`books with answers and a chosen host, ${how}`, async (visit) => {
      const type = await make();
      const before = (await bookingsIn(node())).length;
      const page = await visit(type.url as string, { ...inUtc, viewport: phone, javaScriptEnabled });
      await button(page, 'Ada Lovelace').click();
      await chooseDay(page, 1);
      await freeTimes(page).nth(1).click();
      await page.getByLabel(words.name, { exact: true }).waitFor();
      await answer(page, `${javaScriptEnabled}@example.org`);
      node().clock.advance(5_000);
      await button(page, words.book).click();
      await isBooked(page);
      assert.equal((await bookingsIn(node())).length, before + 1);
    });
  }

  browserTest('is one of the company, found by keyboard alone', async (visit) => {
    const type = await make({ name: 'By keyboard' });
    const page = await visit((type.url as string).replace(/\/[^/]*$/, ''), inUtc);
    await tabTo(page, 'By keyboard');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: words.hosts.title }).waitFor();
    await tabTo(page, words.hosts.anyone);
    await page.keyboard.press('Enter');
    await freeTimes(page).first().waitFor();
    const clock = await freeTimes(page).first().innerText();
    await tabTo(page, clock);
    await page.keyboard.press('Enter');
    await page.locator('[name="name"]:focus').waitFor();
    await page.keyboard.type('Grace');
    await page.keyboard.press('Tab');
    await page.keyboard.type('keys@example.org');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Navy');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    assert.ok(await page.getByLabel('Team', { exact: true }).isChecked());
    await page.locator('[name="answer_consent"]').focus();
    await page.keyboard.press('Space');
    node().clock.advance(5_000);
    await tabTo(page, words.book);
    await page.keyboard.press('Enter');
    await isBooked(page);
  });

  browserTest('keeps what was answered while another time is chosen', async (visit) => {
    const type = await make();
    const page = await visit(`${type.url}?host=any&name=Grace`, inUtc);
    await freeTimes(page).first().click();
    await page.getByLabel(words.email).waitFor();
    assert.equal(await page.getByLabel(words.name, { exact: true }).inputValue(), 'Grace', 'filled in');
    await answer(page, 'kept@example.org');
    await page.getByLabel('Security').check();
    await page.getByLabel(/^Where are you based/).selectOption('Germany');
    await page.getByRole('link', { name: words.change, exact: true }).click();
    await freeTimes(page).nth(1).click();
    await page.getByLabel(words.email).waitFor();
    assert.equal(await page.getByLabel(words.email).inputValue(), 'kept@example.org');
    assert.ok(await page.getByLabel('Security').isChecked());
    assert.ok(await page.getByLabel('Company', { exact: true }).isChecked());
    assert.ok(await page.getByLabel('I have read the privacy notice').isChecked());
    assert.equal(await page.getByLabel(/^Where are you based/).inputValue(), 'Germany');
  });

  browserTest('says at each field what is missing, for screen readers, too', async (visit) => {
    const type = await make();
    const page = await visit(`${type.url}?host=any`, inUtc);
    await bringAxe(page);
    await freeTimes(page).first().click();
    await page.getByLabel(words.name, { exact: true }).fill('Grace');
    await page.getByLabel(words.email).fill('missing@example.org');
    await page.getByLabel(/^How many people/).fill('40');
    await page.evaluate(`document.querySelector('form[method="post"]').noValidate = true`);
    node().clock.advance(5_000);
    await button(page, words.book).click();
    await bannerOf(page).getByText(words.again).waitFor();
    assert.equal(await page.getByText(words.problems.answer.missing).count(), 1);
    assert.equal(await page.getByText(words.problems.answer.unchosen).count(), 1);
    assert.equal(await page.getByText(words.problems.answer.unticked).count(), 1);
    assert.equal(await page.getByLabel(/^How many people/).inputValue(), '40');
    const described = await page.getByLabel('Which company are you from?').getAttribute('aria-describedby');
    assert.equal(await page.locator(`#${described}`).innerText(), words.problems.answer.missing);
    assert.deepEqual(await accessibilityProblems(page), []);
  });
});
