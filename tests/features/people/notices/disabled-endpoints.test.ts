// An endpoint that Rota disables is announced to the others and to admins by mail, once.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { pathOf } from '../../../support/makers/webhook-endpoints.ts';
import { createEndpoint, listDeliveries, readEndpoint } from '../../../support/makers/webhooks.ts';
import { failForGood, NO_DELAYS } from '../../../support/receivers/failed-deliveries.ts';
import { Receiver } from '../../../support/receivers/receiver.ts';
import type { Message } from '../../../support/server/resources.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const EVENT = 'webhook_endpoint.disabled';

onBothEngines(
  'An endpoint that is disabled for its failures',
  (node) => {
    const events = async () =>
      dataOf<{ type: string; payload: object }[]>(await node().get('/api/v1/events?limit=100'))
        .filter(({ type }) => type === EVENT)
        .map(({ payload }) => payload as Record<string, unknown>);
    const mails = async () => dataOf<Message[]>(await node().get('/api/v1/messages?kind=endpoint_disabled'));

    test('is announced, by mail and to the other endpoints; to itself once it is enabled', async () => {
      await using receiver = await Receiver.start(500);
      await using watcher = await Receiver.start(200);
      const fields = { events: [EVENT], description: 'CRM' };
      const secret = `${receiver.url}?token=hush`;
      const endpoint = await createEndpoint(node(), secret, fields);
      const other = await createEndpoint(node(), watcher.url, fields);
      await failForGood(node(), endpoint.id, 9);
      assert.deepEqual([await events(), await mails()], [[], []]);
      await failForGood(node(), endpoint.id, 1);

      const { disabled_at } = await readEndpoint(node(), endpoint.id);
      const [event, ...others] = await events();
      assert.deepEqual(others, []);
      const { timestamp: _, ...payload } = event ?? {};
      assert.deepEqual(payload, {
        event: EVENT,
        id: endpoint.id,
        disabled_reason: 'too_many_failures',
        disabled_at,
      });
      const typesTo = async (id: string) =>
        (await listDeliveries(node(), id)).map(({ event_type }) => event_type);
      assert.deepEqual(await typesTo(other.id), [EVENT]);
      // As everything that happens while it is disabled: it waits until somebody enables it.
      const [own] = (await listDeliveries(node(), endpoint.id)).filter(
        ({ event_type }) => event_type === EVENT,
      );
      assert.deepEqual([own?.status, own?.attempts], ['pending', 0]);

      const [mail, ...more] = await mails();
      assert.deepEqual(more, []);
      assert.equal(
        mail?.subject,
        `Action needed: Webhook endpoint ${new URL(receiver.url).host} was disabled`,
      );
      assert.doesNotMatch(mail?.text ?? '', /hush/);
      assert.match(mail?.text ?? '', /Description: CRM/);
      assert.ok(mail?.text.includes(`/console/webhooks/${endpoint.id}`));
    });

    test('by hand is announced to nobody', async () => {
      const before = (await mails()).length;
      const endpoint = await createEndpoint(node(), 'http://127.0.0.1:1/hook', { events: [EVENT] });
      dataOf(await node().patch(pathOf(endpoint), { enabled: false }));
      assert.deepEqual([(await mails()).length, (await events()).length], [before, 1]);
    });
  },
  NO_DELAYS,
);
