// Full lane, because it fills the listener to its limits: What one client, one sender and one workspace can hold of the listener, and for how long.
import assert from 'node:assert/strict';
import { describe, test } from '../support/lanes.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { BareListener, OTHER, SALES } from './bare-listener.ts';
import { Wire } from './wire.ts';

const SENDER = 'grace@example.org';
const MINUTE_MS = 60_000;
/** Nobody here is trusted. */
const strict = { ROTA_SMTP_TRUSTED_NETWORKS: '192.0.2.1' };

const connectMany = (at: string, count: number, localAddress?: string) =>
  Promise.all(Array.from({ length: count }, () => Wire.connect(at, localAddress)));
const destroy = (wires: Wire[]) => {
  for (const wire of wires) wire.destroy();
};
const openOn = (bare: BareListener) => bare.figure('rota_smtp_connections');

describe('Connections', { concurrency: 4 }, () => {
  test('421: the twenty-first of one address; those of others are welcome, and room comes back', async () => {
    await using bare = await BareListener.start(strict);
    const wires = await connectMany(bare.smtp, 20);
    await eventually(async () => (await openOn(bare)) === 20);
    await using late = await Wire.connect(bare.smtp);
    assert.match(await late.reply(), /^421 4\.7\.0 Too many connections/);
    await late.closed();
    await using other = await Wire.open(bare.smtp, { localAddress: '127.0.0.2' });
    assert.match(await other.mail(SENDER, SALES, 'Subject: other\r\n\r\n'), /^250/);
    destroy(wires);
    await eventually(async () => (await openOn(bare)) === 1);
    await using again = await Wire.open(bare.smtp);
    assert.match(await again.say('NOOP'), /^250/);
    assert.equal(await bare.figure('rota_smtp_connections_total{result="refused"}'), 1);
    const warnings = bare.logLines.filter((line) => line.includes('"level":"warn"'));
    assert.equal(warnings.length, 1);
  });

  test('200 that say nothing keep nobody out: the one that is silent for longest makes room', async () => {
    await using bare = await BareListener.start(strict);
    const groups = [];
    for (let host = 2; host <= 11; host += 1)
      groups.push(await connectMany(bare.smtp, 20, `127.0.0.${host}`));
    await eventually(async () => (await openOn(bare)) === 200);
    const [first, second] = groups.flat() as [Wire, Wire];
    // This one does something, so that the next is the oldest.
    assert.match(await first.reply(), /^220/);
    await first.say('EHLO client.example');
    await first.say(`MAIL FROM:<${SENDER}>`);
    await using wire = await Wire.open(bare.smtp);
    assert.match(await wire.mail(SENDER, SALES, 'Subject: through\r\n\r\n'), /^250/);
    assert.equal(
      await second.reply().then(async (text) => (/^220/.test(text) ? second.reply() : text)),
      '421 4.3.2 Closed after silence, to make room for others',
    );
    await second.closed();
    assert.equal(first.isClosed, false);
    assert.equal(await openOn(bare), 200);
    destroy(groups.flat());
  });

  test('421: where all of them are in the middle of a mail, a stranger waits; a trusted client does not', async () => {
    await using bare = await BareListener.start({ ROTA_SMTP_TRUSTED_NETWORKS: '127.0.0.100' });
    const busy: Wire[] = [];
    for (let host = 2; host <= 11; host += 1) {
      const wires = await Promise.all(
        Array.from({ length: 20 }, () => Wire.open(bare.smtp, { localAddress: `127.0.0.${host}` })),
      );
      await Promise.all(wires.map((wire, number) => wire.envelope(`${host}-${number}@example.org`, SALES)));
      busy.push(...wires);
    }
    await using stranger = await Wire.connect(bare.smtp);
    assert.match(await stranger.reply(), /^421/);
    await using trusted = await Wire.open(bare.smtp, { localAddress: '127.0.0.100' });
    assert.match(await trusted.mail(SENDER, SALES, 'Subject: reserve\r\n\r\n'), /^250/);
    destroy(busy);
  });

  test('a trusted client may have as many as there are', async () => {
    await using bare = await BareListener.start();
    const wires = await connectMany(bare.smtp, 60);
    await eventually(async () => (await openOn(bare)) === 60);
    await using wire = await Wire.open(bare.smtp);
    assert.match(await wire.mail(SENDER, SALES, 'Subject: through\r\n\r\n'), /^250/);
    destroy(wires);
  });
});

