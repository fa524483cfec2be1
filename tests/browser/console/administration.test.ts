// Full lane, because it goes by browser beyond the usual journeys: Admins make and revoke keys, and change settings, in a browser; whoever is no admin is refused.
import assert from 'node:assert/strict';
import { asMember } from '../../support/browser/console.ts';
import { onSqlite } from '../../support/browser/site.ts';
import { browserTest } from '../../support/browser/visitors.ts';
import { owner } from '../../support/console/signed-in.ts';
import { makeMember } from '../../support/makers/team-members.ts';
import { dataOf } from '../../support/server/rota.ts';

onSqlite('Administration in a browser', (node) => {
  browserTest('a key is made, shown once, used with its scopes only, and revoked', async (visit) => {
    const page = await visit(`${node().url}/console/api-keys`, await asMember(node(), await owner(node())));
    await page.getByRole('link', { name: 'Create key' }).click();
    await page.getByLabel('Name').fill('CRM sync');
    await page.getByLabel('seats.read').check();
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = (await page.locator('.secret code').textContent()) as string;
    assert.match(key, /^sk_live_\w{38}$/);
    assert.ok((await page.locator('pre').textContent())?.includes(`${node().url}/api/v1/seats`));

    assert.equal((await node().get('/api/v1/seats', { key })).status, 200);
    assert.equal((await node().get('/api/v1/teams', { key })).status, 403);
    // The address of the page is that of the empty form.
    await page.goto(page.url());
    assert.ok(!(await page.content()).includes(key));
    await page.getByRole('link', { name: 'API keys', exact: true }).first().click();
    const row = page.getByRole('row').filter({ hasText: 'CRM sync' });
    assert.equal(await row.count(), 1);
    assert.ok(!(await page.content()).includes(key));

    await row.getByText('Revoke CRM sync').click();
    await row.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('Key revoked.').waitFor();
    assert.equal(await row.count(), 0);
    assert.equal((await node().get('/api/v1/seats', { key })).status, 401);
    await page.getByRole('link', { name: 'Revoked keys' }).click();
    await page.getByRole('row', { name: 'owner@example.com revoked the API key CRM sync' }).waitFor();
  });

  browserTest('settings that are changed on the page are those of the API', async (visit) => {
    const page = await visit(`${node().url}/console/settings`, await asMember(node(), await owner(node())));
    const settings = async () =>
      dataOf<Record<string, unknown>>(await node().get('/api/v1/workspace/scheduling'));
    await page.getByLabel('Duration in minutes').fill('45');
    await page.getByLabel('Business days before a reminder').fill('1, 3');
    await page.getByLabel('Hold offered times').check();
    await page.getByLabel('Cancel').uncheck();
    await page.getByRole('button', { name: 'Save scheduling' }).click();
    await page.getByText('Scheduling settings saved.').waitFor();
    const { duration_minutes, follow_up_after_business_days, hold_options, participants_may_cancel } =
      await settings();
    assert.deepEqual(
      [duration_minutes, follow_up_after_business_days, hold_options, participants_may_cancel],
      [45, [1, 3], true, false],
    );
    await page.getByLabel('Business days before a reminder').fill('3, 1');
    await page.getByRole('button', { name: 'Save scheduling' }).click();
    await page.locator('#follow_up_after_business_days-problem').waitFor();
    assert.equal(await page.getByLabel('Business days before a reminder').inputValue(), '3, 1');
    assert.deepEqual((await settings()).follow_up_after_business_days, [1, 3]);

    await page.getByRole('link', { name: 'Change the time zone' }).click();
    await page.getByLabel('Time zone').selectOption('Europe/Berlin');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The workspace’s time zone is set.').waitFor();
    const workspace = dataOf<{ timezone: string }>(await node().get('/api/v1/workspace'));
    assert.equal(workspace.timezone, 'Europe/Berlin');
  });

  browserTest('403: a member who is no admin sees no way there, and none by the address', async (visit) => {
    const ada = await makeMember(node(), 'Ada');
    const page = await visit(`${node().url}/console/profile/sessions`, await asMember(node(), ada));
    for (const part of ['seats', 'api-keys', 'audit-log', 'settings']) {
      assert.equal(await page.locator(`nav a[href="/console/${part}"]`).count(), 0, part);
      const answer = await page.request.get(`${node().url}/console/${part}`);
      assert.equal(answer.status(), 403, part);
    }
  });
});
