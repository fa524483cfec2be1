// A made-up page of the console, with live parts that change as the test says. The stream is the service's own.
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { renderFrame } from '../../../src/html/frame.ts';
import { type Content, html } from '../../../src/html/html.ts';
import { section } from '../../../src/html/sections.ts';
import { pageHeaders } from '../../../src/http/access/pages.ts';
import type { Node } from '../server/rota.ts';
import { untilTold } from '../server/stream.ts';
import type { Machine, Visit } from './visitors.ts';

const PATH = '/console/made-up';

export interface LivePage {
  page: Page;
  /** How often the page was requested after it was opened. */
  asked(): number;
  /** Sets what the server shows from now on, by the id of the part. */
  show(parts: Record<string, Content>): void;
  /** Sets an error response to send instead of the page. */
  fail(status: number, headers: Record<string, string>): void;
  /** Advances the browser's clock, and waits for the requests that this causes. */
  pass(ms: number): Promise<void>;
}

/** Stops the browser's clock, which then moves only with `pass`. */
export async function openLivePage(
  visit: Visit,
  node: Node,
  machine: Machine,
  first: Record<string, Content>,
): Promise<LivePage> {
  let parts = first;
  let failure: { status: number; headers: Record<string, string> } | undefined;
  let asked = 0;
  const page = await visit(`${node.url}/console/profile/sessions`, machine);
  await page.route(node.url + PATH, async (route) => {
    asked++;
    const contentType = 'text/html; charset=utf-8';
    await route.fulfill(failure ?? { status: 200, headers: pageHeaders, contentType, body: pageOf(parts) });
  });
  await page.clock.install();
  const open = page.waitForResponse(/\/console\/events\?/);
  await page.goto(node.url + PATH);
  let hasBegun = false;
  void open.then(() => {
    hasBegun = true;
  });
  await untilTold(node, () => hasBegun);
  asked = 0;
  return {
    page,
    asked: () => asked,
    show(next) {
      parts = next;
    },
    fail(status, headers) {
      failure = { status, headers };
    },
    async pass(ms) {
      await page.clock.runFor(ms);
      await page.locator('[aria-busy]').first().waitFor({ state: 'detached' });
    },
  };
}

function pageOf(parts: Record<string, Content>): string {
  const sections = Object.entries(parts).map(([id, content]) =>
    section({ id, title: `About ${id}`, live: 'meeting_request.', content }),
  );
  return renderFrame({
    title: 'Made up',
    workspace: 'Analytical Engines',
    home: '/console',
    find: '/console/search',
    navigation: [],
    who: { name: 'Ada', href: '/console/profile', current: false },
    signOut: { action: '/console/sign-out', token: randomUUID() },
    content: html`<h1>Made up</h1>${sections}`,
    foot: [],
  });
}
