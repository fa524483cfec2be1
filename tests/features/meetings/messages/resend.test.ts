// A message that was sent, kept or has failed can be sent again. While its request is paused, it waits.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { draftTo, messageOnce, queue, readMessage, sendingThrough } from '../../../support/makers/mail.ts';
import { applyTransition, makeRequestAfter } from '../../../support/makers/meeting-requests.ts';
import { type MessageRow, writeMessages } from '../../../support/makers/messages.ts';
import { SmtpServer } from '../../../support/receivers/smtp-server.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { AuditEntry, Message } from '../../../support/server/resources.ts';
import { dataOf, freshStorage, type Node, onBothEngines, startNode } from '../../../support/server/rota.ts';

const MESSAGES = '/api/v1/messages';

async function write(node: Node, fields: Partial<MessageRow>): Promise<string> {
  const [row] = await writeMessages(node, 1, { fieldsOf: () => fields });
  return row?.id as string;
}

const resend = (node: Node, id: string) => node.post(`${MESSAGES}/${id}/resend`);

onBothEngines('Resending a message', (node) => {
  for (const status of ['sent', 'kept', 'failed'] as const) {
    test(`202 queues one that is ${status} again, and records who did it`, async () => {
      const sent_at = status === 'sent' ? node().clock.now() : null;
      const last_error = status === 'failed' ? 'no such user' : null;
      const id = await write(node(), { status, sent_at, last_error, attempts: 3 });
      const before = dataOf<Message>(await node().get(`${MESSAGES}/${id}`));
      const answer = await resend(node(), id);
      assert.equal(answer.status, 202, answer.text);
      const fresh = { status: 'queued', attempts: 0, last_error: null, sent_at: null };
      assert.deepEqual(dataOf(answer), { ...before, ...fresh });
      const [entry] = dataOf<AuditEntry[]>(await node().get(`/api/v1/audit_log?target_id=${id}`));
      assert.deepEqual(
        [entry?.action, entry?.actor.type, entry?.target, entry?.changes],
        ['message.resent', 'api_key', { type: 'message', id }, { status: [status, 'queued'] }],
      );
    });
  }

  test('202 lets a message of a paused request wait until it is resumed', async () => {
    const { id: request_id } = await makeRequestAfter(node(), 'pause');
    const id = await write(node(), { request_id, place: 0, kind: 'assigned' });
    assert.equal(dataOf<Message>(await resend(node(), id)).status, 'queued');
    // One that does not wait, queued later, is dealt with first.
    const other = await write(node(), {});
    await resend(node(), other);
    await messageOnce(node(), other, ({ status }) => status === 'kept');
    assert.equal((await readMessage(node(), id)).status, 'queued');
    dataOf(await applyTransition(node(), request_id, 'resume'));
    await messageOnce(node(), id, ({ status }) => status === 'kept');
  });

  test('202 lets a message of a paused request go once that is cancelled, unless it offers times', async () => {
    const { id: request_id } = await makeRequestAfter(node(), 'pause');
    const assigned = await write(node(), { request_id, kind: 'assigned' });
    const offer = await write(node(), { request_id, place: 0, kind: 'options' });
    for (const id of [assigned, offer]) assert.equal((await resend(node(), id)).status, 202);
    dataOf(await applyTransition(node(), request_id, 'cancel'));
    await messageOnce(node(), assigned, ({ status }) => status === 'kept');
    const { status, last_error } = await readMessage(node(), offer);
    assert.deepEqual([status, last_error], ['failed', 'not sent: the request was cancelled']);
  });

  test('422 for one that is queued, and for one that came in', async () => {
    const queued = await write(node(), { status: 'queued' });
    const received = await write(node(), { status: 'received', direction: 'in', kind: 'reply' });
    const ignored = await write(node(), { status: 'ignored', direction: 'in', kind: 'reply' });
    await assertRefused(node(), [
      [() => resend(node(), queued), 'invalid_request', 'Cannot resend a message that is queued already'],
      [() => resend(node(), received), 'invalid_request', 'Cannot resend a message that came in'],
      [() => resend(node(), ignored), 'invalid_request', 'Cannot resend a message that came in'],
    ]);
  });

  test('of many at once, one is done and the others are refused', async () => {
    // Paused: it stays queued.
    const { id: request_id } = await makeRequestAfter(node(), 'pause');
    const id = await write(node(), { request_id, place: 0, status: 'failed' });
    const answers = await Promise.all(Array.from({ length: 8 }, () => resend(node(), id)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [202, 422, 422, 422, 422, 422, 422, 422]);
  });
});

test('a message that was kept is sent once there is a mail server, and again as the same message', async (t) => {
  const storage = await freshStorage('sqlite');
  t.after(storage.remove);
  const before = await startNode(storage);
  const [id = ''] = await queue(before, draftTo('grace@example.org'));
  await messageOnce(before, id, ({ status }) => status === 'kept');
  await before.stop();

  await using server = await SmtpServer.start();
  const node = await startNode(storage, { environment: sendingThrough(server.url) });
  try {
    for (const times of [1, 2]) {
      assert.equal((await resend(node, id)).status, 202);
      const { attempts, sent_at } = await messageOnce(node, id, ({ status }) => status === 'sent');
      assert.deepEqual(
        [attempts, sent_at, server.taken.length],
        [1, new Date(node.clock.now()).toISOString(), times],
      );
    }
    const [first, second] = server.taken;
    assert.match(first?.raw ?? '', new RegExp(`^Message-ID: <${id}\\.`, 'm'));
    assert.equal(first?.raw, second?.raw);
  } finally {
    await node.stop();
  }
});
