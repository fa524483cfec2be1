// Mail is stored whole and once for each recipient, with a summary of its header that costs little whatever it says.
import assert from 'node:assert/strict';
import { summarizeHeader } from '../../src/mail-in/header-summary.ts';
import { storeMail } from '../../src/mail-in/store.ts';
import { hasDue } from '../../src/mail-in/store-queries.ts';
import { describe, test } from '../support/lanes.ts';
import { rawMail } from '../support/makers/raw-mail.ts';
import { onEachEngine } from '../support/server/rota.ts';
import { InboxStorage } from './inbox-storage.ts';

onEachEngine.fast((engine) => {
  describe(`Storing mail (${engine})`, () => {
    test('keeps every byte, and shows who has written what to whom', async () => {
      await using inbox = await InboxStorage.make(engine);
      const every = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
      const raw = Buffer.concat([
        rawMail({
          from: '=?utf-8?Q?G=C3=BCnther?= <Guenther@Example.org>',
          subject: '=?utf-8?B?VGVybWluZSBmw7xy?=\r\n =?utf-8?Q?_M=C3=A4rz?=',
          messageId: '<a@example.org>',
          headers: ['In-Reply-To: <b@example.org>', 'References: <c@example.org>\r\n <b@example.org>'],
        }),
        every,
      ]);
      const [stored] = await storeMail(inbox.services, inbox.arrival({ raw }));
      assert.equal(stored?.is_new, true);
      const row = await inbox.row(stored?.id ?? '');
      assert.deepEqual(Buffer.from(row?.raw as Uint8Array), raw);
      const { now } = inbox.clock;
      assert.deepEqual(
        [row?.due_at, row?.received_at, row?.attempts],
        [inbox.clock.now(), now.call(inbox.clock), 0],
      );
      const message = await inbox.message(stored?.id ?? '');
      assert.deepEqual(
        ['direction', 'kind', 'status', 'sender_name', 'sender_address', 'recipient_address'].map(
          (name) => message?.[name],
        ),
        ['in', 'request', 'received', 'Günther', 'Guenther@example.org', 'acme@rota.localhost'],
      );
      assert.deepEqual(
        ['subject', 'text', 'message_id', 'in_reply_to', 'thread'].map((name) => message?.[name]),
        [
          'Termine für März',
          '',
          '<a@example.org>',
          '<b@example.org>',
          '["<c@example.org>","<b@example.org>"]',
        ],
      );
    });

    test('notices the same mail to the same address, also from many at once', async () => {
      await using inbox = await InboxStorage.make(engine);
      const raw = rawMail();
      const again = (way: number) => Buffer.concat([Buffer.from(`Received: by way-${way}\r\n`), raw]);
      const stored = await Promise.all(
        Array.from({ length: 10 }, (_, way) => storeMail(inbox.services, inbox.arrival({ raw: again(way) }))),
      );
      assert.equal(new Set(stored.flat().map(({ id }) => id)).size, 1);
      assert.equal(stored.flat().filter(({ is_new }) => is_new).length, 1);
      const count = await inbox.services.database.get<{ count: number }>(
        'select count(*) as count from messages',
      );
      assert.equal(count?.count, 1);
      const [other] = await storeMail(inbox.services, inbox.arrival({ raw: rawMail() }));
      assert.equal(other?.is_new, true);
    });

    test('takes no other mail for it, whatever its Message-ID', async () => {
      await using inbox = await InboxStorage.make(engine);
      const messageId = '<the-real-one@example.org>';
      const store = async (raw: Buffer) =>
        (await storeMail(inbox.services, inbox.arrival({ raw })))[0]?.is_new;
      assert.equal(await store(rawMail({ messageId, from: 'mallory@example.net', text: 'junk' })), true);
      assert.equal(await store(rawMail({ messageId, text: 'junk' })), true);
      assert.equal(await store(rawMail({ messageId, text: 'what was really written' })), true);
      const real = rawMail({ messageId, text: 'what was really written' });
      assert.equal(await store(real), false);
      // Programs that hand it in differ in how lines end, and how many empty ones come last.
      assert.equal(await store(Buffer.from(`${real.toString().replaceAll('\r\n', '\n')}\n\n`)), false);
    });

    test('knows a mail without a Message-ID by what it says', async () => {
      await using inbox = await InboxStorage.make(engine);
      const plain = { messageId: null, text: 'one' };
      const store = async (raw: Buffer) =>
        (await storeMail(inbox.services, inbox.arrival({ raw })))[0]?.is_new;
      assert.equal(await store(rawMail(plain)), true);
      assert.equal(
        await store(rawMail({ ...plain, headers: ['Received: from x', 'Delivered-To: y@z'] })),
        false,
      );
      assert.equal(await store(rawMail({ ...plain, text: 'two' })), true);
      assert.equal(await store(rawMail({ ...plain, subject: 'Another' })), true);
      // No header of ours can carry these.
      for (const messageId of [
        '<>',
        'no brackets',
        '<a b@c>',
        `<${'x'.repeat(400)}@y>`,
        '<\u00e4\u00f6@x>',
      ]) {
        const raw = rawMail({ messageId, text: 'three' });
        assert.match((await summarizeHeader(raw)).key, /^sha256:[0-9a-f]{64}$/);
        assert.equal((await summarizeHeader(raw)).message_id, null);
      }
    });

    test('is for all recipients at once, each target once, and for none if one fails', async () => {
      await using inbox = await InboxStorage.make(engine);
      const { recipient } = inbox;
      const bounce = {
        ...recipient,
        target: 'bounce',
        message_id: 'msg_1',
        address: 'b@rota.localhost',
      } as const;
      const alias = { ...recipient, address: 'alias@rota.localhost' };
      const raw = rawMail();
      const stored = await storeMail(
        inbox.services,
        inbox.arrival({ raw, recipients: [recipient, bounce, alias] }),
      );
      assert.deepEqual(
        stored.map(({ is_new }) => is_new),
        [true, true],
      );
      const again = await storeMail(
        inbox.services,
        inbox.arrival({ raw, recipients: [alias, bounce, recipient] }),
      );
      assert.deepEqual(
        again,
        stored.map((one) => ({ ...one, is_new: false })),
      );

      const nobody = { ...recipient, workspace_id: 'ws_none' };
      await assert.rejects(storeMail(inbox.services, inbox.arrival({ recipients: [recipient, nobody] })));
      assert.equal(await hasDue(inbox.services.database, recipient.workspace_id, 2), true);
      assert.equal(await hasDue(inbox.services.database, recipient.workspace_id, 3), false);
    });
  });
});

