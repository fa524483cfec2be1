// POST /api/v1/inbound_messages: a mail is stored once, for the addresses of the workspace of the caller only.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { test } from '../../../support/lanes.ts';
import { rawMail } from '../../../support/makers/raw-mail.ts';
import { untilIdle } from '../../../support/server/idle.ts';
import { type CallOptions, dataOf, errorOf, onBothEngines } from '../../../support/server/rota.ts';

const URL = '/api/v1/inbound_messages';
const TYPE = { 'content-type': 'message/rfc822' };

interface Message {
  id: string;
  direction: string;
  kind: string;
  from: string;
  to: string;
  subject: string;
  status: string;
  ignored_because: string | null;
}

onBothEngines('Mail that is posted', (node) => {
  const post = (rawBody: string | Buffer, query = '', { headers, ...options }: CallOptions = {}) =>
    node().call('POST', `${URL}${query}`, { rawBody, headers: { ...TYPE, ...headers }, ...options });
  const idsOf = (answer: Awaited<ReturnType<typeof post>>) =>
    (answer.body as { meta: { message_ids: string[] } }).meta.message_ids;
  const rowOf = async (id: string) =>
    node().services.database.get<Record<string, unknown>>(
      'select target, envelope_sender, client_address, recipient_address from inbox where id = $1',
      [id],
    );

  before(async () => {
    await node().post('/api/v1/teams', { name: 'Sales' });
    await node().post('/api/v1/teams', { name: 'Support' });
    await node().post('/api/v1/workspace_members', { email: 'ada@example.com' });
  });

  test('202: is stored for the addresses that it names, and is in the list of messages', async () => {
    const raw = rawMail({
      to: 'sales.acme@rota.localhost, Linus <linus@example.org>, SUPPORT.acme@rota.localhost',
    });
    const answer = await post(raw);
    assert.equal(answer.status, 202);
    const message = dataOf<Message>(answer);
    const { direction, kind, from, to, subject } = message;
    assert.deepEqual(
      [direction, kind, from, to, subject],
      ['in', 'request', '"Grace Hopper" <grace@example.org>', 'sales.acme@rota.localhost', 'Product demo'],
    );
    const ids = idsOf(answer);
    assert.deepEqual([ids.length, ids[0]], [2, message.id]);
    await untilIdle(node());
    const listed = dataOf<Message[]>(await node().get('/api/v1/messages?direction=in'));
    assert.deepEqual(listed.map(({ id }) => id).sort(), ids.toSorted());
    const read = dataOf<Message>(await node().get(`/api/v1/messages/${message.id}`));
    assert.ok(['received', 'ignored'].includes(read.status));
    const entries = dataOf<{ target: { id: string } }[]>(
      await node().get('/api/v1/audit_log?action=message.received'),
    );
    assert.deepEqual(entries.map(({ target }) => target.id).sort(), ids.toSorted());
  });

  test('202: is one message, however often it is posted', async () => {
    const raw = rawMail();
    const [first, second] = [await post(raw), await post(raw)];
    assert.deepEqual(idsOf(first), idsOf(second));
    assert.equal(second.status, 202);
  });

  test('202: is for the recipient that is named, or else for whom a server has noted', async () => {
    const raw = rawMail({
      to: 'everybody@example.org',
      headers: ['Delivered-To: support.acme@rota.localhost'],
    });
    const [noted] = idsOf(await post(raw));
    assert.equal((await rowOf(noted ?? ''))?.recipient_address, 'support.acme@rota.localhost');
    const [named] = idsOf(await post(raw, '?recipient=Sales.acme@rota.localhost'));
    assert.equal((await rowOf(named ?? ''))?.recipient_address, 'sales.acme@rota.localhost');
  });

  test('202: has the sender of its envelope, and where it came from', async () => {
    const noted = { headers: ['Return-Path: <bounces@example.org>'] };
    const posted = async (raw: Buffer, query = '') => {
      const { envelope_sender, client_address } = (await rowOf(idsOf(await post(raw, query))[0] ?? '')) ?? {};
      return [envelope_sender, client_address];
    };
    assert.deepEqual(await posted(rawMail()), ['grace@example.org', '127.0.0.1']);
    assert.deepEqual(await posted(rawMail(noted)), ['bounces@example.org', '127.0.0.1']);
    assert.deepEqual(await posted(rawMail({ headers: ['Return-Path: <>'] })), ['', '127.0.0.1']);
    assert.deepEqual(await posted(rawMail(noted), '?sender=x@example.org&client_address=198.51.100.7'), [
      'x@example.org',
      '198.51.100.7',
    ]);
    assert.deepEqual(await posted(rawMail(noted), '?sender='), ['', '127.0.0.1']);
    // Nobody proves by words that they are in a trusted network.
    for (const address of ['127.0.0.1', '::1']) {
      assert.deepEqual(await posted(rawMail(), `?client_address=${address}`), ['grace@example.org', null]);
    }
  });

  test('202: is taken once for an Idempotency-Key, and 422 with another mail', async () => {
    const headers = { 'idempotency-key': 'mail-1' };
    const raw = rawMail();
    const first = await post(raw, '', { headers });
    const again = await post(raw, '', { headers });
    assert.deepEqual(
      [again.status, again.headers['idempotency-replayed'], again.text],
      [202, 'true', first.text],
    );
    assert.equal((await post(rawMail(), '', { headers })).status, 422);
  });

  test('422: is refused without a recipient of this workspace', async () => {
    const other = await node().otherWorkspace('other');
    await node().post('/api/v1/teams', { name: 'Sales' }, { key: other.rawKey });
    const refused = async (raw: Buffer, query = '') => {
      const answer = await post(raw, query);
      assert.equal(answer.status, 422);
      const { type, message } = errorOf(answer);
      return [type, message];
    };
    const NO_RECIPIENT = [
      'validation_error',
      'recipient is required: the mail names no address of this workspace that takes mail',
    ];
    const NOT_OURS = ['validation_error', 'recipient is not an address of this workspace that takes mail'];
    assert.deepEqual(await refused(rawMail({ to: 'grace@example.org' })), NO_RECIPIENT);
    assert.deepEqual(await refused(rawMail({ to: 'sales.other@rota.localhost' })), NO_RECIPIENT);
    assert.deepEqual(await refused(rawMail(), '?recipient=sales.other@rota.localhost'), NOT_OURS);
    assert.deepEqual(await refused(rawMail(), '?recipient=nobody.acme@rota.localhost'), NOT_OURS);
    // Of the service itself: it takes what answers something of ours.
    assert.deepEqual(await refused(rawMail(), '?recipient=rota@rota.localhost'), NOT_OURS);
    assert.deepEqual(await refused(rawMail(), '?recipient=sales'), [
      'invalid_request',
      'recipient must be an email address such as ada@example.com',
    ]);
    assert.deepEqual(await refused(rawMail(), '?client_address=example.org'), [
      'invalid_request',
      'client_address must be an IP address',
    ]);
    assert.deepEqual(await refused(Buffer.alloc(0)), ['invalid_request', 'body is required']);
  });

  test('413, 415: is at most 1 MiB, and nothing but mail', async () => {
    const large = Buffer.concat([rawMail(), Buffer.alloc(1024 * 1024, 'x')]);
    const tooLarge = await post(large);
    assert.deepEqual([tooLarge.status, errorOf(tooLarge).message], [413, 'The body must be at most 1 MiB']);
    assert.equal((await post(large.subarray(0, 1024 * 1024))).status, 202);
    for (const type of ['application/json', 'text/plain', 'message/rfc', 'x']) {
      const answer = await post(rawMail(), '', { headers: { 'content-type': type } });
      assert.equal(answer.status, 415);
      assert.match(
        errorOf(answer).message,
        /^The body must be a mail, sent with Content-Type: message\/rfc822$/,
      );
    }
    const json = await node().call('POST', '/api/v1/teams', { rawBody: rawMail(), headers: TYPE });
    assert.equal(json.status, 415, 'other routes take no mail');
    assert.equal((await node().post('/api/v1/teams', { name: 'x'.repeat(300 * 1024) })).status, 413);
  });

  test('403: needs messages.write', async () => {
    const key = await node().keyWith('messages.read');
    assert.equal((await post(rawMail(), '', { key })).status, 403);
  });

  test('202: is stored whatever its bytes are', async () => {
    const to = '?recipient=sales.acme@rota.localhost';
    const odd = [
      '\0',
      '\r\n',
      '\n\n',
      ':',
      'From: \0\r\n\r\n\0',
      'Subject: =?x?y?z?=\r\nFrom: <<<>>>\r\n',
      '\u{10ffff}\ud800',
    ];
    for (const text of odd) assert.equal((await post(Buffer.from(text), to)).status, 202);
    assert.equal((await post(Buffer.from([0xff, 0xfe, 0x00, 0x0d]), to)).status, 202);
    await untilIdle(node());
  });
});
