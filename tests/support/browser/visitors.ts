// Tests in a real browser. Each visitor has their own context, as on another machine. The test fails if anything goes wrong on any of
// their pages: an error in the console, a refused script, a dialog, a request to another host.
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

/** A visitor's machine: its zone, language, screen, colours and cookies. */
export type Machine = Pick<
  BrowserContextOptions,
  'colorScheme' | 'javaScriptEnabled' | 'locale' | 'storageState' | 'timezoneId' | 'viewport'
>;

/** What else a page may do: it shows pages of these origins, and refusals like this are what the test is about. */
interface Allowed {
  origins: string[];
  refusal?: RegExp;
}

/** Opens a page for somebody who has never been there. */
export type Visit = (url: string, machine?: Machine, allowed?: Allowed) => Promise<Page>;

/** A test with a browser. If the run has none, it is skipped and counted. */
export function browserTest(name: string, work: (visit: Visit, t: TestContext) => Promise<void>): void {
  const endpoint = process.env[ENDPOINT];
  const notRun = process.env[NOT_RUN];
  if (!endpoint && !notRun) throw new Error('This test needs a Chromium: run it with `npm test -- FILE`');
  if (notRun) appendFileSync(notRun, `${name}\n`);
  test(name, { skip: notRun !== undefined && 'no Chromium' }, async (t) => {
    const browser = await connected();
    const visitors: Visitor[] = [];
    const visit: Visit = async (url, machine = {}, allowed = { origins: [] }) => {
      const origins = [new URL(url).origin, ...allowed.origins];
      const visitor = await newVisitor(browser, { ...allowed, origins }, machine);
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

// Code for the browser is a string, because its types aren't Node's.
const TELL_REFUSALS = `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  console.error('refused by ' + violatedDirective + ': ' + blockedURI))`;

// The event fires with the call that leaves the page, before anything is sent.
const NOTE_LEAVING = `navigation.addEventListener('navigate', ({ destination }) => (globalThis.leavesFor = destination.url))`;

/** Whether the page is still the one that was opened at this URL. Its scripts run before it counts as loaded. */
export async function hasStayed(page: Page, url: string): Promise<boolean> {
  const seen = await page.evaluate<unknown[]>('[globalThis.leavesFor ?? null, location.href]');
  return isDeepStrictEqual(seen, [null, url]);
}

interface Visitor {
  context: BrowserContext;
  page: Page;
  problems: string[];
}

async function newVisitor(
  browser: Browser,
  { origins, refusal }: Allowed,
  machine: Machine,
): Promise<Visitor> {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: desktop,
    ...machine,
  });
  const problems: string[] = [];
  context.on('request', (request) => {
    if (!origins.includes(new URL(request.url()).origin)) problems.push(`a request to ${request.url()}`);
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
    // Reported for error pages; for other files, see above.
    const isStatus = message.text().startsWith('Failed to load resource: the server responded with a status');
    const isProblem = ['error', 'warning'].includes(message.type()) && !isStatus;
    if (isProblem && !refusal?.test(message.text())) problems.push(message.text());
  });
  // In a context without scripts, the console reports refusals.
  await context.addInitScript(`${TELL_REFUSALS};${NOTE_LEAVING}`);
  return { context, page: await context.newPage(), problems };
}

/** Loads axe-core into everything that this page shows from now on. It bypasses the page's policies, so none has to be relaxed. */
export async function bringAxe(page: Page): Promise<void> {
  await page.addInitScript({ content: `globalThis.bringAxe = () => { ${axe.source} };` });
}

/** The page's accessibility problems, by these rules or all rules. Frames of other origins are asked one by one. */
export async function accessibilityProblems(
  page: Pick<Page, 'evaluate'>,
  rules?: string[],
  { iframes = true } = {},
): Promise<string[]> {
  const chosen = rules ? { runOnly: rules } : { rules: { 'target-size': { enabled: true } } };
  const options = { ...chosen, iframes };
  const { violations } = await page.evaluate<AxeResults>(
    `globalThis.axe ?? bringAxe(), axe.run(${JSON.stringify({ ...options, resultTypes: ['violations'] })})`,
  );
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`));
}
