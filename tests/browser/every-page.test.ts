// What holds on every page: nothing that axe-core finds, room on a small phone, few bytes, and no request elsewhere.
import assert from 'node:assert/strict';
import { de } from '../../src/html/words/de.ts';
import { everyPage } from '../support/browser/every-page.ts';
import {
  bannerOf,
  button,
  chooseDay,
  freeTimes,
  linkOf,
  makeMeeting,
  offeredTimes,
} from '../support/browser/meetings.ts';
import { onSqlite } from '../support/browser/site.ts';
import { accessibilityProblems, bringAxe, browserTest, desktop, phone } from '../support/browser/visitors.ts';
import { isFastLane } from '../support/lanes.ts';

const MAX_BYTES = 30 * 1024;
const PAGES_IN_FAST_LANE = 3;

onSqlite.inBothLanes('Every page', (node) => {
  browserTest('is accessible, light and dark, and fits on a phone of 320 pixels', async (visit) => {
    const all = await everyPage(node());
    const pages = isFastLane ? all.slice(0, PAGES_IN_FAST_LANE) : all;
    const page = await visit(pages[0]?.url as string);
    await bringAxe(page);
    const problems: string[] = [];
    for (const { url, instead } of pages)
      if (instead) await page.route(url, (route) => route.fulfill(instead));
    for (const { name, url } of pages) {
      await page.setViewportSize(phone);
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await page.goto(url);
      await page.evaluate(`for (const details of document.querySelectorAll('details')) details.open = true`);
      const found = await accessibilityProblems(page);
      const width = await page.evaluate('document.documentElement.scrollWidth');
      if (width !== phone.width) found.push(`is ${width} pixels wide`);
      await page.setViewportSize(desktop);
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      found.push(...(await accessibilityProblems(page, ['color-contrast'])));
      problems.push(...found.map((problem) => `${name}: ${problem}`));
    }
    assert.deepEqual(problems, []);
  });
});

onSqlite.full('Every page', (node) => {
  browserTest('is below 30 KB with everything it needs, and asks no other host', async (visit, t) => {
    const meeting = await makeMeeting(node());
    const page = await visit(linkOf(meeting));
    const loaded = await page.evaluate<{ name: string; transferSize: number }[]>(
      `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .map(({ name, transferSize }) => ({ name, transferSize }))`,
    );
    const paths = loaded.map(({ name }) => new URL(name).pathname);
    const files = ['/pages/icon.svg', '/pages/page.css', '/pages/page.js'];
    // Only some browsers show the icon.
    assert.deepEqual(
      new Set([...paths, '/pages/icon.svg']),
      new Set([new URL(linkOf(meeting)).pathname, ...files]),
    );
    const bytes = loaded.reduce((sum, { transferSize }) => sum + transferSize, 0);
    assert.ok(bytes < MAX_BYTES, `${bytes} bytes`);
    const paint = await page.evaluate<number>(
      `new Promise((resolve) => new PerformanceObserver((list) => {
        for (const { startTime } of list.getEntriesByName('first-contentful-paint')) resolve(startTime);
      }).observe({ type: 'paint', buffered: true }))`,
    );
    t.diagnostic(`${bytes} bytes with headers, first paint after ${Math.round(paint)} ms`);
  });

  browserTest('speaks German to a browser that does, and keeps a language that was chosen', async (visit) => {
    const meeting = await makeMeeting(node());
    const page = await visit(linkOf(meeting), { locale: 'de-DE' });
    assert.equal(await page.locator('html').getAttribute('lang'), 'de');
    const words = de.participant;
    const day = new Intl.DateTimeFormat('de-DE', { weekday: 'long', timeZone: 'Europe/Berlin' });
    await offeredTimes(page)
      .first()
      .getByText(day.format(new Date(meeting.options[0]?.starts_at as string)))
      .waitFor();
    await offeredTimes(page).first().click();
    await button(page, words.choose.button).click();
    await bannerOf(page).getByText(words.outcomes.booked).waitFor();

    await page.locator('.languages summary').click();
    await page.getByRole('link', { name: 'English' }).click();
    await page.locator('.languages summary').getByText('English').waitFor();
    await page.getByRole('link', { name: 'Reschedule' }).click();
    await chooseDay(page, 1);
    assert.equal(new URL(page.url()).searchParams.get('lang'), 'en');
    await freeTimes(page).first().click();
    await page.getByRole('button', { name: 'Move the meeting' }).waitFor();
  });
});
