// Without a mail server messages are kept: nothing leaves, and everything can be read.
import assert from 'node:assert/strict';
import { test } from '../support/lanes.ts';
import { draftTo, messageOnce, queue, selectMessages } from '../support/makers/mail.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { dataOf, onBothEngines } from '../support/server/rota.ts';

onBothEngines('Messages without a mail server', (node) => {
  test('are kept, without an attempt', async () => {
    const [id = ''] = await queue(node(), draftTo('grace@example.org'));
    const message = await messageOnce(node(), id, ({ status }) => status === 'kept');
    assert.deepEqual([message.attempts, message.last_error, message.sent_at], [0, null, null]);
    const [row] = await selectMessages<object>(node(), 'due_at, claim_id, lease_until', [id]);
    assert.deepEqual({ ...row }, { due_at: null, claim_id: null, lease_until: null });
  });

  test('can be resent: they are kept again', async () => {
    const [id = ''] = await queue(node(), draftTo('grace@example.org'));
    await messageOnce(node(), id, ({ status }) => status === 'kept');
    assert.equal((await node().post(`/api/v1/messages/${id}/resend`)).status, 202);
    await messageOnce(node(), id, ({ status }) => status === 'kept');
  });

  test('are kept by the thousand, whatever domains they are for', async () => {
    const drafts = Array.from({ length: 1_000 }, (_, place) =>
      draftTo(`many@domain${place % 300}.example.org`),
    );
    await queue(node(), ...drafts);
    const queued = '/api/v1/messages?status=queued';
    await eventually(async () => dataOf<unknown[]>(await node().get(queued)).length === 0);
    const [row] = await node().services.database.all<{ count: number }>(
      "select count(*) as count from messages where status = 'kept' and recipient_address like 'many@%'",
    );
    assert.equal(row?.count, 1_000);
  });

  test('are counted like attempts', async () => {
    const { text } = await node().get('/metrics', { key: null });
    const [, count] = /^rota_mail_attempts_total\{outcome="success"\} (\d+)$/m.exec(text) ?? [];
    assert.ok(Number(count) >= 1_003);
    assert.match(text, /^rota_mail_in_flight 0$/m);
  });
});
