// `npx node scripts/pictures.ts FOLDER [NAME]`: pictures of every page that people can reach, light and dark, on a phone and on a desktop,
// to look at after a change of words or style. With a name, only those that begin with it: `console` for the console.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { accountPages } from '../tests/support/browser/account-pages.ts';
import { asMember } from '../tests/support/browser/console.ts';
import { consolePages } from '../tests/support/browser/console-pages.ts';
import { everyPage, type PageOfAll } from '../tests/support/browser/every-page.ts';
import { fillWorkspace } from '../tests/support/console/busy-workspace.ts';
import { owner } from '../tests/support/console/signed-in.ts';
import { openSite } from './site.ts';

const [folder, only = ''] = process.argv.slice(2);
if (!folder) throw new Error('Say where to: npx node scripts/pictures.ts FOLDER');
await mkdir(folder, { recursive: true });

await using opened = new AsyncDisposableStack();
const { node, browser } = await openSite(opened);

const filled = consolePages(await fillWorkspace(node));
const ofConsole = [...filled, ...(await accountPages(node))].map(
  ({ name, path, ...rest }): PageOfAll => ({ name: `console-${name}`, url: node.url + path, ...rest }),
);
const ofOthers = only.startsWith('console') ? [] : await everyPage(node);
const pages = [...ofConsole, ...ofOthers].filter(({ name }) => name.startsWith(only));
const { storageState } = await asMember(node, await owner(node));
for (const width of [320, 1000]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      viewport: { width, height: 640 },
      colorScheme,
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      storageState,
    });
    for (const { name, url, instead } of pages) {
      const page = await context.newPage();
      if (instead) await page.route(url, (route) => route.fulfill(instead));
      // Doesn't wait for network silence: a page with an event stream never falls silent.
      await page.goto(url, { waitUntil: 'load' });
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
