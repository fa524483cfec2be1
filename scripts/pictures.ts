// `npx node scripts/pictures.ts FOLDER`: every page that people can come to, light and dark, on a phone and on a desktop, to look at
// after a change of their words or their style.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { everyPage } from '../tests/support/browser/every-page.ts';
import { openSite } from './site.ts';

const [folder, only = ''] = process.argv.slice(2);
if (!folder) throw new Error('Say where to: npx node scripts/pictures.ts FOLDER');
await mkdir(folder, { recursive: true });

await using opened = new AsyncDisposableStack();
const { node, browser } = await openSite(opened);

const pages = (await everyPage(node)).filter(({ name }) => name.startsWith(only));
for (const width of [320, 1000]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      viewport: { width, height: 640 },
      colorScheme,
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
    });
    for (const { name, url, instead } of pages) {
      const page = await context.newPage();
      if (instead) await page.route(url, (route) => route.fulfill(instead));
      await page.goto(url, { waitUntil: 'networkidle' });
      await page.screenshot({
        path: path.join(folder, `${name}-${width}-${colorScheme}.png`),
        fullPage: true,
      });
      await page.close();
    }
    await context.close();
  }
}
console.log(`Wrote ${pages.length * 4} pictures to ${folder}`);
