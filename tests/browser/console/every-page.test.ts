// Full lane, because it goes by browser beyond the usual journeys: What holds on every page of the console: accessible, on a small phone too, in few bytes, with links that lead on.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { styleGuide } from '../../../scripts/style-guide/guide.ts';
import { pageHeaders } from '../../../src/http/access/pages.ts';
import { accountPages } from '../../support/browser/account-pages.ts';
import { asMember } from '../../support/browser/console.ts';
import { type ConsolePage, consolePages, pagesOfNothing } from '../../support/browser/console-pages.ts';
import { onSqlite } from '../../support/browser/site.ts';
import {
  accessibilityProblems,
  bringAxe,
  browserTest,
  desktop,
  type Machine,
  phone,
} from '../../support/browser/visitors.ts';
import { fillWorkspace } from '../../support/console/busy-workspace.ts';
import { linkFor, owner } from '../../support/console/signed-in.ts';
import { silentProviders } from '../../support/makers/connections.ts';
import type { Node } from '../../support/server/rota.ts';

const MAX_BYTES = 60 * 1024;

/** The pages before the console are looked at, too. */
const pagesBefore = async (node: Node): Promise<ConsolePage[]> => [
  { name: 'sign-in', path: '/console/sign-in' },
  { name: 'sign-in-sent', path: '/console/sign-in?done=sent' },
  { name: 'sign-in-link', path: new URL(await linkFor(node, await owner(node))).pathname },
  { name: 'sign-in-unknown', path: '/console/sign-in/unknown' },
  { name: 'unknown', path: '/console/unknown' },
];

onSqlite(
  'Every page of the console',
  (node) => {
    const machineOfOwner = async (): Promise<Machine> => asMember(node(), await owner(node()));

    browserTest('is accessible in an empty workspace, and fits on a phone', async (visit) => {
      const lists = pagesOfNothing.filter(({ path }) => !/new$|time-zone$/.test(path));
      const page = await visit(`${node().url}/console/sign-in`, await machineOfOwner());
      const { problems } = await lookAt(page, node(), lists, { inDark: false });
      assert.deepEqual(problems, []);
    });

    browserTest('is accessible, light and dark, fits on a phone, and is small', async (visit, t) => {
      const things = await fillWorkspace(node());
      const pages = [
        ...consolePages(things),
        ...(await pagesBefore(node())),
        ...(await accountPages(node())),
      ];
      // Two at a time: most of it is the work of the browser.
      const halves = [0, 1].map(async (half) => {
        const page = await visit(`${node().url}/console/sign-in`, await machineOfOwner());
        return lookAt(
          page,
          node(),
          pages.filter((_, place) => place % 2 === half),
          { inDark: true },
        );
      });
      const looks = await Promise.all(halves);
      assert.deepEqual(
        looks.flatMap(({ problems }) => problems),
        [],
      );
      for (const { largest } of looks) {
        t.diagnostic(`the largest of a half: ${largest.name}, ${largest.bytes} bytes`);
        assert.ok(largest.bytes < MAX_BYTES, largest.name);
      }
    });

    browserTest(
      'is made of components that are accessible, light and dark, and fit on a phone',
      async (visit) => {
        const page = await visit(`${node().url}/console/sign-in`, await machineOfOwner());
        const guide = { name: 'style-guide', path: '/console/style-guide' };
        const contentType = 'text/html; charset=utf-8';
        await page.route(node().url + guide.path, (route) =>
          route.fulfill({ status: 200, headers: pageHeaders, contentType, body: styleGuide() }),
        );
        const { problems } = await lookAt(page, node(), [guide], { inDark: true });
        assert.deepEqual(problems, []);
      },
    );

    browserTest('is there without JavaScript, and the links of its navigation lead on', async (visit) => {
      const machine = { ...(await machineOfOwner()), javaScriptEnabled: false, viewport: phone };
      const page = await visit(`${node().url}/console/profile/sessions`, machine);
      const menu = page.getByRole('navigation', { name: 'Console' });
      const open = () => page.getByRole('button', { name: 'Menu' }).click();
      await open();
      const words = '> span:not(.avatar, .menu-count)';
      const labels = await menu.getByRole('link').locator(words).allInnerTexts();
      for (const label of labels) {
        if (label !== labels[0]) await open();
        await menu.getByRole('link', { name: label }).click();
        await page.getByRole('heading', { level: 1 }).waitFor();
        assert.equal(await page.locator(`.menu [aria-current=page] ${words}`).textContent(), label);
      }
      await open();
      await menu.getByRole('button', { name: 'Sign out' }).click();
      await page.getByText('You’re signed out.').waitFor();
    });
  },
  { environment: silentProviders },
);

/** Light on a phone; dark on a desktop, where the same words stand otherwise. */
async function lookAt(page: Page, { url }: Node, pages: ConsolePage[], { inDark }: { inDark: boolean }) {
  const problems: string[] = [];
  let largest = { name: '', bytes: 0 };
  await bringAxe(page);
  for (const { name, path, instead } of pages) {
    if (instead) await page.route(url + path, (route) => route.fulfill(instead));
    await page.setViewportSize(phone);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(url + path);
    const bytes = await bytesOf(page);
    if (bytes > largest.bytes) largest = { name, bytes };
    await page.evaluate(`for (const details of document.querySelectorAll('details')) details.open = true`);
    const found = await accessibilityProblems(page);
    const width = await page.evaluate('document.documentElement.scrollWidth');
    if (width !== phone.width) found.push(`is ${width} pixels wide`);
    if (inDark) {
      await page.setViewportSize(desktop);
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      found.push(...(await accessibilityProblems(page, ['color-contrast'])));
    }
    problems.push(...found.map((problem) => `${name}: ${problem}`));
  }
  return { problems, largest };
}

/** With everything that it loads, whether or not it was there already. */
function bytesOf(page: Page): Promise<number> {
  return page.evaluate(
    `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .filter(({ name }) => !name.includes('/console/events'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
  );
}
