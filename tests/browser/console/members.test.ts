// Full lane, because it goes by browser beyond the usual journeys: Admins add people and let somebody leave; members add their calendars and set their own hours.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { asMember } from '../../support/browser/console.ts';
import { onSqlite } from '../../support/browser/site.ts';
import { browserTest, phone } from '../../support/browser/visitors.ts';
import { owner } from '../../support/console/signed-in.ts';
import { synced } from '../../support/makers/calendars.ts';
import { makeRequest, readRequest } from '../../support/makers/meeting-requests.ts';
import { listMembers, MEMBERS, makeMember } from '../../support/makers/team-members.ts';
import { calendarText, Feed } from '../../support/receivers/feed.ts';
import type { Availability } from '../../support/server/resources.ts';
import { dataOf } from '../../support/server/rota.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const banner = (page: Page, text: string) => page.getByRole('status').getByText(text);

onSqlite('Members in the console', (node) => {
  const asOwner = async () => asMember(node(), await owner(node()));

  browserTest('two are added through forms, one after a wrong address', async (visit) => {
    const page = await visit(`${node().url}/console/members`, await asOwner());
    const add = async (email: string, name: string) => {
      await link(page, 'Add member').click();
      await page.getByLabel('Email address').fill(email);
      await page.getByLabel('Name').fill(name);
      await button(page, 'Add member').click();
    };
    await add('grace@example.com', 'Grace Hopper');
    await banner(page, 'Grace Hopper is a member now. No email leaves this server yet').waitFor();
    await page.getByRole('heading', { name: 'Grace Hopper' }).waitFor();

    await page.getByLabel('Breadcrumbs').getByRole('link', { name: 'Members' }).click();
    await add('grace@example.com', 'Alan Turing');
    await page.getByText('A member of this workspace already has this address.').first().waitFor();
    assert.equal(await page.getByLabel('Name').inputValue(), 'Alan Turing', 'what was typed is still there');
    await page.getByLabel('Email address').fill('alan@example.com');
    await page.getByLabel('Admin').check();
    await page.getByLabel('Send an invitation').uncheck();
    await button(page, 'Add member').click();
    await banner(page, 'Alan Turing is a member now.').waitFor();
    await page.getByRole('heading', { name: 'Alan Turing Admin' }).waitFor();
    const { data } = await listMembers(node());
    assert.deepEqual(
      data.slice(0, 2).map(({ email, role }) => [email, role]),
      [
        ['alan@example.com', 'admin'],
        ['grace@example.com', 'member'],
      ],
    );
  });

  browserTest('a calendar is added, and its busy times are in the week', async (visit) => {
    await using feed = await Feed.start(calendarText(['20260303T130000Z', '20260303T143000Z']));
    const ada = await makeMember(node(), 'Ada');
    const page = await visit(`${node().url}/console/profile`, await asMember(node(), ada));
    await link(page, 'Calendars').click();
    await page.getByText('No calendar yet').waitFor();
    const anywhere = 'Another calendar with an address (ICS, webcal)';
    await page.getByText(anywhere).click();
    const form = page.locator('details').filter({ hasText: anywhere });
    await form.getByLabel('Address').fill(feed.url);
    await form.getByLabel('Name', { exact: true }).fill('Work');
    await form.getByRole('button', { name: 'Add calendar' }).click();
    await banner(page, 'Calendar added.').waitFor();
    const calendars = dataOf<{ id: string }[]>(await node().get(`${MEMBERS}/${ada.id}/calendars`));
    await synced(node(), calendars[0] as { id: string });
    await page.reload();
    await page.getByText('Works', { exact: true }).waitFor();
    await page.getByText('Show as a table').click();
    await page
      .getByRole('row', { name: /Tuesday,? 3 March/ })
      .getByText('13:00–14:30')
      .waitFor();
    assert.equal(await page.locator('#week svg .busy').count(), 1);

    await link(page, 'Work').click();
    await page.getByText('Remove Work').click();
    await button(page, 'Remove calendar').click();
    await banner(page, 'Calendar removed.').waitFor();
    assert.equal(await page.locator('#week svg .busy').count(), 0);
  });

  browserTest('one leaves, and the requests go to who was chosen', async (visit) => {
    const [leaver, successor] = [
      await makeMember(node(), 'Leaving Lee'),
      await makeMember(node(), 'Staying Sue'),
    ];
    const request = await makeRequest(node(), { organizer_email: leaver.email });
    const page = await visit(`${node().url}/console/members`, {
      ...(await asOwner()),
      javaScriptEnabled: false,
    });
    await link(page, 'Leaving Lee').click();
    await link(page, 'Deactivate Leaving Lee …').click();
    await page.getByText('1 active').waitFor();
    await page.getByLabel('Who takes over').selectOption({ label: `Staying Sue (${successor.email})` });
    await button(page, 'Deactivate Leaving Lee').click();
    await banner(page, 'is deactivated.').waitFor();
    assert.equal((await readRequest(node(), request.id)).organizer_email, successor.email);
    await button(page, 'Reactivate Leaving Lee').click();
    await banner(page, 'is active again.').waitFor();
  });

  browserTest('a plain member sets their own hours on a phone, and nobody else’s', async (visit) => {
    const [ada, ben] = [await makeMember(node(), 'Ada'), await makeMember(node(), 'Ben')];
    const page = await visit(`${node().url}/console/profile`, {
      ...(await asMember(node(), ada)),
      viewport: phone,
    });
    await link(page, 'Availability').click();
    await page.getByLabel('Monday until', { exact: true }).fill('12:00');
    await button(page, 'Add hours on Monday').click();
    await page.getByText('Not saved yet.').waitFor();
    await page.getByLabel('Monday from (2)').fill('11:00');
    await page.getByLabel('Monday until (2)').fill('15:00');
    await button(page, 'Save hours').click();
    await page.getByText('Monday 11:00–15:00: These times overlap.').first().waitFor();
    await page.getByLabel('Monday from (2)').fill('13:00');
    // Saves, and doesn't press the first button beside a field.
    await page.getByLabel('Monday from (2)').press('Enter');
    await banner(page, 'Weekly hours saved.').waitFor();

    await page.getByText('Add an exception', { exact: true }).click();
    await page.getByLabel('Day', { exact: true }).fill('2026-12-24');
    await page.getByLabel('Last day').fill('2026-12-26');
    await button(page, 'Save exception').click();
    await page.getByRole('rowheader', { name: /24.+26 December/ }).waitFor();
    const { weekly, overrides } = dataOf<Availability>(await node().get(`${MEMBERS}/${ada.id}/availability`));
    assert.deepEqual(
      weekly.filter(({ day }) => day === 'mon'),
      [
        { day: 'mon', start: '09:00', end: '12:00' },
        { day: 'mon', start: '13:00', end: '15:00' },
      ],
    );
    assert.equal(overrides.length, 3);

    const answer = await page.goto(`${node().url}/console/members/${ben.id}/availability`);
    assert.equal(answer?.status(), 404);
  });
});
