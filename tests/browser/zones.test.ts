// Full lane, because it goes by browser beyond the usual journeys: Times are in the reader's zone: as the browser says, or as chosen by hand, which is kept.
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
  linkOf,
  makeMeeting,
  offeredTimes,
  settled,
  words,
} from '../support/browser/meetings.ts';
import { onSqlite } from '../support/browser/site.ts';
import { browserTest, hasStayed, type Visit } from '../support/browser/visitors.ts';
import type { Shown } from '../support/makers/scheduling.ts';

const NEW_YORK = 'America/New_York';
const KATHMANDU = 'Asia/Kathmandu';

/** Browsers may call a zone by a name of the past. */
const sameZone = (one: string | null | undefined, other: string): boolean =>
  typeof one === 'string' && nameOf(one) === nameOf(other);
const nameOf = (timeZone: string) => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;

/** When the options begin, on the clock of the zone. */
function clocksIn(timeZone: string, { options }: Shown): string[] {
  const format = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone });
  return options.map(({ starts_at }) => format.format(new Date(starts_at)));
}

const shownClocks = async (page: Page) =>
  (await offeredTimes(page).locator('.clock').allInnerTexts()).map((text) => text.slice(0, 5));

/** Opens the page and waits until it shows the zone of the browser. */
async function visitFrom(visit: Visit, url: string, timezoneId: string): Promise<Page> {
  const page = await visit(url, { timezoneId });
  await page.waitForURL((at) => sameZone(at.searchParams.get('timezone'), timezoneId));
  return page;
}

onSqlite('Time zones', (node) => {
  for (const timezone of [NEW_YORK, KATHMANDU]) {
    browserTest(`the browser of somebody in ${timezone} says so, and the answer keeps it`, async (visit) => {
      const meeting = await makeMeeting(node());
      const page = await visitFrom(visit, linkOf(meeting), timezone);
      assert.deepEqual(await shownClocks(page), clocksIn(timezone, meeting));
      assert.notDeepEqual(await shownClocks(page), clocksIn('Europe/Berlin', meeting));
      await page.goBack();
      assert.equal(page.url(), 'about:blank', 'the guess is no step of its own');
      await page.goForward();

      await offeredTimes(page).first().click();
      await button(page, words.choose.button).click();
      await bannerOf(page).getByText(words.outcomes.booked).waitFor();
      const booked = await settled(node(), meeting);
      assert.ok(sameZone(booked.participants[0]?.timezone, timezone), 'it is kept');
      assert.equal(booked.starts_at, meeting.options[0]?.starts_at);
      const [clock] = clocksIn(timezone, meeting);
      await page
        .locator('.when')
        .getByText(clock as string)
        .waitFor();
    });
  }

  browserTest('a zone that was chosen by hand is kept, also in another browser', async (visit) => {
    const meeting = await makeMeeting(node());
    const page = await visitFrom(visit, linkOf(meeting), NEW_YORK);
    await page.getByRole('link', { name: en.zones.change }).click();
    await page.getByLabel(en.zones.search.all).selectOption(KATHMANDU);
    await button(page, en.zones.choose).click();
    await bannerOf(page).getByText(words.outcomes.timezone).waitFor();
    assert.deepEqual(await shownClocks(page), clocksIn(KATHMANDU, meeting));

    const elsewhere = await visit(linkOf(meeting), { timezoneId: NEW_YORK });
    assert.ok(await hasStayed(elsewhere, linkOf(meeting)), 'no guess');
    assert.equal(new URL(elsewhere.url()).search, '', 'no guess');
    assert.deepEqual(await shownClocks(elsewhere), clocksIn(KATHMANDU, meeting));
    assert.equal((await settled(node(), meeting)).participants[0]?.timezone, KATHMANDU);
  });

  browserTest('a zone is found while somebody types, and one tap chooses it', async (visit) => {
    const meeting = await makeMeeting(node());
    const page = await visitFrom(visit, linkOf(meeting), NEW_YORK);
    await page.getByRole('link', { name: en.zones.change }).click();
    await page.locator('[name="q"]:focus').pressSequentially('nepal');
    await page.getByRole('heading', { name: en.zones.search.results }).waitFor();
    assert.equal(await page.locator('[name="q"]:focus').inputValue(), 'nepal', 'the field stays as it is');
    await page.getByRole('button', { name: 'Kathmandu Nepal' }).click();
    await bannerOf(page).getByText(words.outcomes.timezone).waitFor();
    assert.deepEqual(await shownClocks(page), clocksIn(KATHMANDU, meeting));
  });

  browserTest('a zone is looked for without JavaScript, too', async (visit) => {
    const meeting = await makeMeeting(node());
    const page = await visit(`${linkOf(meeting)}/timezone`, { javaScriptEnabled: false });
    await page.getByLabel(en.zones.search.label).fill('Pacific');
    await button(page, en.zones.search.button).click();
    await page.getByRole('button', { name: 'Los Angeles United States' }).click();
    await bannerOf(page).getByText(words.outcomes.timezone).waitFor();
    assert.equal((await settled(node(), meeting)).participants[0]?.timezone, 'America/Los_Angeles');
  });

  browserTest('a guess does not replace the zone that was chosen', async (visit) => {
    const meeting = await makeMeeting(node());
    const url = `${linkOf(meeting)}?timezone=${KATHMANDU}`;
    const page = await visit(url, { timezoneId: NEW_YORK });
    assert.ok(await hasStayed(page, url));
    assert.deepEqual(await shownClocks(page), clocksIn(KATHMANDU, meeting));
    await page.getByRole('link', { name: words.times.more }).click();
    await page.getByRole('heading', { name: words.times.choose }).waitFor();
    await chooseDay(page, 1);
    assert.equal(new URL(page.url()).searchParams.get('timezone'), KATHMANDU);
  });

  browserTest('what is ticked on the page of times stays while another zone is chosen', async (visit) => {
    const meeting = await makeMeeting(node(), { participants: [GRACE, ALAN] });
    const page = await visitFrom(visit, `${linkOf(meeting)}/times`, NEW_YORK);
    await chooseDay(page, 1);
    const time = freeTimes(page).first();
    const start = await time.getAttribute('value');
    await time.check();
    await button(page, en.zones.change).click();
    await page.getByLabel(en.zones.search.all).selectOption(KATHMANDU);
    await button(page, en.zones.choose).click();
    await page.locator(`.slots :checked[value="${start}"]`).waitFor();
    await page.getByText('Kathmandu').first().waitFor();
  });

  browserTest('the browser is not asked again if it has the zone of the page', async (visit) => {
    const meeting = await makeMeeting(node());
    const page = await visit(linkOf(meeting), { timezoneId: 'Europe/Berlin' });
    assert.ok(await hasStayed(page, linkOf(meeting)));
    assert.equal(new URL(page.url()).search, '');
    assert.deepEqual(await shownClocks(page), clocksIn('Europe/Berlin', meeting));
  });
});