describe('Time', { concurrency: 4 }, () => {
  test('421: five minutes without a mail, whatever else is said; a mail gives five more', async () => {
    await using bare = await BareListener.start();
    await using wire = await Wire.open(bare.smtp);
    bare.clock.advance(4 * MINUTE_MS);
    assert.match(await wire.mail(SENDER, SALES, 'Subject: in time\r\n\r\n'), /^250/);
    bare.clock.advance(4 * MINUTE_MS);
    assert.match(await wire.say('NOOP'), /^250/);
    bare.clock.advance(MINUTE_MS);
    assert.match(await wire.reply(), /^421 4\.4\.2/);
    await wire.closed();
    await eventually(async () => (await openOn(bare)) === 0);
  });

  test('421: two minutes for a mail, however slowly it comes; nothing of it is stored', async () => {
    await using bare = await BareListener.start();
    await using wire = await Wire.open(bare.smtp);
    await wire.envelope(SENDER, SALES);
    wire.write('Subject: slow\r\n');
    bare.clock.advance(2 * MINUTE_MS);
    assert.match(await wire.reply(), /^421 4\.4\.2/);
    await wire.closed();
    assert.deepEqual(bare.stored, []);
  });

  test('a client that leaves in the middle of a mail leaves nothing behind', async () => {
    await using bare = await BareListener.start();
    const wire = await Wire.open(bare.smtp);
    await wire.envelope(SENDER, SALES);
    wire.write('Subject: half');
    wire.destroy();
    await eventually(async () => (await openOn(bare)) === 0);
    assert.deepEqual(bare.stored, []);
    assert.equal(bare.clock.isAwaited(10 * MINUTE_MS), false, 'no timer is left');
  });
});

describe('Mails in any 60 seconds', { concurrency: 4 }, () => {
  test('451: the 31st of one sender from one client; others go on, and it may again after a minute', async () => {
    await using bare = await BareListener.start(strict);
    await using wire = await Wire.open(bare.smtp);
    for (let count = 1; count <= 30; count += 1) {
      assert.match(await wire.mail(SENDER, SALES, `Subject: ${count}\r\n\r\n`), /^250/);
    }
    assert.match(await wire.say(`MAIL FROM:<${SENDER.toUpperCase()}>`), /^451 4\.7\.1/);
    await using elsewhere = await Wire.open(bare.smtp, { localAddress: '127.0.0.2' });
    // Whoever only says to be the sender takes nothing from the real one.
    assert.match(await elsewhere.mail(SENDER, SALES, 'Subject: real\r\n\r\n'), /^250/);
    assert.match(await wire.mail('', SALES, 'Subject: report\r\n\r\n'), /^250/);
    bare.clock.advance(MINUTE_MS);
    assert.match(await wire.mail(SENDER, SALES, 'Subject: later\r\n\r\n'), /^250/);
  });

  test('451: the 61st of one client, whoever it says to be; a trusted one has no such limit', async () => {
    for (const [environment, most] of [
      [strict, 60],
      [{}, Number.POSITIVE_INFINITY],
    ] as const) {
      await using bare = await BareListener.start(environment);
      await using wire = await Wire.open(bare.smtp);
      for (let count = 1; count <= 61; count += 1) {
        await wire.say('RSET');
        assert.match(
          await wire.say(`MAIL FROM:<person-${count}@example.org>`),
          count > most ? /^451/ : /^250/,
        );
      }
    }
  });

  test('451: the clients of a trusted server, by XFORWARD, each have their own limit', async () => {
    await using bare = await BareListener.start();
    await using wire = await Wire.open(bare.smtp);
    for (const [address, person, code] of [
      ...Array.from({ length: 60 }, (_, count) => ['198.51.100.1', count, 250] as const),
      ['198.51.100.1', 61, 451] as const,
      ['198.51.100.2', 62, 250] as const,
    ]) {
      await wire.say('RSET');
      assert.match(await wire.say(`XFORWARD ADDR=${address}`), /^250/);
      assert.match(await wire.say(`MAIL FROM:<p-${person}@example.org>`), new RegExp(`^${code}`));
    }
  });

  test('451: the 601st to one workspace, for its recipients only', async () => {
    await using bare = await BareListener.start(strict);
    let count = 0;
    const sendSome = async (host: number) => {
      await using wire = await Wire.open(bare.smtp, { localAddress: `127.0.0.${host}` });
      for (let number = 0; number < 50; number += 1) {
        assert.match(await wire.say(`MAIL FROM:<p-${++count}@example.org>`), /^250/);
        assert.match(await wire.say(`RCPT TO:<${SALES}>`), /^250/);
        await wire.say('RSET');
      }
    };
    await Promise.all(Array.from({ length: 12 }, (_, host) => sendSome(host + 2)));
    await using wire = await Wire.open(bare.smtp);
    assert.match(await wire.say(`MAIL FROM:<${SENDER}>`), /^250/);
    assert.match(await wire.say(`RCPT TO:<${SALES}>`), /^451 4\.7\.1/);
    assert.match(await wire.say(`RCPT TO:<${OTHER}>`), /^250/);
    assert.match(await wire.say('DATA'), /^354/);
    assert.match(await wire.say('Subject: other\r\n\r\n.'), /^250/);
    assert.deepEqual(
      bare.stored.map(({ recipients }) => recipients.map(({ address }) => address)),
      [[OTHER]],
    );
  });
});

