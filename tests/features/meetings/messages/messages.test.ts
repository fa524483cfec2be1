// Messages are listed with filters and pages, also those of one request, and each can be read with its fate.
import assert from 'node:assert/strict';
import { statuses } from '../../../../src/features/meetings/messages/rules.ts';
import { messageKinds } from '../../../../src/mail-out/drafts.ts';
import { test } from '../../../support/lanes.ts';
import { makeRequest, REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { type MessageRow, writeMessageAbout, writeMessages } from '../../../support/makers/messages.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { Message, Page } from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const MESSAGES = '/api/v1/messages';
const incoming = ['received', 'ignored'];
const incomingKinds = ['request', 'reply', 'calendar_reply', 'bounce'];

const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);
const newestFirst = (rows: MessageRow[]) => idsOf(rows).reverse();

/** All pages of a list of a new workspace, which has no other messages. */
async function walk(node: Node, key: string, path: string, filters: Record<string, string> = {}) {
  const seen: Message[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: URLSearchParams = new URLSearchParams({ ...filters, limit: '7', ...(cursor && { cursor }) });
    const answer = await node.get(`${path}?${query}`, { key });
    assert.equal(answer.status, 200, answer.text);
    const { data, meta } = answer.body as Page<Message>;
    seen.push(...data);
    assert.deepEqual([meta.limit, meta.has_more], [7, meta.next_cursor !== null]);
    cursor = meta.next_cursor;
  }
  return seen;
}

/** Two of every kind in every state that a message of that kind can have. */
async function writeEveryKind(node: Node, workspaceId: string): Promise<MessageRow[]> {
  const combined = messageKinds.flatMap((kind) =>
    statuses
      .filter((status) => incoming.includes(status) === incomingKinds.includes(kind))
      .map((status) => ({ kind, status, direction: incoming.includes(status) ? 'in' : 'out' }) as const),
  );
  return writeMessages({ ...node, workspaceId }, 2 * combined.length, {
    fieldsOf: (place) => combined[place % combined.length] ?? {},
  });
}

