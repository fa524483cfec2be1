// Tests in a real browser. Each visitor has a context of their own, as on another machine; what goes wrong in any of their pages
// fails the test: an error in the console, a script that was refused, a dialog, a request to another host.
import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import axe, { type AxeResults } from 'axe-core';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { test } from '../lanes.ts';
import { whenFileEnds } from '../run/file.ts';
import { ENDPOINT, NOT_RUN } from './run.ts';

export const phone = { width: 320, height: 640 };
export const desktop = { width: 1000, height: 800 };

/** Somebody at another machine: their zone, language, screen, colours and cookies. */
export type Machine = Pick<
  BrowserContextOptions,
  'colorScheme' | 'javaScriptEnabled' | 'locale' | 'storageState' | 'timezoneId' | 'viewport'
>;

/** Opens a page at the address, for somebody who was never there. */
export type Visit = (url: string, machine?: Machine) => Promise<Page>;

/** A test with a browser. Where the run has none, it is counted. */
export function browserTest(name: string, work: (visit: Visit, t: TestContext) => Promise<void>): void {
  const endpoint = process.env[ENDPOINT];
  const notRun = process.env[NOT_RUN];
  if (!endpoint && !notRun) throw new Error('This test needs a Chromium: run it with `npm test -- FILE`');
  if (notRun) appendFileSync(notRun, `${name}\n`);
  test(name, { skip: notRun !== undefined && 'no Chromium' }, async (t) => {
    const browser = await connected();
    const visitors: Visitor[] = [];
    const visit: Visit = async (url, machine = {}) => {
      const visitor = await newVisitor(browser, new URL(url).origin, machine);
      visitors.push(visitor);
      await visitor.page.goto(url);
      return visitor.page;
    };
    try {
      await work(visit, t);
      assert.deepEqual(
        visitors.flatMap(({ problems }) => problems),
        [],
        'nothing went wrong in the browser',
      );
    } finally {
      await Promise.all(visitors.map(({ context }) => context.close()));
    }
  });
}

let connection: Promise<Browser> | undefined;

/** One connection for all tests of a file. */
function connected(): Promise<Browser> {
  if (!connection) {
    const opened = chromium.connect(process.env[ENDPOINT] as string);
    connection = opened;
    whenFileEnds(async () => {
      connection = undefined;
      await (await opened).close();
    });
  }
  return connection;
}

// Code for the browser is text: its types are not those of Node.
const TELL_REFUSALS = `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  console.error('refused by ' + violatedDirective + ': ' + blockedURI))`;

// The event comes with the call that leaves the page, before anything is sent.
const NOTE_LEAVING = `navigation.addEventListener('navigate', ({ destination }) => (globalThis.leavesFor = destination.url))`;

/** Whether the page is still the one that was opened at this address. Its scripts have run before it counts as loaded. */
export async function hasStayed(page: Page, url: string): Promise<boolean> {
  const seen = await page.evaluate<unknown[]>('[globalThis.leavesFor ?? null, location.href]');
  return isDeepStrictEqual(seen, [null, url]);
}

interface Visitor {
  context: BrowserContext;
  page: Page;
  problems: string[];
}

async function newVisitor(browser: Browser, origin: string, machine: Machine): Promise<Visitor> {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: desktop,
    ...machine,
  });
  const problems: string[] = [];
  context.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) problems.push(`a request to ${request.url()}`);
  });
  context.on('response', (response) => {
    const isPage = response.request().resourceType() === 'document';
    if (!isPage && response.status() >= 400) problems.push(`${response.status()} for ${response.url()}`);
  });
  context.on('weberror', (error) => problems.push(`an error: ${error.error().message}`));
  context.on('dialog', (dialog) => {
    problems.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('console', (message) => {
    // Those of error pages; for other files, see above.
    const isStatus = message.text().startsWith('Failed to load resource: the server responded with a status');
    if (['error', 'warning'].includes(message.type()) && !isStatus) problems.push(message.text());
  });
  // Without script, the console tells.
  await context.addInitScript(`${TELL_REFUSALS};${NOTE_LEAVING}`);
  return { context, page: await context.newPage(), problems };
}

/** Lets axe-core look at all that this page shows from now on. No policy of a page concerns it, so that none is loosened for it. */
export async function bringAxe(page: Page): Promise<void> {
  await page.addInitScript({ content: `globalThis.bringAxe = () => { ${axe.source} };` });
}

/** What is wrong with the page for people who can't see, hear or use a mouse, by these rules or by all of them. */
export async function accessibilityProblems(page: Page, rules?: string[]): Promise<string[]> {
  const options = rules ? { runOnly: rules } : { rules: { 'target-size': { enabled: true } } };
  const { violations } = await page.evaluate<AxeResults>(
    `globalThis.axe ?? bringAxe(), axe.run(${JSON.stringify({ ...options, resultTypes: ['violations'] })})`,
  );
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`));
}
