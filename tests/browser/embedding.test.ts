// Full lane, because a browser loads two sites for each test: booking pages in frames and pop-ups of other websites.
import assert from 'node:assert/strict';
import type { FrameLocator, Page } from 'playwright-core';
import { SECOND_MS } from '../../src/time/timestamps.ts';
import { linkWords, makeBookingLink } from '../support/browser/booking-links.ts';
import { onSqlite } from '../support/browser/site.ts';
import { accessibilityProblems, bringAxe, browserTest, desktop, phone } from '../support/browser/visitors.ts';
import { SCHEDULING, withWebsite } from '../support/browser/website.ts';
import { makeTyped } from '../support/makers/meeting-type-pages.ts';
import { dataOf, type Node } from '../support/server/rota.ts';

const inUtc = { timezoneId: 'UTC' };
const GRACE = { name: 'Grace Hopper', email: 'grace@example.org' };

const script = ({ url }: Node) => `<script src="${url}/embed.js" async></script>`;
const link = (url: string, kind = 'inline', text = 'Book a demo') =>
  `<p><a data-rota="${kind}" href="${url}">${text}</a></p>`;

/** What the website has been told, by message and by event. */
const LISTEN = `globalThis.told = []; globalThis.events = [];
  addEventListener('message', ({ data, origin }) => { if (data?.type === 'rota:booked') told.push({ ...data, origin }); });
  document.addEventListener('rota:booked', ({ detail, target }) => events.push({ ...detail, from: target.title }));`;
const toldTo = (page: Page) => page.evaluate<Record<string, string>[]>('told');
const eventsOn = (page: Page) => page.evaluate<Record<string, string>[]>('events');

/** Waits until this holds. Playwright's own way evaluates text in the page, which the website's policy forbids. */
const until = (page: Page, expression: string) =>
  page.evaluate(`new Promise((done, fail) => {
    const look = () => ((${expression}) ? done() : requestAnimationFrame(look));
    look();
    setTimeout(() => fail(new Error('never: ' + ${JSON.stringify(expression)})), ${30 * SECOND_MS});
  })`);

const frameOf = (page: Page, title = 'Book a demo') => page.frameLocator(`iframe[title="${title}"]`);
/** Whether the page in the frame is higher than the frame. */
const scrollsIn = (page: Page) =>
  page.frames()[1]?.evaluate<boolean>('document.documentElement.scrollHeight > innerHeight');
/** Of the website and of each page that it shows. */
async function problemsOf(page: Page): Promise<string[]> {
  const found = page.frames().map((frame) => accessibilityProblems(frame, undefined, { iframes: false }));
  return (await Promise.all(found)).flat();
}

const heightOf = (page: Page) =>
  page.evaluate<number>(`document.querySelector('iframe').getBoundingClientRect().height`);

/** Chooses a time and sends the form, as slowly as a person does. */
async function bookIn(node: Node, frame: FrameLocator, person = GRACE): Promise<string> {
  const time = frame.locator('.of-day .slots [name="at"]').nth(3);
  const start = (await time.getAttribute('value')) as string;
  await time.click();
  await frame.getByLabel(linkWords.name).fill(person.name);
  await frame.getByLabel(linkWords.email).fill(person.email);
  node.clock.advance(10 * SECOND_MS);
  await frame.getByRole('button', { name: linkWords.book, exact: true }).click();
  await frame.getByRole('heading', { name: linkWords.booked.title }).waitFor();
  return start;
}

