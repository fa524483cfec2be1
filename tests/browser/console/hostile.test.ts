// Full lane, because it tries hostile text everywhere: In a workspace full of hostile values no script runs in the console, and nothing is wider than a phone.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { asMember } from '../../support/browser/console.ts';
import { type ConsolePage, consolePages } from '../../support/browser/console-pages.ts';
import { onSqlite } from '../../support/browser/site.ts';
import { browserTest, phone } from '../../support/browser/visitors.ts';
import { fillWorkspace } from '../../support/console/busy-workspace.ts';
import { address, endless, markup, poison, undecided } from '../../support/console/hostile-workspace.ts';
import { formsIn } from '../../support/console/page-forms.ts';
import { PAUSE_MS } from '../../support/console/roles.ts';
import { owner, type SignedIn, signedIn } from '../../support/console/signed-in.ts';
import { test } from '../../support/lanes.ts';
import { untilIdle } from '../../support/server/idle.ts';

const url = `https://example.net/"'><script>alert(1)</script>?${encodeURIComponent(markup)}`;

onSqlite('Hostile values in the console', (node) => {
  let pagesFor: (participant: string) => ConsolePage[];
  let admin: SignedIn;
  before(async () => {
    const things = await fillWorkspace(node());
    pagesFor = (participant) => consolePages(things, participant);
    admin = await signedIn(node(), await owner(node()));
    await untilIdle(node());
  });

  test('are in every column of text', async () => {
    assert.deepEqual(await undecided(node()), []);
  });

  browserTest('run nothing, ask no other host, and fit on a phone', async (visit) => {
    const page = await visit(`${node().url}/console/profile/sessions`, {
      ...(await asMember(node(), await owner(node()))),
      viewport: phone,
    });
    const problems: string[] = [];
    const text = `${markup} ${endless}`;
    await poison(node(), { text, url });
    for (const { name, path } of pagesFor(text)) {
      node().clock.advance(PAUSE_MS);
      const response = await page.goto(node().url + path);
      if (response?.status() !== 200) problems.push(`${name}: ${response?.status()}`);
      await page.evaluate(`for (const details of document.querySelectorAll('details')) details.open = true`);
      const found = await page.evaluate<string[]>(`[
        ...(document.documentElement.scrollWidth === ${phone.width} ? [] : [document.documentElement.scrollWidth + ' pixels wide']),
        ...[...document.querySelectorAll('script:not([src]), iframe:not([data-preview]), base, meta[http-equiv], img, [onload], [onerror], [onfocus]')].map(({ outerHTML }) => outerHTML),
      ]`);
      problems.push(...found.map((problem) => `${name}: ${problem.slice(0, 200)}`));
    }
    assert.deepEqual(problems, []);
  });

  test('make no address that runs something', async () => {
    await poison(node(), { text: address, url: address });
    for (const { path } of pagesFor(address)) {
      node().clock.advance(PAUSE_MS);
      const { status, text } = await admin.get(path);
      assert.equal(status, 200, path);
      const targets = [...text.matchAll(/\s(?:href|src|action|formaction)="([^"]*)"/g)].map(
        ([, to = '']) => to,
      );
      const strange = targets.filter((to) => !/^(?:\/(?!\/)|#|\?|https?:|mailto:)/.test(to));
      assert.deepEqual(strange, [], path);
    }
  });

  test('are put back into a form as text', async () => {
    await poison(node(), { text: 'Plain', url: 'http://127.0.0.1:1/' });
    for (const { path } of pagesFor('Plain')) {
      node().clock.advance(PAUSE_MS);
      const forms = formsIn((await admin.get(path)).text).filter(
        ({ method, action }) => method === 'post' && !/sign-out|sessions/.test(action),
      );
      for (const { action, fields } of forms) {
        const typed = Object.entries(fields).map(([name, value]) => [
          name,
          Array.isArray(value) ? [markup] : markup,
        ]);
        const { form: _token, ...sent } = Object.fromEntries(typed);
        node().clock.advance(PAUSE_MS);
        const { status, text } = await admin.post(action, sent);
        assert.ok(status < 500, `${action}: ${status}`);
        assert.doesNotMatch(
          text,
          /<script>alert|<img src=x|<svg onload|<iframe(?! title="Page"| title="Mail")|<base /,
          action,
        );
      }
    }
  });
});
