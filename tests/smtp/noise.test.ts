// Whatever a client says, in whatever order and pieces, it is answered or sent away, and the next one is served.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../support/chance.ts';
import { inBothLanes, test } from '../support/lanes.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { BareListener, SALES } from './bare-listener.ts';
import { Wire } from './wire.ts';

const words = [
  'EHLO client.example\r\n',
  'HELO client.example\r\n',
  'LHLO client.example\r\n',
  'MAIL FROM:<grace@example.org>\r\n',
  'MAIL FROM:<> SIZE=99 BODY=8BITMIME SMTPUTF8\r\n',
  `RCPT TO:<${SALES}>\r\n`,
  `rcpt to:<${SALES}> NOTIFY=NEVER\r\n`,
  'RCPT TO:<nobody@example.org>\r\n',
  'DATA\r\n',
  'Subject: noise\r\n\r\n',
  '.\r\n',
  '\r\n.\r\n',
  '\n.\n',
  'RSET\r\n',
  'NOOP\r\n',
  'VRFY x\r\n',
  'XFORWARD ADDR=198.51.100.1 NAME=[UNAVAILABLE] HELO=\r\n',
  'XFORWARD ADDR=nonsense\r\n',
  'STARTTLS\r\n',
  'AUTH LOGIN\r\n',
  'BDAT 5 LAST\r\nhello',
  '\r\n',
  '\0',
  '\xff\xfe',
];

const talks = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...words) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(5_000), `${'y'.repeat(5_000)}\r\n`) },
  ),
  { maxLength: 25 },
);

inBothLanes(() => {
  test('Noise is answered or sent away, and leaves nothing open', async () => {
    await using bare = await BareListener.start();
    const failures: string[] = [];
    const talk = async (at: string, pieces: string[]) => {
      await using wire = await Wire.connect(at);
      assert.match(await wire.reply(), /^220/);
      for (const piece of pieces) {
        wire.write(Buffer.from(piece, 'latin1'));
        await new Promise((resolve) => setImmediate(resolve));
      }
      // Whatever state it is in: the end of a mail, and of a command.
      wire.write('\r\n.\r\nQUIT\r\n');
      for (let reply = await wire.reply(); reply !== ''; reply = await wire.reply()) {
        if (!/^[2345]\d\d/.test(reply)) failures.push(reply);
      }
    };
    const samples = fc.sample(talks, runs(300));
    for (let at = 0; at < samples.length; at += 50) {
      const some = samples.slice(at, at + 50);
      await Promise.all(some.map((pieces, number) => talk(number % 2 ? bare.lmtp : bare.smtp, pieces)));
    }
    assert.deepEqual(failures, []);
    await eventually(async () => (await bare.figure('rota_smtp_connections')) === 0);
    for (const { sender, recipients } of bare.stored) {
      assert.ok(sender === '' || sender === 'grace@example.org');
      assert.ok(recipients.length > 0 && recipients.every(({ address }) => address === SALES));
    }
    await using wire = await Wire.open(bare.smtp);
    assert.match(await wire.mail('grace@example.org', SALES, 'Subject: after\r\n\r\n'), /^250/);
  });
});
