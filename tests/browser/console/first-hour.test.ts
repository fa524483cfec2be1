// The first hour of a workspace in a browser, with the clicks that it takes.
import assert from 'node:assert/strict';
import { clicksOn } from '../../support/browser/clicks.ts';
import { asMember } from '../../support/browser/console.ts';
import { onSqlite } from '../../support/browser/site.ts';
import { browserTest } from '../../support/browser/visitors.ts';
import { owner } from '../../support/console/signed-in.ts';
import { listMembers, makeMember } from '../../support/makers/team-members.ts';

onSqlite('The first hour', (node) => {
  browserTest('members and their team are made with two clicks', async (visit) => {
    const page = await visit(`${node().url}/console`, await asMember(node(), await owner(node())));
    const click = clicksOn(page);
    await click.on('link', 'Create a team');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Sales');
    await page
      .getByRole('textbox', { name: 'Members' })
      .fill('Ada Lovelace <ada@example.org>, Okri, Ben <ben@example.org>');
    // Its only filled button.
    await page.locator('main form button.main').click();
    await page.getByRole('heading', { name: 'Sales' }).waitFor();
    const { data } = await listMembers(node());
    assert.ok(data.some(({ name, invited_at }) => name === 'Ben Okri' && invited_at !== null));
    assert.equal(click.count() + 1, 2);
  });

  browserTest('the zone of the browser is taken with one click', async (visit) => {
    const machine = await asMember(node(), await owner(node()));
    const page = await visit(`${node().url}/console`, { ...machine, timezoneId: 'Europe/Berlin' });
    await page.getByRole('button', { name: 'Use Berlin time' }).click();
    await page.getByText('The workspace’s time zone is set.').waitFor();
  });

  browserTest('somebody new gets through three steps, and one of them is skipped', async (visit) => {
    const ben = await makeMember(node(), null);
    const machine = await asMember(node(), ben);
    const page = await visit(`${node().url}/console/welcome`, { ...machine, timezoneId: 'Asia/Tokyo' });
    const click = clicksOn(page);
    await page.getByLabel('Your name').fill('Ben Okri');
    await click.on('button', 'Save and continue');
    await page.getByText('Your hours in an ordinary week, Tokyo time').waitFor();
    await click.on('button', 'Save and continue');
    await click.on('link', 'Skip this step');
    await page.getByRole('heading', { name: 'You’re all set' }).waitFor();
    assert.equal(click.count(), 3);
  });
});
