// `npx node scripts/booking-page-picture.ts`: docs/use/booking-page.png, what somebody sees on a phone: times to choose from, and the booked
// meeting. Not a part of `npm run generate`, which needs no browser.
import { writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { en } from '../src/html/words/en.ts';
import { linkOf, makeMeeting } from '../tests/support/browser/meetings.ts';
import { withPalette } from './png.ts';
import { openSite } from './site.ts';

const FILE = new URL('../docs/use/booking-page.png', import.meta.url);
const PHONE = { width: 360, height: 690 };
/** Sharp on high-density screens. */
const SCALE = 2;

await using opened = new AsyncDisposableStack();
const { node, browser } = await openSite(opened);

async function open(url: string, colorScheme: 'light' | 'dark'): Promise<Page> {
  const page = await browser.newPage({
    viewport: PHONE,
    deviceScaleFactor: SCALE,
    colorScheme,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  });
  await page.goto(url);
  return page;
}

const picture = async (page: Page) => `data:image/png;base64,${(await page.screenshot()).toString('base64')}`;

const meeting = await makeMeeting(node);
const choosing = await open(`${linkOf(meeting)}?option=${meeting.options[1]?.id}`, 'light');
const before = await picture(choosing);
await choosing.getByRole('button', { name: en.participant.choose.button }).click();
await choosing.locator('.notice').waitFor();
const booked = await open(`${linkOf(meeting)}?outcome=booked`, 'dark');
const after = await picture(booked);

// Both side by side, on a background that suits light and dark pages.
const sheet = await browser.newPage({ viewport: { width: 840, height: 800 }, deviceScaleFactor: SCALE });
await sheet.setContent(`<style>
  body { margin: 0; height: 800px; display: flex; gap: 40px; justify-content: center; align-items: center; background: transparent }
  img { width: ${PHONE.width}px; border-radius: 28px; border: 6px solid #6e7781; }
</style><img src="${before}"><img src="${after}">`);
await writeFile(FILE, withPalette(await sheet.screenshot({ omitBackground: true })));
console.log('Wrote docs/use/booking-page.png');
