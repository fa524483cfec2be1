// The pages of messages: which are found, what is told of one, and sending it again.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { ask } from '../support/console/door.ts';
import { linkFor, owner, type SignedIn, signedIn } from '../support/console/signed-in.ts';
import { test } from '../support/lanes.ts';
import { offerTo, queue } from '../support/makers/mail.ts';
import { makeRequest } from '../support/makers/meeting-requests.ts';
import { type MessageRow, writeMessageAbout, writeMessages } from '../support/makers/messages.ts';
import { makeMember } from '../support/makers/team-members.ts';
import { eventually } from '../support/makers/webhooks.ts';
import type { Message } from '../support/server/resources.ts';
import { dataOf, onBothEngines } from '../support/server/rota.ts';

const MESSAGES = '/console/messages';

onBothEngines('Messages in the console', (node) => {
  let ada: SignedIn;
  let outgoing: MessageRow[];
  let incoming: MessageRow[];

  before(async () => {
    ada = await signedIn(node(), await owner(node()));
    const place = { services: node().services, workspaceId: node().workspaceId };
    outgoing = await writeMessages(place, 26, {
      fieldsOf: (at) => ({
        subject: `Out ${at}`,
        status: at === 25 ? 'failed' : 'kept',
        last_error: '550 <nobody>',
      }),
    });
    incoming = await writeMessages(place, 2, {
      fieldsOf: (at) => ({
        direction: 'in',
        kind: 'reply',
        status: at === 0 ? 'received' : 'ignored',
        understood_as: at === 0 ? 'none_work' : null,
        sender_name: 'Cleo "<i>" Nil',
        sender_address: 'cleo@example.net',
        recipient_address: 'reply@rota.localhost',
        subject: at === 0 ? '' : '<script>alert(1)</script>',
        text: 'x'.repeat(25_000),
      }),
    });
  });

  const found = async (query: string) => {
    const { status, text } = await ada.get(`${MESSAGES}?${query}`);
    assert.equal(status, 200, query);
    return { ids: [...text.matchAll(/messages\/(msg_\w+)"/g)].map(([, id]) => id), text };
  };
  const idsOf = (rows: MessageRow[]) => rows.map(({ id }) => id).toReversed();

  test('are listed newest first, and found by the address of the page', async () => {
    const first = await found('');
    assert.deepEqual(first.ids, [...idsOf(incoming), ...idsOf(outgoing)].slice(0, 25));
    const next = /href="\/console\/messages\?([^"]+)" rel="next"/.exec(first.text)?.[1];
    assert.deepEqual((await found(next ?? '')).ids, idsOf(outgoing).slice(23));
    assert.deepEqual((await found('direction=in&status=&kind=&address=')).ids, idsOf(incoming));
    assert.deepEqual((await found('status=failed')).ids, [outgoing[25]?.id]);
    assert.deepEqual((await found('kind=reply&address=CLEO@example.net')).ids, idsOf(incoming));
    assert.match((await found('direction=in&status=sent')).text, /No messages match/);
    for (const query of ['status=odd', 'direction=up', 'kind=letter', 'cursor=1'])
      assert.equal((await ada.get(`${MESSAGES}?${query}`)).status, 422, query);
  });

  test('one tells who it is between, and what was made of it; a long one comes in parts', async () => {
    const path = `${MESSAGES}/${incoming[0]?.id}`;
    const { text } = await ada.get(path);
    assert.ok(Buffer.byteLength(text) < 60_000);
    assert.match(text, /\(no subject\)/);
    assert.match(text, /Cleo \\&quot;&lt;i&gt;\\&quot; Nil/);
    assert.match(text, /Says none of the times works/);
    assert.ok(!text.includes('/resend'));
    assert.match(text, /Part 1 of 3/);
    const last = (await ada.get(`${path}?part=3`)).text;
    assert.equal(/x{100,}/.exec(last)?.[0].length, 5_000);
    assert.ok(!last.includes('rel="next"'));
    assert.equal((await ada.get(`${path}?part=4`)).status, 404);
    assert.equal((await ada.get(`${MESSAGES}/${incoming[1]?.id}`)).text.includes('<script>alert'), false);
  });

  test('one about a request leads there', async () => {
    const request = await makeRequest(node());
    const id = await writeMessageAbout(node(), request.id);
    assert.match(
      (await ada.get(`${MESSAGES}/${id}`)).text,
      new RegExp(`href="/console/requests/${request.id}"`),
    );
  });

  test('why one failed is told, and it is sent again once', async () => {
    const id = outgoing[25]?.id;
    const path = `${MESSAGES}/${id}`;
    assert.match((await ada.get(path)).text, /Not delivered: 550 &lt;nobody&gt;/);
    const { status, headers } = await ada.post(`${path}/resend`);
    assert.deepEqual([status, headers.location], [303, `${path}?done=message_resent`]);
    const received = await ada.post(`${MESSAGES}/${incoming[0]?.id}/resend`);
    assert.equal(received.status, 422);
    assert.match(received.text, /A message that came in can’t be sent again\./);
  });

  test('a sign-in link is not shown, and not sent again', async () => {
    const { email } = await owner(node());
    assert.ok((await ask(node(), email)).status < 400);
    const message = await eventually(
      async () => dataOf<Message[]>(await node().get('/api/v1/messages?kind=sign_in'))[0],
    );
    const { text } = await ada.get(`${MESSAGES}/${message.id}`);
    assert.match(text, /The link is only in the mail itself/);
    assert.ok(!text.includes('/resend'));
    const { pathname } = new URL(await linkFor(node(), await owner(node())));
    const tokenLength = pathname.split('/').at(-1)?.length ?? 0;
    assert.ok(!new RegExp(`sign-in/\\w{${tokenLength}}`).test(text));
  });

  test('404: unknown, and of another workspace', async () => {
    const { id: workspaceId } = await node().otherWorkspace();
    const [foreign] = await writeMessages({ services: node().services, workspaceId }, 1);
    for (const id of [foreign?.id, 'msg_1']) {
      assert.equal((await ada.get(`${MESSAGES}/${id}`)).status, 404);
      assert.equal((await ada.post(`${MESSAGES}/${id}/resend`)).status, 404);
    }
  });

  test('are shown as their reader sees them, with links that lead nowhere', async () => {
    const place = { services: node().services, workspaceId: node().workspaceId };
    const { id } = await makeRequest(node());
    const [messageId = ''] = await queue(place, offerTo('grace@example.org', id));
    const page = await ada.get(`${MESSAGES}/${messageId}`);
    assert.match(page.text, new RegExp(`<iframe [^>]*src="${MESSAGES}/${messageId}/html"`));
    const shown = await ada.get(`${MESSAGES}/${messageId}/html`);
    assert.equal(shown.status, 200);
    assert.match(String(shown.headers['content-security-policy']), /default-src 'none'.*sandbox/);
    assert.match(shown.text, /Any of these work for Ada|Does this one work for you/);
    assert.doesNotMatch(shown.text, /href=|<script/);
    const missing = await ada.get(`${MESSAGES}/${incoming[0]?.id}/html`);
    assert.equal(missing.status, 404, 'one that came in has none');
  });

  test('of a request are shown so to its host, and to nobody else', async () => {
    const place = { services: node().services, workspaceId: node().workspaceId };
    const [host, other] = [await makeMember(node()), await makeMember(node())];
    const { id } = await makeRequest(node(), { organizer_email: host.email });
    const elsewhere = await makeRequest(node(), { organizer_email: host.email });
    const [messageId = ''] = await queue(place, offerTo('grace@example.org', id));
    const path = `/console/requests/${id}/messages/${messageId}`;
    const ben = await signedIn(node(), host);
    assert.match((await ben.get(path)).text, new RegExp(`<iframe [^>]*src="${path}/html"`));
    const shown = await ben.get(`${path}/html`);
    assert.equal(shown.status, 200);
    assert.doesNotMatch(shown.text, /href=|<script/);
    assert.equal((await ben.get(`/console/requests/${elsewhere.id}/messages/${messageId}/html`)).status, 404);
    assert.equal((await ben.get(`${MESSAGES}/${messageId}/html`)).status, 403, 'of all messages');
    assert.notEqual((await (await signedIn(node(), other)).get(`${path}/html`)).status, 200);
  });
});
