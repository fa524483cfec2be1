// Full lane, because it goes by browser beyond the usual journeys: Webhooks in a browser: why one failed and how it is recovered, a new secret, deliveries as they happen.
import assert from 'node:assert/strict';
import { asMember } from '../../support/browser/console.ts';
import { onSqlite } from '../../support/browser/site.ts';
import { browserTest, type Machine, type Visit } from '../../support/browser/visitors.ts';
import { owner } from '../../support/console/signed-in.ts';
import { createEndpoint, eventually, listDeliveries, sendTest } from '../../support/makers/webhooks.ts';
import { failForGood, NO_DELAYS } from '../../support/receivers/failed-deliveries.ts';
import { Receiver } from '../../support/receivers/receiver.ts';
import { untilTold } from '../../support/server/stream.ts';

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
      await page.getByText('ten deliveries had failed for good within 24 hours').waitFor();
      await page.getByRole('link', { name: 'CRM sync' }).click();
      await page.getByLabel('State').selectOption('Failed');
      await page.getByRole('button', { name: 'Filter' }).click();
      assert.equal(new URL(page.url()).searchParams.get('status'), 'failed');
      await page.getByRole('link', { name: 'test', exact: true }).first().click();
      await page
        .getByText('Status 500: the receiver had a problem of its own. Rota tries no more.')
        .waitFor();
      await page.getByText('"the disk is full"').waitFor();

      receiver.answer = 200;
      await page.getByRole('link', { name: 'CRM sync' }).click();
      await page.getByRole('button', { name: 'Send failed deliveries again' }).click();
      await page.getByText('What failed is delivered again').waitFor();
      await page.getByText('10 deliveries, until the endpoint is enabled').waitFor();
      await page.getByRole('button', { name: 'Enable' }).click();
      await page.getByText('Enabled. What has waited is delivered now').waitFor();
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
      await page.getByText('Replace the secret …').click();
      await page.getByRole('button', { name: 'Replace the secret' }).click();
      const secret = (await page.getByText(/^whsec_/).textContent()) as string;
      assert.notEqual(secret, endpoint.signing_secret);
      await page.getByText('The former secret signs deliveries too until').waitFor();
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
      await page.getByRole('button', { name: 'Add the endpoint' }).click();
      await page.getByRole('alert').getByText('Choose at least one under “Events”.').waitFor();
      assert.equal(await page.getByLabel('Description').inputValue(), 'Billing');
      await page.getByLabel('meeting_request.booked').check();
      await page.getByRole('button', { name: 'Add the endpoint' }).click();
      await page.getByText(/^whsec_/).waitFor();
      await page.getByRole('button', { name: 'Send a test event' }).click();
      await page.getByText('A test event is on its way').waitFor();
      await receiver.atLeast(1);
      // In place, once the attempt is recorded.
      await page.locator('#fate').getByText('Delivered', { exact: true }).first().waitFor();
      await page.getByRole('link', { name: 'Billing' }).click();
      await page.getByRole('button', { name: 'Disable' }).click();
      await page.getByText('Somebody disabled it').waitFor();
    });

    browserTest('deliveries come in as they happen', async (visit) => {
      await using receiver = await Receiver.start(200);
      const { id } = await createEndpoint(node(), receiver.url);
      const page = await open(visit, '/console');
      const stream = page.waitForResponse(/\/console\/events\?/);
      await page.goto(`${node().url}/console/webhooks/${id}`);
      await page.getByText('Nothing was sent yet').waitFor();
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
