// What the listener says over SMTP and LMTP, byte by byte.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { describe, test } from '../support/lanes.ts';
import { BareListener, DOMAIN, OTHER, SALES } from './bare-listener.ts';
import { Wire } from './wire.ts';

const MEGABYTE = 1024 * 1024;
const SENDER = 'grace@example.org';

describe('The listener', { concurrency: 8 }, () => {
  let bare: BareListener;
  before(async () => {
    bare = await BareListener.start();
  });
  after(() => bare[Symbol.asyncDispose]());

  /** What was stored with this in it. */
  const storedWith = (text: string) => bare.stored.filter(({ raw }) => Buffer.from(raw).includes(text));

  test('220, 250: it greets with the mail domain, and offers what it can do, with the limit of a mail', async () => {
    await using wire = await Wire.connect(bare.smtp);
    assert.equal(await wire.reply(), `220 ${DOMAIN} ESMTP`);
    assert.deepEqual((await wire.say('EHLO client.example')).split('\r\n'), [
      `250-${DOMAIN}`,
      '250-PIPELINING',
      '250-8BITMIME',
      '250-SMTPUTF8',
      `250-SIZE ${MEGABYTE}`,
      '250 XFORWARD NAME ADDR PORT PROTO HELO IDENT SOURCE',
    ]);
  });

  test('250: a mail is stored byte for byte, with dots as they were before they were doubled', async () => {
    await using wire = await Wire.open(bare.smtp);
    await wire.envelope(SENDER, SALES);
    const content = Buffer.concat([
      Buffer.from('Subject: exact\r\n\r\n.one\r\n.\r\n..two\r\n'),
      Buffer.from([0xff, 0xfe, 0xe4, 0x01]),
      Buffer.from('\r\nbare\nand\rso on\r\n'),
    ]);
    wire.write(Buffer.from(`${content.toString('latin1').replaceAll('\r\n.', '\r\n..')}.\r\n`, 'latin1'));
    assert.equal(await wire.reply(), '250 2.6.0 Stored');
    const [arrival] = storedWith('Subject: exact');
    assert.ok(arrival);
    assert.deepEqual(Buffer.from(arrival.raw), content);
    assert.deepEqual(arrival.client, { address: '127.0.0.1', name: 'client.example' });
    assert.equal(arrival.sender, SENDER);
    assert.deepEqual(
      arrival.recipients.map(({ address }) => address),
      [SALES],
    );
  });

  test('250: chunks that end anywhere make no difference', async () => {
    await using wire = await Wire.open(bare.smtp);
    await wire.envelope(SENDER, SALES);
    for (const byte of 'Subject: drops\r\n\r\n..a\r\n..\r\nb\r\n.\r\n') {
      wire.write(byte);
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.match(await wire.reply(), /^250/);
    assert.deepEqual(
      bare.texts.filter((text) => text.includes('drops')),
      ['Subject: drops\r\n\r\n.a\r\n.\r\nb\r\n'],
    );
  });

  test('250: a sender may be empty, and an address in any script', async () => {
    await using wire = await Wire.open(bare.smtp);
    assert.match(await wire.mail('', SALES, 'Subject: report\r\n\r\n'), /^250/);
    assert.equal(storedWith('Subject: report')[0]?.sender, '');
    assert.match(await wire.say('MAIL FROM:<grüße@bücher.example> SMTPUTF8 BODY=8BITMIME'), /^250/);
    assert.match(await wire.say(`RCPT TO:<${SALES.toUpperCase()}>`), /^250/);
    assert.match(await wire.say('DATA'), /^354/);
    assert.match(await wire.say('Subject: utf8\r\n\r\n.'), /^250/);
    assert.equal(storedWith('Subject: utf8')[0]?.sender, 'grüße@xn--bcher-kva.example');
  });

  test('501: senders and recipients that are no addresses', async () => {
    await using wire = await Wire.open(bare.smtp);
    for (const sender of [
      'no',
      '@',
      'a@',
      '@b',
      'a@b@c',
      'a..b@c.example',
      'a@-.example',
      `${'a'.repeat(300)}@b.example`,
    ]) {
      assert.match(await wire.say(`MAIL FROM:<${sender}>`), /^501/, sender);
    }
    assert.match(await wire.say(`MAIL FROM: ${SENDER}`), /^501/);
    assert.match(await wire.say(`MAIL FROM:<${SENDER}>`), /^250/);
    assert.match(await wire.say('RCPT TO:<>'), /^501/);
    assert.match(await wire.say('RCPT TO:<a b>'), /^501/);
  });

  test('503: commands out of order', async () => {
    await using wire = await Wire.open(bare.smtp, { hello: '' });
    assert.match(await wire.say(`MAIL FROM:<${SENDER}>`), /^503/);
    assert.match(await wire.say('EHLO client.example'), /^250/);
    assert.match(await wire.say(`RCPT TO:<${SALES}>`), /^503/);
    assert.match(await wire.say('DATA'), /^503/);
    assert.match(await wire.say(`MAIL FROM:<${SENDER}>`), /^250/);
    assert.match(await wire.say('DATA'), /^503/);
    assert.match(await wire.say(`MAIL FROM:<${SENDER}>`), /^503/);
  });

  test('RSET and EHLO forget the recipients; the next mail has its own', async () => {
    await using wire = await Wire.open(bare.smtp);
    for (const forget of ['RSET', 'EHLO client.example']) {
      assert.match(await wire.say(`MAIL FROM:<${SENDER}>`), /^250/);
      assert.match(await wire.say(`RCPT TO:<${OTHER}>`), /^250/);
      assert.match(await wire.say(forget), /^250/);
      assert.match(await wire.say('DATA'), /^503/);
      assert.match(await wire.mail(SENDER, SALES, `Subject: after ${forget}\r\n\r\n`), /^250/);
      const [arrival] = storedWith(`after ${forget}`);
      assert.deepEqual(
        arrival?.recipients.map(({ address }) => address),
        [SALES],
      );
    }
  });

  test('nobody can log in, look for addresses, start a queue, or be somebody else', async () => {
    await using wire = await Wire.open(bare.smtp);
    assert.match(await wire.say(`VRFY ${SALES}`), /^252/);
    assert.match(await wire.say('VRFY nobody@example.org'), /^252/, 'the same, whoever it is');
    for (const command of [
      'AUTH PLAIN AGEAYg==',
      `EXPN ${SALES}`,
      'ETRN example.org',
      'XCLIENT ADDR=192.0.2.1',
      'WIZ',
      'STARTTLS',
      'BDAT 10',
    ]) {
      assert.match(await wire.say(command), /^500/, command);
    }
  });

  test('421: ten commands that there are not, and a request of a browser', async () => {
    await using wire = await Wire.open(bare.smtp);
    for (let count = 1; count < 10; count += 1) assert.match(await wire.say('HOCUS POCUS'), /^500/);
    assert.match(await wire.say('HOCUS POCUS'), /^421/);
    await wire.closed();
    await using browser = await Wire.open(bare.smtp, { hello: '' });
    assert.match(await browser.say('POST / HTTP/1.1'), /^421/);
    await browser.closed();
  });

  test('421: more than twenty unknown recipients in a row', async () => {
    await using wire = await Wire.open(bare.smtp);
    assert.match(await wire.say(`MAIL FROM:<${SENDER}>`), /^250/);
    for (let count = 1; count <= 20; count += 1) {
      assert.equal(
        await wire.say(`RCPT TO:<guess-${count}@${DOMAIN}>`),
        '550 5.1.1 There is no such address here',
      );
    }
    assert.match(await wire.say(`RCPT TO:<guess-21@${DOMAIN}>`), /^421/);
    await wire.closed();
  });

  test('421: a command line without an end', async () => {
    await using wire = await Wire.open(bare.smtp);
    wire.write('A'.repeat(100_000));
    assert.match(await wire.reply(), /^421/);
    await wire.closed();
  });

  test('250: a thousand commands at once are answered in order', async () => {
    await using wire = await Wire.open(bare.smtp);
    const mail = (number: number) =>
      `MAIL FROM:<${SENDER}>\r\nRCPT TO:<nobody@example.org>\r\nRCPT TO:<${SALES}>\r\nDATA\r\nSubject: piped ${number}\r\n\r\n.\r\n`;
    wire.write(`${'NOOP\r\n'.repeat(1_000)}${mail(1)}${mail(2)}QUIT\r\nNOOP\r\n`);
    for (let count = 0; count < 1_000; count += 1) assert.match(await wire.reply(), /^250/);
    for (const expected of [250, 550, 250, 354, 250, 250, 550, 250, 354, 250, 221]) {
      assert.match(await wire.reply(), new RegExp(`^${expected}`));
    }
    assert.equal(await wire.reply(), '');
    assert.equal(storedWith('Subject: piped').length, 2);
  });

  test('452: the twenty-first recipient; the twenty before it get the mail', async () => {
    await using listener = await BareListener.start(
      {},
      { recipientFor: async (address) => ({ target: 'workspace', workspace_id: 'one', address }) },
    );
    await using wire = await Wire.open(listener.smtp);
    assert.match(await wire.say(`MAIL FROM:<${SENDER}>`), /^250/);
    for (let count = 1; count <= 20; count += 1) {
      assert.match(await wire.say(`RCPT TO:<a${count}@${DOMAIN}>`), /^250/);
    }
    assert.match(await wire.say(`RCPT TO:<a21@${DOMAIN}>`), /^452/);
    assert.match(await wire.say('DATA'), /^354/);
    assert.match(await wire.say('.'), /^250/);
    assert.equal(listener.stored[0]?.recipients.length, 20);
  });

  describe('refuses by size', () => {
    test('552: 100 MB announced; the connection lives on, and nothing was kept for it', async () => {
      await using wire = await Wire.open(bare.smtp);
      assert.match(await wire.say(`MAIL FROM:<${SENDER}> SIZE=100000000`), /^552/);
      assert.match(await wire.say(`MAIL FROM:<${SENDER}> SIZE=99999999999999999999`), /^552/);
      assert.match(await wire.say(`MAIL FROM:<${SENDER}> SIZE=-1`), /^501/);
      assert.match(await wire.mail(SENDER, SALES, 'Subject: small\r\n\r\n'), /^250/);
    });

    test('552: one byte more than 1 MiB, announced or not; 250 for exactly 1 MiB', async () => {
      await using wire = await Wire.open(bare.smtp);
      const head = 'Subject: large\r\n\r\n';
      const line = `${'x'.repeat(998)}\r\n`;
      const content = head + line.repeat(2_000);
      const exact = `${content.slice(0, MEGABYTE - 2)}`;
      assert.match(await wire.mail(SENDER, SALES, `${exact}x`), /^552 5\.3\.4/);
      assert.equal(storedWith('Subject: large').length, 0);
      assert.match(await wire.mail(SENDER, SALES, exact), /^250/);
      assert.equal(storedWith('Subject: large')[0]?.raw.length, MEGABYTE);
    });

    test('552: mail without an end is cut off', async () => {
      await using wire = await Wire.open(bare.smtp);
      await wire.envelope(SENDER, SALES);
      const block = Buffer.alloc(MEGABYTE, 'x'.repeat(78).concat('\r\n'));
      for (let count = 0; count < 20 && !wire.isClosed; count += 1) {
        wire.write(block);
        await new Promise((resolve) => setImmediate(resolve));
      }
      await wire.closed();
    });

    test('550: a header of a megabyte; lines of 900 KB in the body are fine', async () => {
      await using wire = await Wire.open(bare.smtp);
      const lines = 'X-Bomb: y\r\n'.repeat(90_000);
      assert.match(await wire.mail(SENDER, SALES, `${lines}\r\nbody`), /^550 5\.6\.0 The header/);
      assert.match(
        await wire.mail(SENDER, SALES, `X-Bomb: ${'y'.repeat(900_000)}\r\n\r\nbody`),
        /^550 5\.6\.0/,
      );
      assert.match(await wire.mail(SENDER, SALES, `Subject: long\r\n\r\n${'y'.repeat(900_000)}`), /^250/);
    });

    test('550: NUL anywhere', async () => {
      await using wire = await Wire.open(bare.smtp);
      for (const content of ['Subject: \0\r\n\r\n', 'Subject: a\r\n\r\n\0', '\0']) {
        assert.match(await wire.mail(SENDER, SALES, content), /^550 5\.6\.0 The mail has a NUL/);
      }
    });

    test('250: ten thousand lines that begin with a dot; the end of the connection for a mail of nothing else', async () => {
      await using wire = await Wire.open(bare.smtp);
      const mailOf = (lines: number) => `Subject: dots\r\n\r\n${'..\r\n'.repeat(lines)}`;
      assert.match(await wire.mail(SENDER, SALES, mailOf(10_000)), /^250/);
      assert.equal(storedWith('Subject: dots')[0]?.raw.length, mailOf(0).length + 30_000 + 2);
      await wire.envelope(SENDER, SALES);
      wire.write(mailOf(200_000));
      await wire.closed();
      assert.equal(storedWith('Subject: dots').length, 1);
    });
  });

  describe('behind another server', () => {
    test('XFORWARD of a trusted client tells who has sent the mail', async () => {
      await using wire = await Wire.open(bare.smtp);
      assert.match(
        await wire.say('XFORWARD NAME=out.example.org ADDR=198.51.100.7 HELO=out.example.org'),
        /^250/,
      );
      assert.match(await wire.mail(SENDER, SALES, 'Subject: forwarded\r\n\r\n'), /^250/);
      assert.deepEqual(storedWith('Subject: forwarded')[0]?.client, {
        address: '198.51.100.7',
        name: 'out.example.org',
      });
      // The next one is from this machine itself.
      assert.match(await wire.say('XFORWARD NAME=[UNAVAILABLE] ADDR=[UNAVAILABLE] HELO=localhost'), /^250/);
      assert.match(await wire.mail(SENDER, SALES, 'Subject: of here\r\n\r\n'), /^250/);
      assert.deepEqual(storedWith('Subject: of here')[0]?.client, {
        address: '127.0.0.1',
        name: 'localhost',
      });
    });

    test('XFORWARD that knows no name needs no second EHLO', async () => {
      await using wire = await Wire.open(bare.smtp);
      assert.match(
        await wire.say('XFORWARD NAME=[UNAVAILABLE] ADDR=[UNAVAILABLE] HELO=[UNAVAILABLE]'),
        /^250/,
      );
      assert.match(await wire.mail(SENDER, SALES, 'Subject: nameless\r\n\r\n'), /^250/);
      assert.deepEqual(storedWith('Subject: nameless')[0]?.client, { address: '127.0.0.1', name: null });
    });

    test('500: XFORWARD of anybody else', async () => {
      await using strict = await BareListener.start({ ROTA_SMTP_TRUSTED_NETWORKS: '192.0.2.1' });
      await using wire = await Wire.open(strict.smtp);
      assert.doesNotMatch(await wire.say('EHLO client.example'), /XFORWARD/);
      assert.match(await wire.say('XFORWARD ADDR=192.0.2.1'), /^500/);
      assert.match(await wire.mail(SENDER, SALES, 'Subject: own address\r\n\r\n'), /^250/);
      assert.equal(strict.stored[0]?.client.address, '127.0.0.1');
    });
  });

  describe('over LMTP', () => {
    test('LHLO instead of EHLO, and a reply for each recipient that was accepted', async () => {
      await using wire = await Wire.open(bare.lmtp, { hello: '' });
      assert.match(await wire.say('EHLO client.example'), /^500/);
      assert.match(await wire.say('LHLO client.example'), /^250/);
      assert.match(await wire.say(`MAIL FROM:<${SENDER}>`), /^250/);
      for (const [to, code] of [
        [SALES, 250],
        ['nobody@example.org', 550],
        [OTHER, 250],
        [SALES, 250],
      ] as const) {
        assert.match(await wire.say(`RCPT TO:<${to}>`), new RegExp(`^${code}`));
      }
      assert.match(await wire.say('DATA'), /^354/);
      wire.write('Subject: lmtp\r\n\r\n.\r\n');
      for (let count = 0; count < 3; count += 1) assert.equal(await wire.reply(), '250 2.6.0 Stored');
      assert.match(await wire.say('NOOP'), /^250 OK/, 'no reply too many');
      assert.deepEqual(
        storedWith('Subject: lmtp')[0]?.recipients.map(({ address }) => address),
        [SALES, OTHER],
      );
    });

    test('550: what is refused is refused for each of them', async () => {
      await using wire = await Wire.open(bare.lmtp, { hello: 'LHLO client.example' });
      await wire.envelope(SENDER, SALES, OTHER);
      wire.write('Subject: \0\r\n\r\n.\r\n');
      for (let count = 0; count < 2; count += 1) assert.match(await wire.reply(), /^550/);
      assert.match(await wire.say('NOOP'), /^250 OK/);
    });
  });
});

test('Mails are counted by what became of them, and no line of the log has an address or a text', async () => {
  await using bare = await BareListener.start();
  await using wire = await Wire.open(bare.smtp);
  assert.match(await wire.mail(SENDER, SALES, 'Subject: fine\r\n\r\n'), /^250/);
  assert.match(await wire.mail(SENDER, SALES, 'Subject: \0\r\n\r\n'), /^550/);
  bare.beforeStore = () => Promise.reject(new Error('the disk is full'));
  assert.match(await wire.mail(SENDER, SALES, 'Subject: late\r\n\r\n'), /^451 4\.3\.0/);
  assert.match(await wire.say(`MAIL FROM:<${SENDER}>`), /^250/);
  assert.match(await wire.say('RCPT TO:<nobody@example.org>'), /^550/);
  const counted = ['stored', 'refused', 'failed'].map((result) =>
    bare.figure(`rota_smtp_mails_total{result="${result}"}`),
  );
  assert.deepEqual(await Promise.all(counted), [1, 1, 1]);
  assert.equal(await bare.figure('rota_smtp_recipients_refused_total'), 1);
  assert.equal(await bare.figure('rota_smtp_connections'), 1);
  const messages = bare.logLines.map((line) => JSON.parse(line).msg);
  assert.deepEqual(messages, [
    'mail listener started',
    'mail stored',
    'mail refused',
    'mail could not be accepted',
  ]);
  for (const line of bare.logLines) assert.doesNotMatch(line, /example\.org|Subject|sales\.|client\.example/);
});