test('452: unfinished mails of one address have an eighth of the memory, and others still get through', async () => {
  await using bare = await BareListener.start(strict);
  const line = `${'x'.repeat(998)}\r\n`;
  const unfinished = Buffer.from(`Subject: unfinished\r\n\r\n${line.repeat(1_000)}`);
  const wires = await Promise.all(
    Array.from({ length: 9 }, () => Wire.open(bare.smtp, { localAddress: '127.0.0.2' })),
  );
  for (const wire of wires) {
    assert.match(await wire.say(`MAIL FROM:<${SENDER}>`), /^250/);
    assert.match(await wire.say(`RCPT TO:<${SALES}>`), /^250/);
    assert.match(await wire.say('DATA'), /^354/);
  }
  for (const wire of wires.slice(0, 8)) wire.write(unfinished);
  // Until all of it has come in, there is room for a small one.
  let probes = 0;
  await eventually(async () => {
    await using probe = await Wire.open(bare.smtp, { localAddress: '127.0.0.2' });
    const reply = await probe.mail(`probe-${++probes}@example.org`, SALES, 'Subject: probe\r\n');
    return reply.startsWith('452 4.3.1');
  });
  const last = wires[8] as Wire;
  last.write(unfinished);
  assert.match(await last.say('.'), /^452 4\.3\.1/);
  await using other = await Wire.open(bare.smtp, { localAddress: '127.0.0.3' });
  assert.match(await other.mail(SENDER, SALES, unfinished), /^250/);
  // Once they have gone, the address has its share again.
  destroy(wires);
  await eventually(async () => {
    await using again = await Wire.open(bare.smtp, { localAddress: '127.0.0.2' });
    return (await again.mail(SENDER, SALES, unfinished)).startsWith('250');
  });
});

test('452: mails that are kept at the same time have 64 MiB; what does not fit may come again', async () => {
  await using bare = await BareListener.start();
  const storing: (() => void)[] = [];
  bare.beforeStore = () => new Promise((resolve) => void storing.push(resolve));
  const large = Buffer.from(`Subject: large\r\n\r\n${`${'x'.repeat(998)}\r\n`.repeat(1_000)}`);
  const wires = await Promise.all(Array.from({ length: 64 }, () => Wire.open(bare.smtp)));
  const replies = wires.map((wire) => wire.mail(SENDER, SALES, large));
  await eventually(async () => storing.length === 64);
  await using late = await Wire.open(bare.smtp);
  assert.match(await late.mail(SENDER, SALES, large), /^452 4\.3\.1/);
  for (const store of storing.splice(0)) store();
  for (const reply of replies) assert.match(await reply, /^250/);
  bare.beforeStore = async () => {};
  assert.match(await late.mail(SENDER, SALES, large), /^250/);
  assert.equal(bare.stored.length, 65);
  destroy(wires);
});
