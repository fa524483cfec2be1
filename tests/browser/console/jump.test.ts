// Keys of the console: a box to jump anywhere, the list of shortcuts, and how many clicks the usual ways take.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { DAY_MS } from '../../../src/time/timestamps.ts';
import { asMember } from '../../support/browser/console.ts';
import { onSqlite } from '../../support/browser/site.ts';
import { accessibilityProblems, bringAxe, browserTest, phone } from '../../support/browser/visitors.ts';
import { owner } from '../../support/console/signed-in.ts';
import { applyTransition, makeRequest } from '../../support/makers/meeting-requests.ts';
import { makeOffered, showRequest } from '../../support/makers/scheduling.ts';
import { makeMember, makeTeam, readMembership } from '../../support/makers/team-members.ts';

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const asOwner = async (node: Parameters<typeof owner>[0]) => asMember(node, await owner(node));

onSqlite('The keys of the console', (node) => {
  browserTest('jump to a request, a member, a team and a page', async (visit) => {
    const member = await makeMember(node(), 'Hedy Lamarr');
    const [team] = await makeTeam(node(), [member]);
    await makeRequest(node(), { context: { title: 'Frequency hopping' } });
    const page = await visit(`${node().url}/console`, await asOwner(node()));
    await bringAxe(page);
    await page.reload();
    for (const [typed, label] of [
      ['frequency', 'Frequency hopping'],
      ['lamarr', 'Hedy Lamarr'],
      [team.name.toLowerCase(), team.name],
      ['audit', 'Audit log'],
    ] as const) {
      await page.keyboard.press('Control+k');
      const box = page.getByRole('dialog', { name: 'Jump' });
      await page.keyboard.type(typed);
      await box.getByRole('link', { name: label }).waitFor();
      assert.deepEqual(await accessibilityProblems(page), []);
      await page.keyboard.press('Enter');
      await title(page, label).waitFor();
    }
  });

  browserTest('move through the results, say how many there are, and close', async (visit) => {
    for (const name of ['Alpha', 'Beta']) await makeRequest(node(), { context: { title: `Arrow ${name}` } });
    const page = await visit(`${node().url}/console/requests`, await asOwner(node()));
    await page.keyboard.press('/');
    const box = page.getByRole('dialog', { name: 'Jump' });
    await page.keyboard.type('arrow ');
    await box.getByText('2 results').waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Arrow Alpha');
    await page.keyboard.press('Escape');
    assert.equal(await box.count(), 0);
    await page.getByRole('link', { name: 'Search' }).click();
    await box.waitFor();
  });

  browserTest(
    'lead to the parts of the navigation, but not while somebody types, nor once they are off',
    async (visit) => {
      const page = await visit(`${node().url}/console`, await asOwner(node()));
      await page.keyboard.type('gr');
      await title(page, 'Requests').waitFor();
      await page.getByRole('searchbox').first().fill('');
      await page.keyboard.type('gt?');
      assert.equal(await page.getByRole('searchbox').first().inputValue(), 'gt?');
      assert.equal(await page.getByRole('dialog').count(), 0);
      await page.getByRole('heading', { level: 1 }).click();
      await page.keyboard.press('?');
      const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await list.getByText('Audit log').waitFor();
      await list.getByLabel('Turn off shortcuts of a single key').check();
      await list.getByRole('button', { name: 'Close' }).click();
      await page.keyboard.type('?');
      assert.equal(await page.getByRole('dialog').count(), 0);
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog', { name: 'Jump' }).waitFor();
    },
  );

  browserTest('are not needed: without a script, the search is a page', async (visit) => {
    await makeRequest(node(), { context: { title: 'Plain search' } });
    const machine = { ...(await asOwner(node())), javaScriptEnabled: false, viewport: phone };
    const page = await visit(`${node().url}/console`, machine);
    await page.getByRole('link', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill('plain');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: 'Plain search' }).click();
    await title(page, 'Plain search').waitFor();
  });
});

onSqlite('In as few clicks as possible', (node) => {
  /** Clicks, and counts them. */
  const counter = (page: Page) => {
    let clicks = 0;
    return {
      async click(role: 'link' | 'button' | 'checkbox', name: string | RegExp) {
        clicks++;
        await page.getByRole(role, { name }).first().click();
      },
      clicks: () => clicks,
    };
  };

  browserTest('a request is made in 3, a meeting moved in 3 and cancelled in 2', async (visit) => {
    const host = await makeMember(node(), 'Rosalind Host');
    const page = await visit(`${node().url}/console`, await asOwner(node()));
    const making = counter(page);
    await making.click('link', 'Requests');
    await making.click('link', 'New request');
    await page.getByRole('textbox', { name: 'Guests', exact: true }).fill('Grace Hopper <grace@example.org>');
    await page.getByLabel('Title').fill('Three clicks');
    await page.getByLabel('Host', { exact: true }).fill(host.email);
    await making.click('button', 'Create request');
    await title(page, 'Three clicks').waitFor();
    assert.equal(making.clicks(), 3);

    const made = await makeOffered(node(), { organizer_email: host.email, context: { title: 'Movable' } });
    const at = new Date(node().clock.now() + 5 * DAY_MS).toISOString();
    await applyTransition(node(), made.id, 'book', { starts_at: at, force: true });
    await page.goto(`${node().url}/console/requests/${made.id}`);
    const moving = counter(page);
    await moving.click('link', 'Move meeting');
    await moving.click('checkbox', /:/);
    await moving.click('button', 'Move meeting to this time');
    await page.getByRole('status').getByText('Meeting moved.').waitFor();
    assert.notEqual((await showRequest(node(), made.id)).starts_at, at);
    assert.equal(moving.clicks(), 3);

    const cancelling = counter(page);
    await cancelling.click('link', 'Cancel meeting');
    await cancelling.click('button', 'Cancel meeting');
    await page.getByRole('status').getByText('Cancelled').waitFor();
    assert.equal(cancelling.clicks(), 2);
  });

  browserTest('somebody is paused in 2', async (visit) => {
    const [team, membership] = await makeTeam(node(), [await makeMember(node(), 'Mary Somerville')]);
    const page = await visit(`${node().url}/console/teams/${team.id}`, await asOwner(node()));
    const pausing = counter(page);
    await pausing.click('link', /^Pause/);
    await pausing.click('button', /Until somebody ends it|Until I/);
    await page
      .getByRole('status')
      .getByText(/paused/i)
      .first()
      .waitFor();
    assert.ok((await readMembership(node(), membership))?.paused_at);
    assert.equal(pausing.clicks(), 2);
  });
});
