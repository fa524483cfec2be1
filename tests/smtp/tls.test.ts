// STARTTLS: real encryption, nothing of before it counts after it, and a certificate that can be renewed.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before } from 'node:test';
import { createTransport } from 'nodemailer';
import { describe, test } from '../support/lanes.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { makeCertificate } from '../support/receivers/certificate.ts';
import { BareListener, SALES } from './bare-listener.ts';
import { Wire } from './wire.ts';

const SENDER = 'grace@example.org';
const MINUTE_MS = 60_000;

describe('With a certificate', () => {
  const certificate = makeCertificate();
  let folder: string;
  let files: { ROTA_SMTP_TLS_CERT: string; ROTA_SMTP_TLS_KEY: string };
  let bare: BareListener;
  const write = async ({ cert, key }: { cert: string; key: string }) => {
    await writeFile(files.ROTA_SMTP_TLS_CERT, cert);
    await writeFile(files.ROTA_SMTP_TLS_KEY, key);
  };
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'rota-smtp-tls-'));
    files = {
      ROTA_SMTP_TLS_CERT: path.join(folder, 'cert.pem'),
      ROTA_SMTP_TLS_KEY: path.join(folder, 'key.pem'),
    };
    await write(certificate);
    bare = await BareListener.start(files);
  });
  after(async () => {
    await bare?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const sendOver = async ({ cert }: { cert: string }, subject: string) => {
    const [host, port] = bare.smtp.split(':');
    const transport = createTransport({ host, port: Number(port), requireTLS: true, tls: { ca: cert } });
    const { response } = await transport.sendMail({ from: SENDER, to: SALES, subject, text: 'Hello' });
    transport.close();
    return response;
  };

  test('250: a client that asks for TLS and checks the certificate gets its mail through', async () => {
    assert.match(await sendOver(certificate, 'encrypted'), /^250 2\.6\.0/);
    assert.ok(bare.texts.some((text) => text.includes('Subject: encrypted')));
  });

  test('STARTTLS is offered before TLS, and not after it', async () => {
    await using wire = await Wire.open(bare.smtp);
    assert.match(await wire.say('EHLO client.example'), /STARTTLS/);
    await wire.startTls();
    assert.doesNotMatch(await wire.say('EHLO client.example'), /STARTTLS/);
    assert.match(await wire.say('STARTTLS'), /^503/);
    assert.match(await wire.mail(SENDER, SALES, 'Subject: by hand\r\n\r\n'), /^250/);
  });

  test('what was sent with STARTTLS, before TLS, is dropped; what was said before is forgotten', async () => {
    await using wire = await Wire.open(bare.smtp);
    assert.match(await wire.say(`MAIL FROM:<${SENDER}>`), /^250/);
    await wire.startTls(
      `EHLO evil.example\r\nMAIL FROM:<evil@example.org>\r\nRCPT TO:<${SALES}>\r\nNOOP\r\n`,
    );
    assert.match(await wire.say('DATA'), /^503 Error: send HELO/, 'this is the first reply');
    assert.match(await wire.say('EHLO client.example'), /^250/);
    assert.match(await wire.say(`RCPT TO:<${SALES}>`), /^503 Error: need MAIL/);
  });

  test('a connection in the middle of the handshake can be ended, by time and by its client', async () => {
    for (const end of ['time', 'client']) {
      const [host, port] = bare.smtp.split(':');
      const socket = connect({ host, port: Number(port) }).on('error', () => {});
      let text = '';
      socket.setEncoding('latin1').on('data', (more) => {
        text += more;
      });
      const said = (what: string) => eventually(async () => text.includes(what));
      await said('220 ');
      socket.write('EHLO client.example\r\nSTARTTLS\r\n');
      await said('Ready to start TLS');
      // The beginning of a handshake, of which nothing follows.
      socket.write(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]));
      if (end === 'client') socket.destroy();
      else {
        bare.clock.advance(5 * MINUTE_MS);
        await once(socket, 'close');
      }
      await eventually(async () => (await bare.figure('rota_smtp_connections')) === 0);
    }
    assert.match(await sendOver(certificate, 'still there'), /^250/);
  });

  test('what is no handshake ends the connection, and nothing else', async () => {
    await using wire = await Wire.open(bare.smtp);
    assert.match(await wire.say('STARTTLS'), /^220/);
    wire.write('NOOP\r\n'.repeat(100));
    await wire.closed();
    assert.match(await sendOver(certificate, 'also there'), /^250/);
  });

  test('a new certificate in the files is used within a minute; a broken one is not', async () => {
    const renewed = makeCertificate();
    await write(renewed);
    bare.clock.advance(MINUTE_MS);
    await eventually(async () => bare.logLines.some((line) => line.includes('certificate renewed')));
    assert.match(await sendOver(renewed, 'renewed'), /^250/);
    await writeFile(files.ROTA_SMTP_TLS_KEY, certificate.key);
    await eventually(async () => {
      bare.clock.advance(MINUTE_MS);
      return bare.logLines.some((line) => line.includes('could not be renewed'));
    });
    assert.match(await sendOver(renewed, 'old one'), /^250/);
    await write(certificate);
  });
});

test('Without a certificate, STARTTLS is neither offered nor there', async () => {
  await using bare = await BareListener.start();
  await using wire = await Wire.open(bare.smtp);
  assert.doesNotMatch(await wire.say('EHLO client.example'), /STARTTLS/);
  assert.match(await wire.say('STARTTLS'), /^500/);
});
