// What leaves over SMTP is signed: receivers verify it with the key in DNS, and notice a change that matters.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { sampleDrafts } from '../../scripts/mail-samples.ts';
import { signed } from '../../src/mail-out/dkim.ts';
import { toMime } from '../../src/mail-out/mime.ts';
import { describe, test } from '../support/lanes.ts';
import {
  anotherKey,
  FIRST_KEY,
  type Published,
  signingOfKey,
  signingWith,
  verdictsOn,
} from '../support/makers/dkim.ts';
import {
  delicateOffer,
  draftTo,
  MAIL_DOMAIN,
  messageOnce,
  queue,
  sendingThrough,
} from '../support/makers/mail.ts';
import { SmtpServer } from '../support/receivers/smtp-server.ts';
import { headerOf, lastTo } from '../support/receivers/taken-mail.ts';
import { freshStorage, type NodeOptions, onBothEngines, startNode } from '../support/server/rota.ts';
import { hostileTexts } from './hostile-texts.ts';
import { BOUNCE_ADDRESS, storedMessage } from './stored-message.ts';

const SECOND_KEY = anotherKey();
const PUBLISHED: Published = {
  [`first._domainkey.${MAIL_DOMAIN}`]: FIRST_KEY.record,
  [`second._domainkey.${MAIL_DOMAIN}`]: SECOND_KEY.record,
};
const GOOD = `pass ${MAIL_DOMAIN} first`;

const server = await SmtpServer.start();
after(() => server[Symbol.asyncDispose]());

/** The bytes that the server has got for this address. */
const bytesTo = (address: string) => Buffer.from(lastTo(server, address).raw, 'latin1');

const environment = { ...sendingThrough(server.url), ...signingWith('first', FIRST_KEY, MAIL_DOMAIN) };

onBothEngines(
  'Mail that is signed',
  (node) => {
    test('is verified as it came over the wire, with the same bytes on every attempt', async () => {
      const address = `grace@${node().services.database.dialect.engine}.example.org`;
      server.script = (step) => (step === 'content' ? '451 4.3.0 later' : undefined);
      const [id = ''] = await queue(node(), await delicateOffer(node(), address));
      await messageOnce(node(), id, ({ attempts }) => attempts === 1);
      const first = bytesTo(address);
      server.script = () => undefined;
      node().clock.advance(10 * 60_000);
      await messageOnce(node(), id, ({ status }) => status === 'sent');
      assert.match(first.toString('latin1'), /^\.\r\n\.\.\r\n\.signed/m);
      assert.deepEqual(await verdictsOn(first, PUBLISHED), [GOOD]);
      assert.deepEqual(bytesTo(address), first);
      const signature = headerOf(lastTo(server, address), 'DKIM-Signature');
      assert.match(signature, /^v=1; a=rsa-sha256; c=relaxed\/relaxed; d=mail\.example\.com; s=first; h=/);
      const [, names = ''] = /h=([^;]+);/.exec(signature) ?? [];
      const expected =
        'From:From:To:To:Cc:Subject:Subject:Reply-To:Reply-To:Date:Date:Message-ID:Message-ID:' +
        'MIME-Version:MIME-Version:Content-Type:Content-Type';
      assert.equal(names.replaceAll(' ', ''), expected);
      // Nothing of the key is in it but what it has signed.
      assert.doesNotMatch(first.toString(), /PRIVATE KEY/);
    });
  },
  { environment },
);

