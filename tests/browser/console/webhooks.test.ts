// Full lane, because it goes by browser beyond the usual journeys: Webhooks in a browser: why one failed and how it is recovered, a new secret, deliveries as they happen.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { MAX_ATTEMPTS } from '../../../src/webhooks/channel.ts';
import { asMember } from '../../support/browser/console.ts';
import { onSqlite } from '../../support/browser/site.ts';
import { browserTest, type Machine, type Visit } from '../../support/browser/visitors.ts';
import { owner } from '../../support/console/signed-in.ts';
import {
  afterAttempts,
  createEndpoint,
  eventually,
  listDeliveries,
  sendTest,
  tryOnce,
} from '../../support/makers/webhooks.ts';
import { failForGood, NO_DELAYS } from '../../support/receivers/failed-deliveries.ts';
import { Receiver } from '../../support/receivers/receiver.ts';
import { untilTold } from '../../support/server/stream.ts';

const RETRY_SECONDS = 3_600;

onSqlite(
  'Webhooks in a browser',
  (node) => {
    const open = async (visit: Visit, path: string, machine: Machine = {}) =>
      visit(node().url + path, { ...(await asMember(node(), await owner(node()))), ...machine });

    browserTest('why one failed is found, and what failed is sent again, without a script', async (visit) => {
      await using receiver = await Receiver.start((response) =>
        response.writeHead(500).end('{"error":"the disk is full"}'),
      );
      const { id } = await createEndpoint(node(), receiver.url, { description: 'CRM sync' });
      const failed = await failForGood(node(), id, 10);
      const page = await open(visit, '/console/webhooks', { javaScriptEnabled: false });
      await page.getByRole('link', { name: 'Failing' }).click();
      await page.getByText('after ten deliveries failed for good within 24 hours').waitFor();
      await page.getByRole('link', { name: 'CRM sync' }).click();
      await page.getByLabel('State').selectOption('Failed');
      await page.getByRole('button', { name: 'Filter' }).click();
      assert.equal(new URL(page.url()).searchParams.get('status'), 'failed');
      await page.getByRole('link', { name: 'test', exact: true }).first().click();
      await page
        .getByText('Status 500: the receiver had an error of its own. There are no more attempts.')
        .waitFor();
      await page.getByText('"the disk is full"').waitFor();

      receiver.answer = 200;
      await page.getByRole('link', { name: 'CRM sync' }).click();
      await page.getByRole('button', { name: 'Send failed deliveries again' }).click();
      await page.getByText('Failed deliveries are being sent again.').waitFor();
      await page.getByText('10 deliveries, until the endpoint is enabled').waitFor();
      await page.getByRole('button', { name: 'Enable' }).click();
      await page.getByText('Endpoint enabled.').waitFor();
      await eventually(
        async () => (await listDeliveries(node(), id, '&status=success')).length === failed.length,
      );
      await page.reload();
      await page.getByText('No deliveries').waitFor();
      assert.equal(await page.getByRole('cell', { name: 'Delivered' }).count(), failed.length);
    });

    browserTest('a new secret is seen once', async (visit) => {
      const endpoint = await createEndpoint(node(), 'http://127.0.0.1:9/hook', { description: 'Warehouse' });
      node().clock.advance(1_000);
      const page = await open(visit, `/console/webhooks/${endpoint.id}`);
      await page.getByRole('link', { name: 'Settings' }).last().click();
      await page.getByText('Replace secret …').click();
      await page.getByRole('button', { name: 'Replace secret' }).click();
      const secret = (await page.getByText(/^whsec_/).textContent()) as string;
      assert.notEqual(secret, endpoint.signing_secret);
      await page.getByText('Deliveries are also signed with the old secret until').waitFor();
      // Sends the form again.
      await page.reload();
      await page.getByRole('alert').waitFor();
      assert.ok(!(await page.content()).includes('whsec_'));
      await page.goBack();
      assert.ok(!(await page.content()).includes('whsec_'));
    });

    browserTest('one is made, tried and switched off', async (visit) => {
      await using receiver = await Receiver.start(200);
      const page = await open(visit, '/console/webhooks/new');
      await page.getByLabel('URL').fill(receiver.url);
      await page.getByLabel('Description').fill('Billing');
      await page.getByRole('button', { name: 'Add endpoint' }).click();
      await page.getByRole('alert').getByText('Choose at least one under “Events”.').waitFor();
      assert.equal(await page.getByLabel('Description').inputValue(), 'Billing');
      await page.getByLabel('meeting_request.booked').check();
      await page.getByRole('button', { name: 'Add endpoint' }).click();
      await page.getByText(/^whsec_/).waitFor();
      await page.getByRole('button', { name: 'Send a test event' }).click();
      await page.getByText('A test event is on its way').waitFor();
      await receiver.atLeast(1);
      // In place, once the attempt is recorded.
      await page.locator('#fate').getByText('Delivered', { exact: true }).first().waitFor();
      await page.getByRole('link', { name: 'Billing' }).click();
      await page.getByRole('button', { name: 'Disable' }).click();
      await page.getByText('Disabled by hand on').waitFor();
    });

    browserTest('deliveries come in as they happen', async (visit) => {
      await using receiver = await Receiver.start(200);
      const { id } = await createEndpoint(node(), receiver.url);
      const page = await open(visit, '/console');
      const stream = page.waitForResponse(/\/console\/events\?/);
      await page.goto(`${node().url}/console/webhooks/${id}`);
      await page.getByText('No deliveries yet').waitFor();
      let hasBegun = false;
      void stream.then(() => {
        hasBegun = true;
      });
      await untilTold(node(), () => hasBegun);
      const deliveryId = await sendTest(node(), id);
      let isShown = false;
      const link = page.locator(`#deliveries a[href$="${deliveryId}"]`);
      void link.waitFor().then(() => {
        isShown = true;
      });
      await untilTold(node(), () => isShown);
      await page.getByRole('cell', { name: 'Delivered' }).waitFor();
    });
  },
  NO_DELAYS,
);

