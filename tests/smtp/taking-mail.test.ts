// Mail that comes in over SMTP and LMTP is stored before it is answered, for addresses of ours and for no others.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { createTransport } from 'nodemailer';
import { test } from '../support/lanes.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { startCutProxy } from '../support/server/cut-proxy.ts';
import { freshPostgresDatabase } from '../support/server/databases.ts';
import { figure } from '../support/server/metrics.ts';
import { dataOf, type Node, onBothEngines, SECRET_KEY, startNode } from '../support/server/rota.ts';
import { Wire } from './wire.ts';

const TEAM = 'sales.acme@rota.localhost';
const WORKSPACE = 'acme@rota.localhost';
const MEMBER = 'ada@example.com';
const OUTSIDER = 'grace@example.org';
const LISTENING = { ROTA_SMTP_LISTEN: '127.0.0.1:0', ROTA_LMTP_LISTEN: '127.0.0.1:0' };

interface Incoming {
  id: string;
  subject: string;
  to: string;
}

const smtpOf = ({ app }: Node) => app.mailAddresses.smtp as string;
const lmtpOf = ({ app }: Node) => app.mailAddresses.lmtp as string;

async function makePeople(node: Node): Promise<void> {
  dataOf(await node.post('/api/v1/teams', { name: 'Sales' }));
  dataOf(await node.post('/api/v1/workspace_members', { email: MEMBER }));
}

/** Messages with this subject, as the API shows them. */
async function storedAs(node: Node, subject: string): Promise<Incoming[]> {
  const all = dataOf<Incoming[]>(await node.get('/api/v1/messages?direction=in&limit=100'));
  return all.filter((message) => message.subject === subject);
}

const mailWith = (subject: string, id = subject) =>
  `From: ${OUTSIDER}\r\nTo: ${TEAM}\r\nSubject: ${subject}\r\nMessage-ID: <${id}@example.org>\r\n\r\nHello\r\n`;