onBothEngines('Messages', (node) => {
  test('200 shows each with what it says and what became of it', async () => {
    const { id: request_id } = await makeRequest(node(), { notify_participants: false });
    const now = node().clock.now();
    const [message] = await writeMessages(node(), 1, {
      fieldsOf: () => ({
        request_id,
        sender_name: 'Ada "Countess" \\ Lovelace via Rota',
        status: 'failed',
        attempts: 2,
        last_error: 'the mail server said 550 5.1.1 no such user',
      }),
    });
    const shown = {
      id: message?.id,
      meeting_request_id: request_id,
      direction: 'out',
      kind: 'options',
      from: '"Ada \\"Countess\\" \\\\ Lovelace via Rota" <sales.acme@rota.localhost>',
      to: 'grace@example.org',
      subject: 'Demo 0',
      text: message?.text,
      status: 'failed',
      understood_as: null,
      rule: null,
      ignored_because: null,
      attempts: 2,
      last_error: 'the mail server said 550 5.1.1 no such user',
      created_at: new Date(now).toISOString(),
      sent_at: null,
    };
    assert.deepEqual(dataOf(await node().get(`${MESSAGES}/${message?.id}`)), shown);
    assert.deepEqual(dataOf(await node().get(`${MESSAGES}?limit=1&status=failed`)), [shown]);
    assert.deepEqual(dataOf(await node().get(`${REQUESTS}/${request_id}/messages`)), [shown]);

    const [nameless] = await writeMessages(node(), 1, {
      fieldsOf: () => ({ sender_name: null, status: 'sent', sent_at: now + 250 }),
    });
    const { from, sent_at, meeting_request_id } = dataOf<Message>(
      await node().get(`${MESSAGES}/${nameless?.id}`),
    );
    assert.deepEqual(
      [from, sent_at, meeting_request_id],
      ['sales.acme@rota.localhost', new Date(now + 250).toISOString(), null],
    );
  });

  test('200 lists them newest first, by every combination of filters, page by page', async () => {
    const { id, rawKey } = await node().otherWorkspace();
    const rows = await writeEveryKind(node(), id);
    const choices = {
      status: [undefined, ...statuses],
      direction: [undefined, 'in', 'out'],
      kind: [undefined, ...messageKinds],
    };
    for (const status of choices.status) {
      for (const direction of choices.direction) {
        for (const kind of choices.kind) {
          const filter = {
            ...(status && { status }),
            ...(direction && { direction }),
            ...(kind && { kind }),
          };
          const matching = rows.filter((row) =>
            Object.entries(filter).every(([name, value]) => row[name as keyof MessageRow] === value),
          );
          assert.deepEqual(
            idsOf(await walk(node(), rawKey, MESSAGES, filter)),
            newestFirst(matching),
            JSON.stringify(filter),
          );
        }
      }
    }
  });

  test('200 lists those to and from one person, whatever the case of the address', async () => {
    const { id, rawKey } = await node().otherWorkspace();
    const rows = await writeMessages({ ...node(), workspaceId: id }, 12, {
      fieldsOf: (place) =>
        place % 2 === 0
          ? { recipient_address: place % 3 === 0 ? 'Zoe@Example.org' : 'adam@example.org' }
          : {
              ...{ direction: 'in', status: 'received', kind: 'reply', recipient_address: 'zoe@example.org' },
              sender_address: place % 3 === 0 ? 'ZOE@example.org' : 'adam@example.org',
            },
    });
    const ofZoe = rows.filter((_, place) => place % 3 === 0);
    const find = async (filter: Record<string, string>) =>
      idsOf(await walk(node(), rawKey, MESSAGES, filter));
    assert.deepEqual(await find({ address: 'zoe@example.org' }), newestFirst(ofZoe));
    const cameIn = ofZoe.filter(({ direction }) => direction === 'in');
    assert.deepEqual(await find({ address: 'Zoe@example.org', direction: 'in' }), newestFirst(cameIn));
    assert.deepEqual(await find({ address: 'zoe@example.org', kind: 'reply' }), newestFirst(cameIn));
    assert.deepEqual(await find({ address: 'oe@example.org' }), []);
  });

  test('200 lists those of one request, and none of another', async () => {
    const [one, other] = [
      await makeRequest(node(), { notify_participants: false }),
      await makeRequest(node(), { notify_participants: false }),
    ];
    const rows = await writeMessages(node(), 20, {
      fieldsOf: (place) => ({ request_id: [one.id, other.id, null][place % 3] ?? null }),
    });
    for (const { id } of [one, other]) {
      const listed = await walk(node(), node().rawKey, `${REQUESTS}/${id}/messages`);
      assert.deepEqual(idsOf(listed), newestFirst(rows.filter(({ request_id }) => request_id === id)));
    }
    const none = await makeRequest(node(), { notify_participants: false });
    assert.deepEqual(await walk(node(), node().rawKey, `${REQUESTS}/${none.id}/messages`), []);
  });

  test('422 and 404 say what is wrong with a filter, a page or an id', async () => {
    const get = (path: string) => () => node().get(path);
    const { id: unknown } = (await writeMessages(node(), 1))[0] as MessageRow;
    await node().services.database.change('delete from messages where id = $1', [unknown]);
    await assertRefused(node(), [
      [
        get(`${MESSAGES}?status=lost`),
        'invalid_request',
        'status must be one of queued, sent, kept, failed, received, ignored',
      ],
      [get(`${MESSAGES}?direction=up`), 'invalid_request', 'direction must be one of in, out'],
      [get(`${MESSAGES}?kind=spam`), 'invalid_request', `kind must be one of ${messageKinds.join(', ')}`],
      [get(`${MESSAGES}?limit=many`), 'invalid_request', 'limit must be an integer'],
      [
        get(`${MESSAGES}?cursor=mr_1`),
        'invalid_request',
        'cursor must be the next_cursor of an earlier page of this list',
      ],
      [get(`${MESSAGES}/${unknown}`), 'not_found', 'Message not found'],
      [get(`${MESSAGES}/msg_1`), 'not_found', 'Message not found'],
      [get(`${REQUESTS}/${unknown.replace('msg', 'mr')}/messages`), 'not_found', 'Meeting request not found'],
      [() => node().post(`${MESSAGES}/${unknown}/resend`), 'not_found', 'Message not found'],
    ]);
  });

  test('no message of another workspace is listed, read or sent again', async () => {
    const { rawKey: key } = await node().otherWorkspace();
    const { id: requestId } = await makeRequest(node(), { notify_participants: false });
    const id = await writeMessageAbout(node(), requestId);
    assert.deepEqual(await walk(node(), key, MESSAGES), []);
    await assertRefused(node(), [
      [() => node().get(`${MESSAGES}/${id}`, { key }), 'not_found', 'Message not found'],
      [() => node().post(`${MESSAGES}/${id}/resend`, undefined, { key }), 'not_found', 'Message not found'],
      [
        () => node().get(`${REQUESTS}/${requestId}/messages`, { key }),
        'not_found',
        'Meeting request not found',
      ],
    ]);
    assert.deepEqual(idsOf(await walk(node(), node().rawKey, `${REQUESTS}/${requestId}/messages`)), [id]);
  });
});
