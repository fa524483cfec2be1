// The whole way of a guest with a yellow company, a black one, and one that has chosen no colour.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type Shades, shadesOf } from '../../src/html/brand/accent.ts';
import { madeWith } from '../../src/text/company.ts';
import { fillIn, linkWords, makeBookingLink } from '../support/browser/booking-links.ts';
import { button, GRACE } from '../support/browser/meetings.ts';
import { onSqlite } from '../support/browser/site.ts';
import { accessibilityProblems, bringAxe, browserTest, desktop, phone } from '../support/browser/visitors.ts';
import { png } from '../support/makers/pictures.ts';
import { dataOf, type Node } from '../support/server/rota.ts';

const MAX_BYTES = 30 * 1024;
const inUtc = { timezoneId: 'UTC', viewport: phone };

const usual = {
  company_name: null as string | null,
  accent_color: null as string | null,
  website_url: null as string | null,
  postal_address: null as string | null,
  show_rota: true,
};
const brands = {
  yellow: {
    ...usual,
    company_name: 'Sunshine Ltd',
    accent_color: '#f5c400',
    website_url: 'https://sunshine.example',
  },
  black: {
    ...usual,
    company_name: 'Noir & Co',
    accent_color: '#000000',
    postal_address: '1 Rue Noire\nParis',
    show_rota: false,
  },
  none: usual,
};

const inRgb = (hex: string) =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

/** The computed style of the first element that matches. */
const styleOf = (page: Page, selector: string, property: string) =>
  page.evaluate<string>(
    `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).getPropertyValue('${property}')`,
  );

async function assertInColour(page: Page, { accent, fill, onAccent }: Shades): Promise<void> {
  const main = 'button.button:not(.quiet, .danger)';
  assert.equal(await styleOf(page, main, 'background-color'), inRgb(fill));
  assert.equal(await styleOf(page, main, 'color'), inRgb(onAccent));
  assert.equal(await styleOf(page, 'footer a', 'color'), inRgb(accent));
}

/** In both colour schemes, on a small phone and a desktop. */
async function problemsOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      found.push(...(await accessibilityProblems(page)).map((each) => `${colorScheme}: ${each}`));
      const width = await page.evaluate('document.documentElement.scrollWidth');
      if (width !== viewport.width) found.push(`${width} pixels wide instead of ${viewport.width}`);
    }
  }
  await page.setViewportSize(phone);
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

const setBrand = async (node: Node, brand: object) =>
  dataOf(await node.patch('/api/v1/workspace/branding', brand));

onSqlite.full('A guest', (node) => {
  for (const [name, brand] of Object.entries(brands)) {
    browserTest(`books and cancels with a company whose colour is ${name}`, async (visit) => {
      await setBrand(node(), brand);
      const company = brand.company_name ?? 'Acme';
      const link = await makeBookingLink(node(), { verify_email: false });
      const page = await visit(link.url, inUtc);
      await bringAxe(page);
      await page.reload();
      const problems: string[] = [];
      const check = async (where: string) => {
        problems.push(...(await problemsOf(page)).map((problem) => `${where}: ${problem}`));
        assert.match(await page.title(), new RegExp(`· ${company}$`));
        assert.equal(
          await page
            .locator('header.company')
            .innerText()
            .then((text) => text.includes(company)),
          true,
        );
        const footer = await page.locator('footer').innerText();
        assert.ok(footer.includes(company));
        assert.equal(footer.includes(madeWith.en), brand.show_rota);
      };
      await check('choose');
      await fillIn(node(), page, { ...GRACE, email: `${name}@example.org` });
      const shades = shadesOf(brand.accent_color);
      await assertInColour(page, shades.light);
      await page.emulateMedia({ colorScheme: 'dark' });
      await assertInColour(page, shades.dark);
      await page.emulateMedia({ colorScheme: 'light' });
      await check('details');
      await button(page, linkWords.book).click();
      await page.getByRole('heading', { name: linkWords.booked.title }).waitFor();
      await check('booked');
      assert.deepEqual(problems, []);
    });
  }

  browserTest('loads less than 30 KB for a first page, besides the logo', async (visit, t) => {
    await setBrand(node(), brands.yellow);
    const headers = { 'content-type': 'image/png' };
    const rawBody = Buffer.from(png({ width: 240, height: 60, bytes: 100 * 1024 }));
    dataOf(await node().call('PUT', '/api/v1/workspace/branding/logo', { rawBody, headers }));
    const link = await makeBookingLink(node(), {});
    const page = await visit(link.url, inUtc);
    await page.getByRole('img', { name: 'Sunshine Ltd' }).waitFor();
    const loaded = await page.evaluate<{ name: string; transferSize: number }[]>(
      `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .map(({ name, transferSize }) => ({ name, transferSize }))`,
    );
    const sizes = new Map(loaded.map(({ name, transferSize }) => [new URL(name).pathname, transferSize]));
    assert.ok((sizes.get('/pages/logo') ?? 0) > 100 * 1024, 'the logo is loaded');
    assert.ok(sizes.has('/pages/accent.css'));
    sizes.delete('/pages/logo');
    // Browsers without a window load no icon.
    const icon = await fetch(`${node().url}/pages/icon.svg`);
    sizes.set('/pages/icon.svg', (await icon.bytes()).length);
    const bytes = sizes.values().reduce((sum, size) => sum + size, 0);
    t.diagnostic(`${bytes} bytes: ${[...sizes].map(([path, size]) => `${path} ${size}`).join(', ')}`);
    assert.ok(bytes < MAX_BYTES, `${bytes} bytes`);
    await bringAxe(page);
    await page.reload();
    assert.deepEqual(await problemsOf(page), []);
  });
});
