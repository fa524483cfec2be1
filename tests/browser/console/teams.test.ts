// Journeys of whoever leads a team: a pause until Monday, another name, and a queue that moves on by itself.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { asMember } from '../../support/browser/console.ts';
import { onSqlite } from '../../support/browser/site.ts';
import { browserTest, desktop, phone } from '../../support/browser/visitors.ts';
import { owner, type Person } from '../../support/console/signed-in.ts';
import { makeRequest } from '../../support/makers/meeting-requests.ts';
import type { Member, NewTeam, Team } from '../../support/server/resources.ts';
import { dataOf, type Node } from '../../support/server/rota.ts';
import { untilTold } from '../../support/server/stream.ts';

let made = 0;

async function addMember(node: Node, name: string): Promise<Person> {
  const email = `${name.toLowerCase()}-${++made}@example.com`;
  return dataOf<Member>(await node.post('/api/v1/workspace_members', { email, name }));
}

/** Ada, who leads it, and Ben. Ada is next. */
async function makePair(node: Node, name: string) {
  const ada = await addMember(node, 'Ada');
  const ben = await addMember(node, 'Ben');
  const team = dataOf<NewTeam>(await node.post('/api/v1/teams', { name, member_ids: [ada.id, ben.id] }));
  const api = `/api/v1/teams/${team.id}`;
  await node.patch(`${api}/members/${team.members[0]?.id}`, { role: 'manager' });
  return {
    ada,
    id: team.id,
    url: `${node.url}/console/teams/${team.id}`,
    show: async () => dataOf<Team>(await node.get(api)),
  };
}

const isNext = (page: Page, name: string) => page.getByText(`${name} is next`).waitFor();
const namesInQueue = (page: Page) => page.locator('#queue tbody th').allInnerTexts();

onSqlite('Teams in the console', (node) => {
  for (const machine of [{ viewport: desktop }, { viewport: phone, javaScriptEnabled: false }]) {
    const how = machine.viewport === phone ? 'on a phone without script' : 'on a desktop';
    browserTest(`somebody is paused until Monday, and is back then, ${how}`, async (visit) => {
      const { ada, show } = await makePair(node(), `Sales ${made}`);
      const page = await visit(`${node().url}/console/teams`, {
        ...(await asMember(node(), await owner(node()))),
        ...machine,
      });
      await page.getByRole('link', { name: (await show()).name }).click();
      await isNext(page, 'Ada');
      await page.getByRole('link', { name: 'Pause Ada' }).click();
      await page.getByRole('button', { name: /^Until Monday/ }).click();
      await page.getByText(/^Ada is paused until Monday, .+, 08:00\.$/).waitFor();
      await isNext(page, 'Ben');
      await page.getByText(/^Paused until Monday, .+, 08:00\.$/).waitFor();
      const names = await namesInQueue(page);
      assert.deepEqual(
        names.map((name) => name.split(/\s/)[0]),
        ['Ben', 'Ada'],
      );
      assert.equal((await show()).next_assignee?.name, 'Ben');

      const until = await page.locator('#queue time').getAttribute('datetime');
      node().clock.advance(Date.parse(until as string) - node().clock.now());
      await page.reload();
      await isNext(page, 'Ada');
      assert.equal((await show()).next_assignee?.workspace_membership_id, ada.id);
    });
  }
});

onSqlite.full('Teams in the console', (node) => {
  browserTest('a manager edits the team that is theirs, and no other', async (visit) => {
    const own = await makePair(node(), 'Inbound');
    const other = await makePair(node(), 'Outbound');
    const page = await visit(`${node().url}/console/teams`, await asMember(node(), own.ada));
    const main = page.locator('main');
    assert.equal(await main.getByRole('link', { name: 'Outbound' }).count(), 0);
    await main.getByRole('link', { name: 'Inbound' }).click();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Inbound, Europe');
    await page.getByLabel('What the introduction should say').fill('Mention the languages');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('Team settings saved.', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Inbound, Europe', level: 1 }).waitFor();
    assert.equal((await own.show()).introduction_guidance, 'Mention the languages');
    assert.equal(await page.getByText('Deactivate').count(), 0);

    const before = await other.show();
    const elsewhere = `/console/teams/${other.id}/settings`;
    await page.evaluate(`document.querySelector('main form').setAttribute('action', '${elsewhere}')`);
    const [forged] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith(elsewhere)),
      page.getByRole('button', { name: 'Save settings' }).click(),
    ]);
    assert.equal(forged.status(), 404);
    assert.equal((await page.goto(other.url))?.status(), 404);
    assert.deepEqual(await other.show(), before);
  });

  browserTest('the queue is live: a turn that a request takes shows without a reload', async (visit) => {
    const team = await makePair(node(), 'Support');
    const page = await visit(team.url, await asMember(node(), team.ada));
    const stream = page.waitForResponse(/\/console\/events/);
    await page.reload();
    await stream;
    await isNext(page, 'Ada');
    await page.evaluate('globalThis.isSamePage = true');
    await makeRequest(node(), { team_id: team.id });
    let isShown = false;
    const shown = isNext(page, 'Ben').then(() => {
      isShown = true;
    });
    await untilTold(node(), () => isShown);
    await shown;
    await page.locator('#turns').getByText('Ada', { exact: true }).waitFor();
    assert.equal(await page.evaluate('globalThis.isSamePage'), true);
  });
});