onSqlite(
  'From the overview to a delivery that failed',
  (node) => {
    const counting = (page: Page) => {
      const clicks = { made: 0 };
      const click = async (name: string, role: 'link' | 'button' = 'link') => {
        await page.getByRole(role, { name, exact: true }).first().click();
        clicks.made += 1;
      };
      return { clicks, click };
    };

    browserTest('one that is being retried is sent at once with two clicks', async (visit) => {
      await using receiver = await Receiver.start(501);
      const { id } = await createEndpoint(node(), receiver.url, { description: 'CRM sync' });
      await tryOnce(node(), id);
      const page = await visit(`${node().url}/console`, await asMember(node(), await owner(node())));
      await page.locator('#needs').getByText('Retrying', { exact: true }).waitFor();
      const { clicks, click } = counting(page);
      await click('See deliveries');
      await page.getByText('Last answer: 501, the receiver had an error of its own').waitFor();
      receiver.answer = 200;
      await click('Retry now', 'button');
      await page.getByText('Trying the delivery again now').waitFor();
      await page.locator('#fate').getByText('Delivered', { exact: true }).first().waitFor();
      assert.deepEqual([clicks.made, receiver.received.length], [2, 2]);
      await page.goto(`${node().url}/console`);
      await page.locator('#needs').getByText('All clear').waitFor();
    });

    browserTest('one that has failed for good is sent again with three', async (visit) => {
      await using receiver = await Receiver.start(500);
      const { id } = await createEndpoint(node(), receiver.url, { description: 'Warehouse' });
      const delivery = await tryOnce(node(), id);
      for (let attempts = 2; attempts <= MAX_ATTEMPTS; attempts++) {
        node().clock.advance(RETRY_SECONDS * 1_100);
        await afterAttempts(node(), id, delivery.id, attempts);
      }
      const page = await visit(`${node().url}/console`, await asMember(node(), await owner(node())));
      const { clicks, click } = counting(page);
      await click('See deliveries');
      await click('test');
      receiver.answer = 200;
      await click('Send delivery again', 'button');
      await page.locator('#fate').getByText('Delivered', { exact: true }).first().waitFor();
      assert.deepEqual([clicks.made, receiver.received.length], [3, MAX_ATTEMPTS + 1]);
    });
  },
  { environment: { ROTA_WEBHOOK_RETRY_DELAYS: String(RETRY_SECONDS) } },
);
