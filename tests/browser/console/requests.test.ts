// From an empty workspace to a request whose organizer is explained, and a host who looks after their own requests.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { asMember } from '../../support/browser/console.ts';
import { onSqlite } from '../../support/browser/site.ts';
import { browserTest, phone } from '../../support/browser/visitors.ts';
import { owner } from '../../support/console/signed-in.ts';
import { makeRequest, readRequest } from '../../support/makers/meeting-requests.ts';
import { makeOffered, showRequest, untilIdle, writtenAbout } from '../../support/makers/scheduling.ts';
import { makeMember } from '../../support/makers/team-members.ts';
import type { Node } from '../../support/server/rota.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const banner = (page: Page, text: string) => page.getByRole('status').getByText(text);
const part = (page: Page, id: string) => page.locator(`section#${id}`);

const asOwner = async (node: Node) => asMember(node, await owner(node));

onSqlite('Requests in the console', (node) => {
  browserTest('a team, two members, a request: who got it, and why', async (visit) => {
    const page = await visit(`${node().url}/console`, await asOwner(node()));
    await part(page, 'first-steps').getByText('Add your people').waitFor();
    for (const [email, name] of [
      ['ada@example.com', 'Ada Lovelace'],
      ['ben@example.com', 'Ben Okafor'],
    ] as const) {
      await page.goto(`${node().url}/console/members`);
      await link(page, 'Add member').click();
      await page.getByLabel('Email address').fill(email);
      await page.getByLabel('Name').fill(name);
      await button(page, 'Add member').click();
      await page.getByRole('heading', { name }).waitFor();
    }
    await page.goto(`${node().url}/console`);
    await link(page, 'Create a team').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Sales');
    await page.getByRole('textbox', { name: 'Members' }).fill('ada@example.com\nben@example.com');
    await button(page, 'Create team').click();
    await page.getByRole('heading', { name: 'Sales' }).waitFor();

    await page.goto(`${node().url}/console`);
    await link(page, 'New request').click();
    await page.getByRole('textbox', { name: 'Guests', exact: true }).fill('Grace Hopper <grace@example.org>');
    await page.getByLabel('Title').fill('Product demo');
    await page.getByLabel('Team').selectOption('Sales');
    await page.getByLabel('Host', { exact: true }).fill('ada@example.com');
    await button(page, 'Create request').click();
    await page.getByText('This team chooses the host by turns.').first().waitFor();
    await page.getByLabel('Host', { exact: true }).fill('');
    await button(page, 'Create request').click();
    await banner(page, 'Request created.').waitFor();
    const hosts = part(page, 'hosts');
    await hosts.getByRole('link', { name: 'Ada Lovelace' }).waitFor();
    await hosts.getByText('Hadn’t had a turn yet in Sales').waitFor();
    await hosts.getByText('1 other was considered').click();
    await hosts
      .getByRole('row', { name: /Ben Okafor/ })
      .getByText('Available')
      .waitFor();
    // What Rota does by itself comes by itself.
    await part(page, 'state').getByText('Waiting for Grace Hopper.').waitFor();
    await part(page, 'options').getByText('No answer yet').first().waitFor();

    await page.getByRole('link', { name: /^Overview/ }).click();
    await part(page, 'meetings').getByText('No meetings in the next seven days').waitFor();
    await part(page, 'needs').getByText('No mail server configured.').waitFor();
  });
});

onSqlite.full('Requests in the console', (node) => {
  browserTest('a host sees their own requests only, and cancels one of them', async (visit) => {
    const host = await makeMember(node(), 'Cleo Host');
    const own = await makeOffered(node(), { organizer_email: host.email, context: { title: 'Of Cleo' } });
    const other = await makeRequest(node(), { context: { title: 'Of somebody else' } });
    const page = await visit(`${node().url}/console/requests`, {
      ...(await asMember(node(), host)),
      viewport: phone,
    });
    await link(page, 'Of Cleo').waitFor();
    assert.equal(await page.getByText('Of somebody else').count(), 0);
    const answer = await page.goto(`${node().url}/console/requests/${other.id}`);
    assert.equal(answer?.status(), 404);

    await page.goto(`${node().url}/console/requests`);
    await link(page, 'Of Cleo').click();
    await link(page, 'Cancel request').click();
    await page.getByLabel('Tell guest@example.org by email').check();
    await button(page, 'Cancel request').click();
    await banner(page, 'Request cancelled. Everybody involved gets an email.').waitFor();
    assert.equal(await page.getByText('Cancel request').count(), 0);
    assert.equal((await readRequest(node(), own.id)).status, 'cancelled');
    await untilIdle(node());
    assert.ok((await writtenAbout(node(), own.id)).includes('cancelled to guest@example.org'));
    assert.equal((await readRequest(node(), other.id)).status, 'active');
  });

  browserTest('without a script: free times are found, two are offered, and one is booked', async (visit) => {
    const host = await makeMember(node(), 'Dora Host');
    const { id } = await makeOffered(node(), { organizer_email: host.email, context: { title: 'Of Dora' } });
    const page = await visit(`${node().url}/console/requests/${id}`, {
      ...(await asOwner(node())),
      javaScriptEnabled: false,
    });
    await link(page, 'Find other times').click();
    await page.getByRole('heading', { name: 'Why not other times' }).waitFor();
    await page.getByText('Dora Host is outside of working hours').first().waitFor();
    const free = part(page, 'free').getByRole('checkbox');
    await free.nth(3).check();
    await free.nth(5).check();
    await button(page, 'Book ticked time').click();
    await page.getByText('Mark only one time.').first().waitFor();
    assert.equal(await free.nth(5).isChecked(), true, 'what was marked still is');
    await button(page, 'Offer ticked times').click();
    await banner(page, 'New times offered. Guests get an email.').waitFor();
    const offered = (await showRequest(node(), id)).options.filter(({ status }) => status === 'offered');
    assert.equal(offered.length, 2);
    await part(page, 'participants').getByRole('link', { name: 'Answer on their behalf' }).click();
    await page.getByRole('group', { name: 'These times work' }).getByRole('checkbox').first().check();
    await button(page, 'Save answer').click();
    await banner(page, 'Answer saved.').waitFor();
    await part(page, 'state').getByText('Booked for').waitFor();
  });
});
