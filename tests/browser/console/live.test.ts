// Full lane, because it goes by browser beyond the usual journeys: Live parts of a page: shown anew when something happened, without disturbing whoever is at work in them.
import assert from 'node:assert/strict';
import { inlineForm, textField } from '../../../src/html/fields.ts';
import { html } from '../../../src/html/html.ts';
import { asMember } from '../../support/browser/console.ts';
import { openLivePage } from '../../support/browser/live-page.ts';
import { onSqlite } from '../../support/browser/site.ts';
import { browserTest } from '../../support/browser/visitors.ts';
import { owner } from '../../support/console/signed-in.ts';
import { reply } from '../../support/makers/letters.ts';
import { makeRequest } from '../../support/makers/meeting-requests.ts';
import { makeOffered } from '../../support/makers/scheduling.ts';
import { untilTold } from '../../support/server/stream.ts';

const part = (text: string, token = 'a') => html`<p>${text}</p>
<details><summary>More</summary><p>of ${text}</p></details>
${inlineForm({ action: '/console/made-up', token, label: 'Pause' })}`;

onSqlite('A live part', (node) => {
  browserTest('changes when something happened, and says so', async (visit) => {
    const live = await openLivePage(visit, node(), await asMember(node(), await owner(node())), {
      queue: part('Ada is next'),
      deliveries: part('3 deliveries'),
    });
    const { page } = live;
    const status = page.getByRole('status').filter({ hasText: /./ });
    await live.pass(2_000);
    assert.equal(await status.count(), 0, 'nothing has changed');

    live.show({ queue: part('Grace is next', 'b'), deliveries: part('3 deliveries', 'b') });
    const before = live.asked();
    await live.pass(3_000);
    await makeRequest(node());
    await untilTold(node(), () => live.asked() > before);
    await page.getByText('Grace is next', { exact: true }).waitFor();
    assert.equal(await status.innerText(), 'Updated: About queue', 'another token is no change');

    const soon = live.asked();
    await live.pass(2_000);
    assert.ok(live.asked() > soon, 'once more, for what follows a moment later');
    live.show({ queue: part('Alan is next'), deliveries: part('4 deliveries') });
    const later = live.asked();
    await live.pass(8_000);
    await page.getByText('4 deliveries', { exact: true }).waitFor();
    assert.ok(live.asked() <= later + 8 / 2, 'at most one request in 2 seconds');
    const atRest = live.asked();
    await live.pass(30_000);
    assert.ok(live.asked() > atRest, 'and from time to time');
  });

  browserTest('keeps what is open, the focus, and what somebody types or selects', async (visit) => {
    const first = {
      queue: html`${part('Ada is next')}${textField({ name: 'note', label: 'Note' })}`,
      deliveries: part('3 deliveries'),
    };
    const live = await openLivePage(visit, node(), await asMember(node(), await owner(node())), first);
    const { page } = live;
    const deliveries = page.locator('#deliveries');
    await page.getByLabel('Note').fill('Tell Grace');
    await deliveries.getByText('More').click();
    await deliveries.getByRole('button', { name: 'Pause' }).focus();
    live.show({ queue: part('Grace is next'), deliveries: part('4 deliveries') });
    await live.pass(30_000);
    await deliveries.getByText('of 4 deliveries').waitFor({ state: 'visible' });
    assert.equal(await page.evaluate('document.activeElement.closest("section").id'), 'deliveries');
    assert.equal(await page.evaluate('document.activeElement.innerText'), 'Pause');
    await page.getByText('Ada is next', { exact: true }).waitFor();
    assert.equal(await page.getByLabel('Note').inputValue(), 'Tell Grace');

    await page.getByLabel('Note').fill('');
    await page.evaluate('document.activeElement.blur()');
    await page.evaluate('getSelection().selectAllChildren(document.querySelector("#queue p"))');
    await live.pass(30_000);
    await page.getByText('Ada is next', { exact: true }).waitFor();
    await page.evaluate('getSelection().removeAllRanges()');
    await live.pass(30_000);
    await page.getByText('Grace is next', { exact: true }).waitFor();
  });

  browserTest('asks nothing while it is out of sight, and at once when it is back', async (visit) => {
    const live = await openLivePage(visit, node(), await asMember(node(), await owner(node())), {
      queue: part('Ada is next'),
    });
    const { page } = live;
    const hide = (hidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'))`);
    await live.pass(2_000);
    const before = live.asked();
    await hide(true);
    live.show({ queue: part('Grace is next') });
    await live.pass(120_000);
    assert.equal(live.asked(), before);
    await hide(false);
    await untilTold(node(), () => live.asked() > before);
    await page.getByText('Grace is next', { exact: true }).waitFor();
  });

  browserTest('gives up quietly when the session has ended', async (visit) => {
    const machine = await asMember(node(), await owner(node()));
    const live = await openLivePage(visit, node(), machine, { queue: part('Ada is next') });
    await live.pass(30_000);
    const before = live.asked();
    live.fail(303, { location: '/console/sign-in' });
    await live.pass(30_000);
    assert.equal(live.asked(), before + 1);
    await live.pass(120_000);
    assert.equal(live.asked(), before + 1);
    assert.equal(await live.page.getByText('Ada is next', { exact: true }).count(), 1);
  });

  browserTest('is the conversation about a request: a reply stands there without a reload', async (visit) => {
    const { id } = await makeOffered(node());
    const machine = await asMember(node(), await owner(node()));
    const page = await visit(`${node().url}/console/profile/sessions`, machine);
    const stream = page.waitForResponse(/\/console\/events/);
    await page.goto(`${node().url}/console/requests/${id}`);
    await stream;
    await page.evaluate('globalThis.isSamePage = true');
    await reply(node(), id, 'Let me think about it.');
    let isShown = false;
    const shown = page
      .locator('#conversation .in')
      .getByText('Let me think about it.')
      .waitFor()
      .then(() => {
        isShown = true;
      });
    await untilTold(node(), () => isShown);
    await shown;
    await page.getByText('Needs attention').first().waitFor();
    assert.equal(await page.evaluate('globalThis.isSamePage'), true);
  });
});
