// How people get into the console and out of it: from the first start, and by a link that works once.
import assert from 'node:assert/strict';
import { beforeEach } from 'node:test';
import type { Page } from 'playwright-core';
import { MINUTE_MS } from '../../../src/time/timestamps.ts';
import { startLossyProxy } from '../../support/browser/lossy-proxy.ts';
import { onSqlite } from '../../support/browser/site.ts';
import { browserTest } from '../../support/browser/visitors.ts';
import { visitAs } from '../../support/console/browser.ts';
import { DOOR } from '../../support/console/door.ts';
import { linkFor, owner } from '../../support/console/signed-in.ts';
import { inFullLane } from '../../support/lanes.ts';
import { makeMember } from '../../support/makers/team-members.ts';
import { EmptyStorage } from '../../support/server/process.ts';
import { dataOf } from '../../support/server/rota.ts';

inFullLane(() => {
  browserTest('the first start prints a link, which opens the console', async (visit) => {
    await using storage = await EmptyStorage.make('sqlite');
    await using server = await storage.serve();
    const [url] = /http:\/\/\S+\/console\/sign-in\/\S+/.exec(server.stdout) ?? [];
    assert.ok(url, server.stdout);
    const page = await visit(url);
    await page.getByRole('button', { name: 'Sign in as owner@example.com' }).click();
    await page.waitForURL(`${server.address}/console`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You’re signed out').waitFor();
    await page.goto(`${server.address}/console`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
});

/** Two presses are two navigations, the first of which is given up: so the page is waited for, and not its address. */
async function assertInConsole(page: Page, url: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  assert.equal(page.url(), `${url}/console`);
}

onSqlite('Signing in', (node) => {
  // An address has few forms a minute.
  beforeEach(() => node().clock.advance(MINUTE_MS));

  browserTest('a link that is opened twice signs in once', async (visit) => {
    const member = await makeMember(node());
    const url = await linkFor(node(), member);
    const [first, second] = [await visit(url, { javaScriptEnabled: false }), await visit(url)];
    const buttonOn = (page: typeof first) => page.getByRole('button', { name: `Sign in as ${member.email}` });
    await buttonOn(first).click();
    await first.waitForURL(`${node().url}/console`);
    await buttonOn(second).click();
    await second.getByRole('heading', { name: 'This link has already been used' }).waitFor();
    await second.goto(`${node().url}/console`);
    await second.getByLabel('Your email address').waitFor();
    // A double click on the button of another one is the same as one click.
    const third = await visit(await linkFor(node(), member));
    await buttonOn(third).dblclick();
    await assertInConsole(third, node().url);
  });

  browserTest('the button of a link is pressed again after its response was lost', async (visit) => {
    await using network = await startLossyProxy(node().url);
    const member = await makeMember(node());
    for (const javaScriptEnabled of [true, false]) {
      const { pathname } = new URL(await linkFor(node(), member));
      const page = await visit(network.url + pathname, { javaScriptEnabled });
      const cookies = async () => (await page.context().cookies()).map(({ name }) => name).sort();
      const button = page.getByRole('button', { name: `Sign in as ${member.email}` });
      const { x, y, width, height } = (await button.boundingBox()) ?? assert.fail('it can be seen');
      // Playwright's own click would wait for the response before it presses again.
      const press = () => page.mouse.click(x + width / 2, y + height / 2);
      const lost = network.loseNextForm();
      await press();
      assert.equal(await lost, 303, 'the link is used up');
      assert.deepEqual(await cookies(), ['rota-visit'], 'and the browser does not know it');
      await press();
      await assertInConsole(page, network.url);
      assert.deepEqual(await cookies(), ['rota', 'rota-visit']);
    }
    const sessions = await node().services.database.all('select 1 from sessions where member_id = $1', [
      member.id,
    ]);
    assert.equal(sessions.length, 2, 'one for each link');
  });
});

onSqlite.full('Signing in', (node) => {
  browserTest('an unknown address learns nothing, and nobody gets a mail', async (visit) => {
    const member = await makeMember(node());
    const seen = [];
    for (const email of [member.email, 'nobody@example.com']) {
      const page = await visit(`${node().url}/console/requests`);
      await page.getByLabel('Your email address').fill(email);
      await page.getByRole('button', { name: 'Send sign-in link' }).click();
      await page.getByRole('heading', { name: 'This server doesn’t send email yet' }).waitFor();
      seen.push([page.url(), await page.content()]);
    }
    assert.deepEqual(seen[0], seen[1]);
    const messages = dataOf<{ to: string }[]>(await node().get('/api/v1/messages?kind=sign_in'));
    assert.deepEqual(
      messages.map(({ to }) => to),
      [member.email],
    );
  });

  browserTest('who was sent to sign in comes back to the page that they wanted', async (visit) => {
    const member = await owner(node());
    const page = await visit(`${node().url}/console/settings?x=1`);
    await page.getByLabel('Your email address').fill('nobody@example.com');
    await page.getByRole('button', { name: 'Send sign-in link' }).click();
    await page.getByRole('heading', { name: 'This server doesn’t send email yet' }).waitFor();
    await page.goto(await linkFor(node(), member));
    await page.getByRole('button', { name: `Sign in as ${member.email}` }).click();
    await page.waitForURL(`${node().url}/console/settings?x=1`);
  });

  browserTest('a session that is ended elsewhere is over with the next click', async (visit) => {
    const member = await makeMember(node());
    const lost = await visitAs(visit, node(), member);
    const here = await visitAs(visit, node(), member, '/console/profile/sessions');
    const there = here.getByRole('row').filter({ hasNotText: 'This browser' });
    await there.getByRole('button', { name: 'End session' }).click();
    await here.getByText('Session ended: that browser is signed out.').waitFor();
    assert.equal(await there.getByRole('button').count(), 0);

    await lost.getByRole('navigation').getByRole('link', { name: 'Requests' }).click();
    await lost.waitForURL((url) => url.pathname === DOOR);
    assert.equal(new URL(lost.url()).searchParams.get('next'), '/console/requests');
    await here.reload();
    assert.equal(new URL(here.url()).pathname, '/console/profile/sessions');
  });
});
