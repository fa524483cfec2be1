// Full lane, because it goes by browser beyond the usual journeys: By keyboard alone, through the console: Tab, Space and Enter lead everywhere, and it can be seen where one is.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { asMember } from '../../support/browser/console.ts';
import { tabTo } from '../../support/browser/keyboard.ts';
import { onSqlite } from '../../support/browser/site.ts';
import { browserTest } from '../../support/browser/visitors.ts';
import { linkFor, owner } from '../../support/console/signed-in.ts';
import { makeRequest } from '../../support/makers/meeting-requests.ts';
import { showRequest } from '../../support/makers/scheduling.ts';
import { makeMember, makeTeam, readMembership } from '../../support/makers/team-members.ts';

/** To what has this text, and presses Enter on it; until the page that it leads to is there. */
async function follow(page: Page, text: string, title: string): Promise<void> {
  await tabTo(page, text);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

/** The same for a button, until the page says what came of it. */
async function press(page: Page, text: string, outcome: string): Promise<void> {
  await tabTo(page, text);
  await page.keyboard.press('Enter');
  await page.locator('main > .notice').getByText(outcome).waitFor();
}

onSqlite('By keyboard, in the console', (node) => {
  browserTest('somebody signs in, and pauses a colleague', async (visit) => {
    const [, membership] = await makeTeam(node(), [await makeMember(node(), 'Mary Somerville')]);
    const page = await visit(await linkFor(node(), await owner(node())));
    await follow(page, 'Sign in as', 'Good');
    await tabTo(page, 'Skip to the content');
    await follow(page, 'Teams', 'Teams');
    await follow(page, 'Sales', 'Sales');
    await follow(page, 'Pause', 'Sales');
    await press(page, 'Until I end the pause', 'Mary Somerville is paused.');
    assert.ok((await readMembership(node(), membership))?.paused_at);
  });

  browserTest('a key is made and revoked', async (visit) => {
    const page = await visit(`${node().url}/console`, await asMember(node(), await owner(node())));
    await follow(page, 'API keys', 'API keys');
    await follow(page, 'Create key', 'Create an API key');
    await tabTo(page, 'Name');
    await page.keyboard.type('CRM sync');
    await tabTo(page, 'teams.read');
    await page.keyboard.press('Space');
    await follow(page, 'Create key', 'API key created');
    const key = await page.locator('.secret code').innerText();
    assert.equal((await node().get('/api/v1/teams', { key })).status, 200);
    await follow(page, 'I have copied it', 'API keys');
    // Past the link to those that are revoked.
    await tabTo(page, 'Replace');
    await tabTo(page, 'Revoke');
    await page.keyboard.press('Enter');
    await press(page, 'Revoke key', 'Key revoked.');
    assert.equal((await node().get('/api/v1/teams', { key })).status, 401);
  });

  browserTest('a request is found by its participant, and cancelled', async (visit) => {
    const participants = [{ name: 'Alan Turing', email: 'alan@example.net' }];
    await makeRequest(node());
    const { id } = await makeRequest(node(), { participants, context: { title: 'Renewal' } });
    const page = await visit(`${node().url}/console`, await asMember(node(), await owner(node())));
    await follow(page, 'Requests', 'Requests');
    await tabTo(page, 'Search by title, name or address');
    await page.keyboard.type('alan@example.net');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Clear filters' }).waitFor();
    assert.equal(await page.locator('tbody tr').count(), 1);
    await follow(page, 'Renewal', 'Renewal');
    await follow(page, 'Cancel request', 'Cancel request');
    await press(page, 'Cancel request', 'Request cancelled.');
    assert.equal((await showRequest(node(), id)).status, 'cancelled');
  });
});