onBothEngines(
  'Mail',
  (node) => {
    before(() => makePeople(node()));

    test('250: what a mail program hands in is stored when it is answered', async () => {
      const [host, port] = smtpOf(node()).split(':');
      const transport = createTransport({ host, port: Number(port) });
      const { accepted, rejected } = await transport.sendMail({
        from: OUTSIDER,
        to: [TEAM, 'nobody@rota.localhost', 'someone@example.net'],
        subject: 'A demo',
        text: 'Half an hour next week?',
      });
      transport.close();
      assert.deepEqual([accepted, rejected], [[TEAM], ['nobody@rota.localhost', 'someone@example.net']]);
      assert.equal((await storedAs(node(), 'A demo')).length, 1);
    });

    test('250: the same mail again, over either protocol, is the same message', async () => {
      await using smtp = await Wire.open(smtpOf(node()));
      await using lmtp = await Wire.open(lmtpOf(node()), { hello: 'LHLO client.example' });
      for (const wire of [smtp, smtp, lmtp]) {
        assert.equal(await wire.mail(OUTSIDER, TEAM, mailWith('Twice')), '250 2.6.0 Stored');
      }
      assert.equal((await storedAs(node(), 'Twice')).length, 1);
    });

    test('550: foreign domains, source routes, percent hacks and quoted local parts relay nothing', async () => {
      await using wire = await Wire.open(smtpOf(node()));
      for (const [recipient, reply] of [
        ['victim@example.net', /^550 5\.1\.1/],
        ['@rota.localhost:victim@example.net', /^550 5\.1\.1/],
        ['@a.example,@rota.localhost:victim@example.net', /^550 5\.1\.1/],
        ['victim%example.net@rota.localhost', /^550 5\.1\.1/],
        ['sales.acme%rota.localhost@rota.localhost', /^550 5\.1\.1/],
        ['example.net!victim@rota.localhost', /^550 5\.1\.1/],
        ['"victim@example.net"@rota.localhost', /^501/],
        ['"sales.acme"@rota.localhost', /^550 5\.1\.1/],
        ['sales.acme+tag@rota.localhost', /^550 5\.1\.1/],
        ['sales.acme@sub.rota.localhost', /^550 5\.1\.1/],
        ['sales.acme@rota.localhost.example.net', /^550 5\.1\.1/],
        ['sales.acme@[127.0.0.1]', /^550 5\.1\.1/],
        ['sales.acme@rota.localhost.', /^501/],
        ['sales.acme', /^501/],
        ['postmaster', /^550 5\.1\.1/],
      ] as const) {
        await wire.say('RSET');
        assert.match(await wire.say(`MAIL FROM:<${OUTSIDER}>`), /^250/);
        assert.match(await wire.say(`RCPT TO:<${recipient}>`), reply, recipient);
        assert.match(await wire.say('DATA'), /^503/, recipient);
      }
      await wire.say('RSET');
      assert.match(await wire.mail(OUTSIDER, `@relay.example:${TEAM}`, mailWith('Routed')), /^250/);
      assert.deepEqual((await storedAs(node(), 'Routed')).length, 1, 'a route to ourselves is no relay');
    });

    test('RCPT tells nobody who is a member: whoever asks hears the same', async () => {
      await using wire = await Wire.open(smtpOf(node()));
      const answers = new Set<string>();
      for (const sender of [OUTSIDER, MEMBER, MEMBER.toUpperCase(), 'nobody@example.com', '']) {
        await wire.say('RSET');
        assert.match(await wire.say(`MAIL FROM:<${sender}>`), /^250/);
        answers.add(await wire.say(`RCPT TO:<${WORKSPACE}>`));
      }
      assert.equal(answers.size, 1, [...answers].join());
      assert.match([...answers].join(), /^250/);
    });

    test('LMTP: one good and one bad recipient: each has its own answer', async () => {
      await using wire = await Wire.open(lmtpOf(node()), { hello: 'LHLO client.example' });
      assert.match(await wire.say(`MAIL FROM:<${OUTSIDER}>`), /^250/);
      assert.match(await wire.say('RCPT TO:<nobody.acme@rota.localhost>'), /^550/);
      assert.match(await wire.say(`RCPT TO:<${TEAM}>`), /^250/);
      assert.match(await wire.say('DATA'), /^354/);
      wire.write(`${mailWith('Good and bad')}.\r\n`);
      assert.match(await wire.reply(), /^250/);
      assert.match(await wire.say('NOOP'), /^250 OK/);
      assert.deepEqual(
        (await storedAs(node(), 'Good and bad')).map(({ to }) => to),
        [TEAM],
      );
    });

    test('gets through, and calls are answered, beside 200 connections that say nothing and 20 that send nonsense', async () => {
      const at = smtpOf(node());
      const silent = await Promise.all(Array.from({ length: 200 }, () => Wire.connect(at)));
      const noisy = await Promise.all(Array.from({ length: 20 }, () => Wire.connect(at)));
      for (const wire of noisy) wire.write(Buffer.alloc(200_000, 0xff));
      await using wire = await Wire.open(at);
      assert.match(await wire.mail(OUTSIDER, TEAM, mailWith('Through')), /^250/);
      assert.equal((await node().get('/readyz')).status, 200);
      assert.equal((await storedAs(node(), 'Through')).length, 1);
      for (const one of [...silent, ...noisy]) one.destroy();
    });

    test('is counted in the metrics of the service', async () => {
      assert.ok(((await figure(node(), 'rota_smtp_mails_total{result="stored"}')) ?? 0) > 0);
    });
  },
  { environment: LISTENING },
);

test('451 while the database is away, at RCPT and after DATA; the same mail is taken when it is back', async (t) => {
  const database = await freshPostgresDatabase();
  const proxy = await startCutProxy(database.url);
  const environment = { DATABASE_URL: proxy.url, ROTA_SECRET_KEY: SECRET_KEY };
  const node = await startNode(
    { engine: 'postgres', environment, remove: database.drop },
    { environment: LISTENING },
  );
  t.after(async () => {
    proxy.restore();
    await node.stop();
    await proxy.stop();
    await database.drop();
  });
  await makePeople(node);
  await using wire = await Wire.open(smtpOf(node));
  await wire.envelope(OUTSIDER, TEAM);
  wire.write(mailWith('Later'));
  proxy.cut();
  assert.match(await wire.say('.'), /^451 4\.3\.0/);
  assert.match(await wire.say(`MAIL FROM:<${OUTSIDER}>`), /^250/);
  assert.match(await wire.say(`RCPT TO:<${TEAM}>`), /^451 4\.3\.0/);
  assert.equal(await figure(node, 'rota_smtp_mails_total{result="failed"}'), 1);
  proxy.restore();
  await eventually(async () => {
    await wire.say('RSET');
    await wire.say(`MAIL FROM:<${OUTSIDER}>`);
    return /^250/.test(await wire.say(`RCPT TO:<${TEAM}>`));
  });
  assert.match(await wire.say('DATA'), /^354/);
  wire.write(mailWith('Later'));
  assert.match(await wire.say('.'), /^250/);
  assert.equal((await storedAs(node, 'Later')).length, 1);
});