describe('The summary of a header', () => {
  const hostile: Record<string, Buffer> = {
    nothing: Buffer.alloc(0),
    'no header': Buffer.from('\r\n\r\nHello'),
    'only NUL': Buffer.alloc(1024 * 1024),
    'no end of line': Buffer.from('x'.repeat(1024 * 1024)),
    'only ends of lines': Buffer.from('\n'.repeat(1024 * 1024)),
    'a field that never ends': Buffer.from(`Subject: ${' x\r\n'.repeat(200_000)}`),
    'many fields': Buffer.from('From: a@b.example\r\n'.repeat(50_000)),
    'encoded words': Buffer.from(`Subject: ${'=?utf-8?Q?=41?= '.repeat(60_000)}\r\n\r\n`),
    'open angle brackets': Buffer.from(`References: ${'<'.repeat(1_000_000)}\r\n\r\n`),
    'quotation marks': Buffer.from(`From: ${'"'.repeat(1_000_000)}\r\n\r\n`),
    groups: Buffer.from(`From: ${'a:'.repeat(500_000)}\r\n\r\n`),
    comments: Buffer.from(`From: ${'('.repeat(1_000_000)}\r\n\r\n`),
    'random bytes': Buffer.from(
      Array.from({ length: 500_000 }, (_, place) => (place * 7919 + (place >> 3)) & 255),
    ),
  };
  for (const [name, raw] of Object.entries(hostile)) {
    test(`bears ${name}`, async () => {
      const { subject, from, references, message_id, key } = await summarizeHeader(raw);
      assert.ok(subject.length <= 500 && references.length <= 10);
      assert.ok((from?.address ?? '').length <= 500);
      assert.equal(message_id, null);
      assert.match(key, /^sha256:/);
      assert.doesNotMatch(`${subject}${from?.address}${from?.name}`, /\p{Cc}/u);
    });
  }
});