onSqlite.full('A booking page on a website', (node) => {
  const website = withWebsite(node);
  const allowed = () => ({ origins: [node().url] });

  /** Somebody opens the website, which has this in its page. */
  async function open(visit: Parameters<Parameters<typeof browserTest>[1]>[0], body: string, machine = {}) {
    website.show(body);
    const page = await visit(website.origin, { ...inUtc, ...machine }, allowed());
    await page.evaluate(LISTEN);
    return page;
  }

  browserTest(
    'takes the place of its link, grows with what it shows, and books to the end',
    async (visit) => {
      const { url } = await makeBookingLink(node(), { verify_email: false });
      const page = await open(visit, link(url, '') + script(node()));
      const frame = frameOf(page);
      await frame.locator('.days').waitFor();
      await page.locator('a[data-rota]').waitFor({ state: 'detached' });
      const first = await heightOf(page);
      assert.ok(first > 300, `${first} pixels high`);
      assert.equal(await frame.locator('header.company').count(), 0, 'the website has its own');
      await page.setViewportSize({ ...desktop, width: 700 });
      await until(
        page,
        `Math.abs(document.querySelector('iframe').getBoundingClientRect().height - ${first}) > 50`,
      );
      assert.equal(await scrollsIn(page), false, 'all of it is seen');

      const starts_at = await bookIn(node(), frame);
      await until(page, 'told.length === 1');
      const booking = {
        title: 'Talk to sales',
        starts_at,
        ends_at: new Date(Date.parse(starts_at) + 30 * 60_000).toISOString(),
      };
      assert.deepEqual(await toldTo(page), [{ type: 'rota:booked', ...booking, origin: node().url }]);
      assert.deepEqual(await eventsOn(page), [{ ...booking, from: 'Book a demo' }]);
      assert.deepEqual(await page.context().cookies(), [], 'without a cookie');
    },
  );

  browserTest('opens as a pop-up, by keyboard alone, and gives the focus back', async (visit) => {
    const { url } = await makeBookingLink(node(), { verify_email: false });
    const page = await open(visit, `${link(url, 'popup')}${script(node())}`);
    const anchor = page.getByRole('link', { name: 'Book a demo' });
    await page.locator('a[aria-haspopup="dialog"]').waitFor();
    assert.equal(page.frames().length, 1, 'nothing is loaded before somebody wants it');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Book a demo' });
    await dialog.getByRole('button', { name: 'Close' }).and(page.locator(':focus')).waitFor();
    const frame = frameOf(page);
    await frame.locator('.days').waitFor();

    // From within the page, the key is passed on.
    await page.keyboard.press('Tab');
    await frame.locator(':focus').first().waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await anchor.and(page.locator(':focus')).waitFor();

    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await anchor.and(page.locator(':focus')).waitFor();

    await page.keyboard.press('Enter');
    await bookIn(node(), frame, { name: 'Grace', email: 'popup@example.org' });
    await until(page, 'told.length === 1');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await anchor.click();
    await frame.locator('.days').waitFor();
    assert.equal(await page.locator('dialog').count(), 1, 'it begins anew');
  });

  browserTest('fills the screen of a phone, and its frame scrolls', async (visit) => {
    const { url } = await makeBookingLink(node(), { verify_email: false });
    const page = await open(visit, `${link(url, 'popup')}${script(node())}`, { viewport: phone });
    await page.locator('a[aria-haspopup="dialog"]').click();
    await frameOf(page).locator('.days').waitFor();
    const box = await page.getByRole('dialog').boundingBox();
    assert.deepEqual(box, { x: 0, y: 0, ...phone });
    const frame = await page.locator('iframe').boundingBox();
    assert.equal((frame?.y ?? 0) + (frame?.height ?? 0), phone.height, 'down to its end');
    await bookIn(node(), frameOf(page), { name: 'Grace', email: 'phone@example.org' });
    await until(page, 'told.length === 1');
  });

  browserTest('twice on one page, and in one that is added later, each tells of itself', async (visit) => {
    const { url } = await makeBookingLink(node(), { verify_email: false });
    const page = await open(
      visit,
      `${link(url, 'inline', 'One')}${link(url, 'popup', 'Two')}${script(node())}${script(node())}`,
    );
    await frameOf(page, 'One').locator('.days').waitFor();
    await page.evaluate(`document.querySelector('main').append(Object.assign(document.createElement('a'),
      { href: '${url}', textContent: 'Three' })); document.querySelector('main > a').dataset.rota = ''; rota.embed(); rota.embed()`);
    await frameOf(page, 'Three').locator('.days').waitFor();
    await page.getByRole('link', { name: 'Two' }).click();
    await bookIn(node(), frameOf(page, 'Two'), { name: 'Grace', email: 'two@example.org' });
    await page.getByRole('button', { name: 'Close' }).click();
    await bookIn(node(), frameOf(page, 'Three'), { name: 'Grace', email: 'three@example.org' });
    await until(page, 'told.length === 2');
    assert.deepEqual(
      (await eventsOn(page)).map(({ from }) => from),
      ['Two', 'Three'],
    );
    assert.equal(await page.locator('iframe').count(), 2, 'a pop-up that has booked begins anew');
  });

  browserTest('is heard only from its own frame, and links to others lead out of it', async (visit) => {
    const { url } = await makeBookingLink(node(), { verify_email: false });
    const page = await open(visit, link(url) + script(node()));
    await frameOf(page).locator('.days').waitFor();
    const height = await heightOf(page);
    await page.evaluate(`for (const type of ['rota:height', 'rota:booked', 'rota:step', 'rota:close'])
      postMessage({ type, height: 9999, top: -9999, title: 'Forged' }, '*');
      postMessage(null, '*'); postMessage('rota:booked', '*'); postMessage(7, '*')`);
    await until(page, 'told.length === 1');
    assert.deepEqual([await heightOf(page), await eventsOn(page)], [height, []], 'nothing came of it');

    const opened = page.waitForEvent('popup');
    await page.frames()[1]?.evaluate(`document.querySelector('main').insertAdjacentHTML('beforeend',
      '<a id="map" href="${website.origin}/map"><b>Map</b></a>')`);
    await frameOf(page).locator('#map b').click();
    assert.equal((await opened).url(), `${website.origin}/map`);
    await frameOf(page).locator('.days').waitFor();
  });

  browserTest('shows the step that follows, though the link was far above it', async (visit) => {
    const { url } = await makeBookingLink(node(), { verify_email: false });
    const page = await open(visit, `${link(url)}${script(node())}`, { viewport: phone });
    const frame = frameOf(page);
    await frame.locator('.of-day .slots [name="at"]').last().scrollIntoViewIfNeeded();
    await frame.locator('.of-day .slots [name="at"]').last().click();
    await frame.getByLabel(linkWords.name).waitFor();
    await until(page, `document.querySelector('iframe').getBoundingClientRect().top > -${phone.height}`);
    const { y = -1 } = (await frame.locator('[name="name"]').boundingBox()) ?? {};
    assert.ok(y >= 0 && y < phone.height, `the first field is in view, at ${y}`);
  });

  browserTest('has no problem of accessibility, in its page and as a pop-up', async (visit) => {
    const { url } = await makeBookingLink(node(), { verify_email: false });
    const page = await open(visit, `${link(url)}${link(url, 'popup', 'Pop-up')}${script(node())}`);
    await bringAxe(page);
    await page.reload();
    const problems: string[] = [];
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await frameOf(page).locator('.days').waitFor();
        problems.push(...(await problemsOf(page)));
      }
      await page.getByRole('link', { name: 'Pop-up' }).click();
      await frameOf(page, 'Pop-up').locator('.days').waitFor();
      problems.push(...(await problemsOf(page)));
      await page.getByRole('button', { name: 'Close' }).click();
    }
    assert.deepEqual(problems, []);
  });

  browserTest(
    'can be the list of what is offered, which leads to the end, filled in by the website',
    async (visit) => {
      const { path } = await makeTyped(node(), { type: { duration_minutes: 30 } });
      const list = `${node().url}${path.replace(/\/[^/]*$/, '')}?name=Grace&email=list@example.org`;
      const page = await open(visit, link(list) + script(node()));
      const frame = frameOf(page);
      await frame.getByRole('link', { name: 'Product demo' }).click();
      await frame.locator('.of-day .slots [name="at"]').nth(3).click();
      const email = frame.getByLabel(linkWords.email);
      assert.equal(await email.inputValue(), 'list@example.org');
      node().clock.advance(10 * SECOND_MS);
      await frame.getByRole('button', { name: linkWords.book, exact: true }).click();
      await until(page, 'told.length === 1');
      assert.equal((await toldTo(page))[0]?.title, 'Product demo');
    },
  );

  browserTest('is a link without JavaScript', async (visit) => {
    const { url } = await makeBookingLink(node(), { verify_email: false });
    website.show(link(url) + script(node()));
    const page = await visit(website.origin, { ...inUtc, javaScriptEnabled: false }, allowed());
    await page.getByRole('link', { name: 'Book a demo' }).click();
    await page.locator('header.company').waitFor();
    assert.equal(page.url(), url);
  });
});

onSqlite.full('A booking page on a website that is not on the list', (node) => {
  const website = withWebsite(node);

  browserTest('stays a link, and is not shown', async (visit) => {
    const { url } = await makeBookingLink(node(), { verify_email: false });
    dataOf(await node().patch(SCHEDULING, { embed_origins: ['https://another.example'] }));
    website.show(link(url) + script(node()));
    const page = await visit(website.origin, inUtc, { origins: [node().url], refusal: /frame-ancestors/ });
    await page.locator('iframe').waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    assert.equal(await frameOf(page).locator('.days').count(), 0);
    assert.equal(await heightOf(page), 0, 'no empty box');
    await page.getByRole('link', { name: 'Book a demo' }).click();
    await page.locator('.days').waitFor();
    assert.equal(page.url(), url);
  });
});
