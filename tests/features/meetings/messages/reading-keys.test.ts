// A key that may only read gets no link by which it could answer, move or cancel for a participant.
import assert from 'node:assert/strict';
import type { Scope } from '../../../../src/scopes.ts';
import { test } from '../../../support/lanes.ts';
import { offerTo } from '../../../support/makers/booking-page.ts';
import { REQUESTS } from '../../../support/makers/meeting-requests.ts';
import type { Shown } from '../../../support/makers/scheduling.ts';
import { untilIdle } from '../../../support/server/idle.ts';
import type { Message } from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const READING: Scope[] = ['meeting_requests.read', 'messages.read', 'messages.write', 'privacy.read'];
const TOKEN = /[0-9a-hjkmnp-tv-z]{54}/;

/** Everything that a key can read about a request with a participant, and about what was written to them. */
async function readAll(node: Node, key: string, id: string) {
  const shown = dataOf<Shown>(await node.get(`${REQUESTS}/${id}`, { key }));
  const messages = dataOf<Message[]>(await node.get(`${REQUESTS}/${id}/messages`, { key }));
  const [message] = messages;
  assert.ok(message);
  const others = [
    await node.get('/api/v1/messages', { key }),
    await node.get(`/api/v1/messages/${message.id}`, { key }),
    await node.post(`/api/v1/messages/${message.id}/resend`, {}, { key }),
    await node.post('/api/v1/exports', { email: 'grace@example.org' }, { key }),
  ];
  for (const { status, text } of others) assert.ok(status < 300, text);
  return { shown, messages, texts: others.map(({ text }) => text) };
}

onBothEngines('A key that may only read', (node) => {
  test('sees neither booking_url nor a link in what was written', async () => {
    const { id } = await offerTo(node(), ['grace@example.org']);
    await untilIdle(node());
    const { shown, messages, texts } = await readAll(node(), await node().keyWith(...READING), id);
    assert.deepEqual(
      shown.participants.map(({ booking_url }) => booking_url),
      [null],
    );
    for (const text of [JSON.stringify(messages), ...texts]) assert.doesNotMatch(text, TOKEN);
    assert.match(messages[0]?.text ?? '', /\[link\]/);
  });

  test('sees both with meeting_requests.write', async () => {
    const { id } = await offerTo(node(), ['grace@example.org']);
    await untilIdle(node());
    const key = await node().keyWith(...READING, 'meeting_requests.write');
    const { shown, messages } = await readAll(node(), key, id);
    const page = shown.participants[0]?.booking_url ?? '';
    assert.match(page, TOKEN);
    assert.ok(messages.some(({ text }) => text.includes(page)));
  });
});
