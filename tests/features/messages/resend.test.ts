// A message that was sent, kept or has failed can be sent again. While its request is paused, it waits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeRequestAfter } from '../../support/makers/meeting-requests.ts';
import { type MessageRow, writeMessages } from '../../support/makers/messages.ts';
import { assertRefused } from '../../support/server/refusal.ts';
import type { AuditEntry, Message } from '../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../../support/server/rota.ts';

const MESSAGES = '/api/v1/messages';

async function write(node: Node, fields: Partial<MessageRow>): Promise<string> {
  const [row] = await writeMessages(node, 1, { fieldsOf: () => fields });
  return row?.id as string;
}

const resend = (node: Node, id: string) => node.post(`${MESSAGES}/${id}/resend`);

async function dueAt(node: Node, id: string): Promise<number | null | undefined> {
  const row = await node.services.database.get<{ due_at: number | null }>(
    'select due_at from messages where id = $1',
    [id],
  );
  return row?.due_at;
}

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

  test('202 lets a message of a paused request wait', async () => {
    const { id: request_id } = await makeRequestAfter(node(), 'pause');
    const id = await write(node(), { request_id, place: 0 });
    assert.equal(dataOf<Message>(await resend(node(), id)).status, 'queued');
    assert.equal(await dueAt(node(), id), null);
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
