// What members do most, in few clicks: a booking link is shared, a calendar connected, an admin invited.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { clicksOn } from '../../support/browser/clicks.ts';
import { asMember } from '../../support/browser/console.ts';
import { onSqlite } from '../../support/browser/site.ts';
import { browserTest } from '../../support/browser/visitors.ts';
import { owner } from '../../support/console/signed-in.ts';
import { makeTeam } from '../../support/makers/routed-team.ts';
import { listMembers, makeMember } from '../../support/makers/team-members.ts';
import { calendarText, Feed } from '../../support/receivers/feed.ts';
import type { BookingLink } from '../../support/server/resources.ts';
import { dataOf } from '../../support/server/rota.ts';

const said = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor();
const copyButton = (page: Page) => page.getByRole('button', { name: 'Copy link' });

onSqlite('With few clicks', (node) => {
  const asOwner = async () => asMember(node(), await owner(node()));

  browserTest('a booking link is made with 3, copied with 1 and edited with 2', async (visit) => {
    const team = await makeTeam(node(), { name: 'Sales' });
    const links = async () => dataOf<BookingLink[]>(await node().get(`${team.path}/booking_links`));
    const page = await visit(`${node().url}/console/teams`, await asOwner());
    const click = clicksOn(page);
    await page.locator('main').getByRole('link', { name: 'Sales' }).click();
    await click.on('link', 'Booking links');
    await page.getByRole('textbox', { name: 'Title' }).fill('Product demo');
    await click.on('button', 'Create link');
    await said(page, 'Booking link created.');
    assert.equal(click.count() + 1, 3);

    const [link] = await links();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await copyButton(page).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), link?.url);

    const editing = clicksOn(page);
    await editing.on('link', 'Edit Product demo');
    await page.getByRole('spinbutton', { name: 'Duration in minutes' }).fill('45');
    await editing.on('button', 'Save link');
    await said(page, 'Booking link saved.');
    assert.deepEqual(await links(), [{ ...link, duration_minutes: 45 }]);
    assert.equal(editing.count(), 2);
  });

  browserTest('a link is copied where the browser has no clipboard for scripts', async (visit) => {
    const team = await makeTeam(node());
    const { url } = dataOf<BookingLink>(await node().post(`${team.path}/booking_links`));
    const page = await visit(`${node().url}/console`, await asOwner());
    // As over http, except on the same machine.
    await page.addInitScript(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`);
    await page.goto(`${node().url}/console/teams/${team.id}/booking-links`);
    await copyButton(page).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const title = page.getByRole('textbox', { name: 'Title' });
    await title.press('ControlOrMeta+V');
    assert.equal(await title.inputValue(), url);
  });

  browserTest('a calendar is connected by its address with 3 from the overview', async (visit) => {
    await using feed = await Feed.start(calendarText(['20260303T130000Z', '20260303T143000Z']));
    const ada = await makeMember(node(), 'Ada');
    const page = await visit(`${node().url}/console`, await asMember(node(), ada));
    const click = clicksOn(page);
    await page.getByRole('link', { name: 'Ada' }).click();
    await click.on('link', 'Calendars');
    await page.getByLabel('Address').first().fill(feed.url);
    await click.on('button', 'Add calendar');
    await said(page, 'Calendar added.');
    assert.equal(click.count() + 1, 3);
  });

  browserTest('an admin is invited with 2 from the list of members', async (visit) => {
    const page = await visit(`${node().url}/console/members`, await asOwner());
    const click = clicksOn(page);
    await click.on('link', 'Add member');
    await page.getByLabel('Email address').fill('ada@example.org');
    await page.getByLabel('Name').fill('Ada Lovelace');
    await page.getByLabel('Admin').press('Space');
    await click.on('button', 'Add member');
    await said(page, 'No email leaves this server yet, so the invitation is kept here.');
    const { data } = await listMembers(node());
    const ada = data.find(({ email }) => email === 'ada@example.org');
    assert.equal(ada?.role, 'admin');
    assert.ok(ada?.invited_at);
    assert.equal(click.count(), 2);
  });
});