describe('Keys of DKIM', () => {
  test('change while mail is on its way and waits: what has left is verified, and what waits is signed with the new one', async () => {
    await using stack = new AsyncDisposableStack();
    const storage = await freshStorage('sqlite');
    stack.defer(storage.remove);
    const start = (own: NodeOptions['environment']) =>
      startNode(storage, { environment: { ...sendingThrough(server.url), ...own } });

    const before = await start(signingWith('first', FIRST_KEY, MAIL_DOMAIN));
    let waiting = '';
    try {
      server.script = (_step, { to }) => (to === 'waiting@example.org' ? '451 4.3.0 later' : undefined);
      const ids = await queue(before, draftTo('left@example.org'), draftTo('waiting@example.org'));
      [, waiting = ''] = ids;
      await messageOnce(before, ids[0] ?? '', ({ status }) => status === 'sent');
      await messageOnce(before, waiting, ({ attempts }) => attempts === 1);
    } finally {
      await before.stop();
    }
    server.script = () => undefined;

    const after = await start(signingWith('second', SECOND_KEY, MAIL_DOMAIN));
    stack.defer(() => after.stop());
    after.clock.advance(10 * 60_000);
    await messageOnce(after, waiting, ({ status }) => status === 'sent');
    assert.deepEqual(await verdictsOn(bytesTo('left@example.org'), PUBLISHED), [GOOD]);
    const young = await verdictsOn(bytesTo('waiting@example.org'), PUBLISHED);
    assert.deepEqual(young, [`pass ${MAIL_DOMAIN} second`]);
    // Why the new key needs a name of its own: with its record in the place of the old one, what is on its way fails.
    const replaced = { [`first._domainkey.${MAIL_DOMAIN}`]: SECOND_KEY.record };
    assert.deepEqual(await verdictsOn(bytesTo('left@example.org'), replaced), [`fail ${MAIL_DOMAIN} first`]);
  });

  test('sign every kind of message, and whatever people have written in it', async () => {
    const signing = signingOfKey('first', FIRST_KEY, MAIL_DOMAIN);
    const [sample] = Object.values(sampleDrafts);
    assert.ok(sample);
    // Three of them in each: a signature takes a few milliseconds.
    const hostile = Array.from({ length: Math.ceil(hostileTexts.length / 3) }, (_, place) => {
      const [one, two = one, three = one] = hostileTexts.slice(3 * place).map(({ text }) => text);
      return {
        ...sample,
        from: { name: one ?? null, address: `sales.acme@${MAIL_DOMAIN}` },
        to: { name: two ?? null, address: 'grüße@example.org' },
        signature: `${three}\r\n \t\r\n${three}\t \n\n`,
      };
    });
    for (const draft of [...Object.values(sampleDrafts), ...hostile]) {
      const message = { ...storedMessage(draft), in_reply_to: '<a@b>', thread: '["<a@b>","<c@d>"]' };
      const { raw } = toMime(message, BOUNCE_ADDRESS);
      // SMTP would change any other line break, after it was signed.
      assert.doesNotMatch(raw, /\r(?!\n)|(?<!\r)\n/);
      const bytes = Buffer.from(await signed(raw, signing));
      assert.deepEqual(await verdictsOn(bytes, PUBLISHED), [GOOD], raw);
      const longest = Math.max(
        ...bytes
          .toString()
          .split('\r\n')
          .map((line) => line.length),
      );
      assert.ok(longest <= 998, `a line of ${longest} characters`);
    }
  });
});

describe('A signature', () => {
  const text = 'Hello  there \t\r\n\r\n.dot\r\n\r\n\r\n';
  const head = [
    `From: "Ada" <ada@${MAIL_DOMAIN}>`,
    'To: <grace@example.org>',
    'Subject: A  demo\r\n of it',
    'List-Unsubscribe: <https://meet.example.com/out>',
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  ].join('\r\n');
  const make = async (change: (raw: string) => string = (raw) => raw) => {
    const raw = await signed(`${head}\r\n\r\n${text}`, signingOfKey('first', FIRST_KEY, MAIL_DOMAIN));
    return verdictsOn(Buffer.from(change(raw)), PUBLISHED);
  };

  test('holds after what servers on the way do', async () => {
    assert.deepEqual(await make(), [GOOD]);
    for (const change of [
      (raw: string) => `Received: from a by b;\r\n Mon, 2 Mar 2026\r\n${raw}`,
      (raw: string) => `Sender: list@example.net\r\nList-Id: x\r\nDate: now\r\nMessage-ID: <a@b>\r\n${raw}`,
      (raw: string) => raw.replace('A  demo\r\n of it', 'A demo of it  ').replace('To: ', 'TO:\t'),
      (raw: string) => raw.replace('Hello  there \t', 'Hello there').replace(/(?:\r\n)+$/, '\r\n'),
    ]) {
      assert.deepEqual(await make(change), [GOOD]);
    }
  });

  test('breaks with a change of the text, of a field, and with a second field', async () => {
    const added = [
      `From: <eve@${MAIL_DOMAIN}>`,
      'To: <e@e.e>',
      'Cc: <e@e.e>',
      'Subject: x',
      'Reply-To: <e@e.e>',
    ];
    const changes = [
      (raw: string) => raw.replace('Hello', 'hello'),
      (raw: string) => `${raw}more\r\n`,
      (raw: string) => raw.replace('A  demo', 'B  demo'),
      (raw: string) => raw.replace('/out', '/in'),
      (raw: string) => raw.replace(/^To: .*\r\n/m, ''),
      ...added.map((field) => (raw: string) => `${field}\r\n${raw}`),
      (raw: string) => `List-Unsubscribe: <https://e.e>\r\n${raw}`,
    ];
    for (const change of changes) {
      const [verdict] = await make(change);
      // Of a text with another hash, mailauth says that it knows nothing.
      assert.match(verdict ?? '', /^(?:fail|neutral) /, String(change));
    }
  });
});
