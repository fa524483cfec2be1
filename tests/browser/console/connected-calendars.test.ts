// Full lane, because it goes by browser: Members connect their Google and Microsoft calendars, choose, and disconnect.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import { asMember } from '../../support/browser/console.ts';
import { browserTest, phone, type Visit } from '../../support/browser/visitors.ts';
import { describe } from '../../support/lanes.ts';
import { busyTimes, type Calendar, calendarsOf, synced } from '../../support/makers/calendars.ts';
import { readConnections, withProviders } from '../../support/makers/connections.ts';
import { type Member, makeMember } from '../../support/makers/team-members.ts';
import { eventually } from '../../support/makers/webhooks.ts';
import { dataOf, type Node } from '../../support/server/rota.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const banner = (page: Page, text: string) => page.getByRole('status').getByText(text);

describe('Connecting a calendar in a browser', () => {
  let place: Awaited<ReturnType<typeof withProviders>>;
  let node: Node;
  before(async () => {
    place = await withProviders('sqlite');
    node = place.node;
  });
  after(() => place.stop());

  /** The page of the member's calendars, in a browser that may go to both providers and back. */
  async function calendarsPage(visit: Visit, member: Member, machine: object = {}): Promise<Page> {
    const { google, microsoft } = place;
    const origins = [google, microsoft].flatMap(({ settings }) =>
      Object.values(settings).flatMap((value) => URL.parse(value)?.origin ?? []),
    );
    const url = `${node.url}/console/members/${member.id}/calendars`;
    return visit(url, { ...(await asMember(node, member)), ...machine }, { origins });
  }

  const calendars = async (member: Member) =>
    dataOf<Calendar[]>(await node.get(`${calendarsOf(member)}?limit=100`));
  const named = async (member: Member, name: string) => {
    const found = (await calendars(member)).find((calendar) => calendar.name === name);
    assert.ok(found, name);
    return found;
  };
  /** Why the member can't be met at this time. */
  const refusals = async ({ id }: Member, from: string, to: string) => {
    const path = `/api/v1/workspace_members/${id}/slots?from=${from}&to=${to}&explain=true`;
    const { body } = await node.get(path);
    return JSON.stringify(body);
  };

  browserTest(
    'Google: connected, its calendars chosen, its busy times found, and disconnected',
    async (visit) => {
      const ada = await makeMember(node, 'Ada', node.rawKey);
      const account = place.google.addAccount('ada@gmail.example');
      const family = account.add({ summary: 'Family' });
      family.put(['2026-03-03T10:00:00Z', '2026-03-03T11:30:00Z'], { summary: 'Dentist' });
      const page = await calendarsPage(visit, ada, phone);
      await button(page, 'Connect Google Calendar').click();
      await page.getByRole('heading', { name: 'What Google will ask you to allow' }).waitFor();
      await page.getByText('Rota never gets to see your mail, contacts or files.').waitFor();
      await link(page, 'Continue to Google').click();
      await page.getByLabel('ada@gmail.example').check();
      await button(page, 'Allow').click();

      await banner(page, 'ada@gmail.example is connected.').waitFor();
      await page.getByRole('checkbox', { name: 'Family' }).check();
      const bookings = page.getByRole('group', { name: 'Where bookings go' });
      await bookings.getByRole('radio', { name: 'Family' }).check();
      await button(page, 'Save calendars').click();
      await banner(page, 'Calendar choices saved.').waitFor();
      const chosen = await named(ada, 'Family');
      assert.deepEqual([chosen.is_read, chosen.receives_bookings], [true, true]);
      await synced(node, chosen);
      assert.deepEqual(await busyTimes(node, chosen), ['2026-03-03T10:00/2026-03-03T11:30']);
      const asked = ['2026-03-03T10:00:00Z', '2026-03-03T11:00:00Z'] as const;
      assert.match(await refusals(ada, ...asked), /"busy"/);

      // By keyboard alone.
      await link(page, 'Disconnect account').focus();
      await page.keyboard.press('Enter');
      await page.getByText('Rota tells Google to end its access, and forgets it.').waitFor();
      await button(page, 'Disconnect account').focus();
      await page.keyboard.press('Enter');
      await banner(page, 'Account disconnected.').waitFor();
      assert.deepEqual(await calendars(ada), []);
      assert.ok(!(await refusals(ada, ...asked)).includes('"busy"'));
      const revoked = () => place.google.oauth.asked.some(({ endpoint }) => endpoint === 'revoke');
      await eventually(async () => revoked());
    },
  );

  browserTest('Microsoft: connected without scripts, and its busy times are in the week', async (visit) => {
    const ben = await makeMember(node, 'Ben', node.rawKey);
    const mailbox = place.microsoft.addAccount('ben@outlook.example');
    mailbox.primary.add(['2026-03-03T13:00', '2026-03-03T14:30'], { subject: 'Review' });
    const page = await calendarsPage(visit, ben, { javaScriptEnabled: false });
    await button(page, 'Connect Microsoft 365 or Outlook.com').click();
    await link(page, 'Continue to Microsoft').click();
    await page.getByLabel('ben@outlook.example').check();
    await button(page, 'Allow').click();
    await banner(page, 'ben@outlook.example is connected.').waitFor();
    const primary = await named(ben, 'Calendar');
    assert.equal(primary.receives_bookings, true);
    await synced(node, primary);
    await page.goto(`${node.url}/console/members/${ben.id}/calendars?week=2026-03-03`);
    await page.getByText('13:00–14:30').first().waitFor({ state: 'attached' });
  });

  browserTest('consent that is refused, or given in part, connects nothing and leads back', async (visit) => {
    const grace = await makeMember(node, 'Grace', node.rawKey);
    place.google.addAccount('grace@gmail.example');
    const page = await calendarsPage(visit, grace);
    await button(page, 'Connect Google Calendar').click();
    await link(page, 'Continue to Google').click();
    await button(page, 'Cancel').click();
    await page.getByRole('heading', { name: 'Nothing was connected' }).waitFor();
    await link(page, 'Back to your calendars').click();
    await page.getByText('No calendar yet').waitFor();

    await button(page, 'Connect Google Calendar').click();
    await link(page, 'Continue to Google').click();
    await page.getByLabel('grace@gmail.example').check();
    await page.getByRole('checkbox').first().uncheck();
    await button(page, 'Allow').click();
    await page.getByRole('heading', { name: 'Rota needs every permission it asks for' }).waitFor();
    await link(page, 'Back to your calendars').click();
    await page.getByText('No calendar yet').waitFor();
    assert.deepEqual(await readConnections(node, grace), []);
  });

  browserTest('the link works in the browser that it was made in, and in no other', async (visit) => {
    const alan = await makeMember(node, 'Alan', node.rawKey);
    place.google.addAccount('alan@gmail.example');
    const page = await calendarsPage(visit, alan);
    await button(page, 'Connect Google Calendar').click();
    const href = await link(page, 'Continue to Google').getAttribute('href');
    const url = await place.google.oauth.consent(`${href}`, { email: 'alan@gmail.example' });
    const other = await visit(url);
    await link(other, 'Start again here').waitFor();
    assert.deepEqual(await calendars(alan), []);
    await page.goto(url);
    await banner(page, 'alan@gmail.example is connected.').waitFor();
  });
});
