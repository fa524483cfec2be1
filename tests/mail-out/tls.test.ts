// Full lane, because it starts many processes: Mail leaves this machine over TLS only, with a certificate that is checked; before that, nobody is told a password.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MailResult } from '../../src/mail-out/record.ts';
import { describe, test } from '../support/lanes.ts';
import { type Certificate, makeCertificate } from '../support/receivers/certificate.ts';
import { SmtpServer } from '../support/receivers/smtp-server.ts';
import { NodeProcess } from '../support/server/process.ts';

const PROGRAM = fileURLToPath(new URL('./smtp-process.ts', import.meta.url));
const NAME = 'smtp.example.net';
const LOGIN = 'rota:secret@';

/** Sends a message, as one who trusts these certificates. */
async function send(url: string, ...trusted: Certificate[]): Promise<MailResult> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rota-trusted-'));
  try {
    const file = path.join(folder, 'trusted.pem');
    await writeFile(file, trusted.map(({ cert }) => cert).join(''));
    const program = new NodeProcess([PROGRAM, url], { NODE_EXTRA_CA_CERTS: file });
    const { code, stdout, stderr } = await program.ended;
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe('A mail server', { concurrency: 4 }, () => {
  const certificate = makeCertificate({ name: NAME });
  const sent: MailResult = { fate: 'sent', error: null };

  test('elsewhere gets the login and the message after STARTTLS', async () => {
    await using server = await SmtpServer.start({ certificate, hasLogin: true });
    assert.deepEqual(await send(`smtp://${LOGIN}${NAME}:${server.port}`, certificate), sent);
    assert.deepEqual(server.logins, ['\0rota\0secret']);
    assert.deepEqual(
      server.taken.map(({ isSecure }) => isSecure),
      [true],
    );
    assert.ok(server.steps.indexOf('STARTTLS') < server.steps.indexOf('AUTH'));
  });

  test('elsewhere gets nothing without STARTTLS', async () => {
    await using server = await SmtpServer.start({ hasLogin: true });
    const { fate, error } = await send(`smtp://${LOGIN}${NAME}:${server.port}`);
    assert.equal(fate, 'away');
    assert.match(error ?? '', /^the mail server refused the session: 502/);
    assert.deepEqual([server.logins, server.taken], [[], []]);
  });

  for (const answer of ['454 4.7.0 not now', '554 5.7.3 never']) {
    test(`elsewhere that answers ${answer.slice(0, 3)} to STARTTLS gets nothing now`, async () => {
      const script = (step: string) => (step === 'STARTTLS' ? answer : undefined);
      await using server = await SmtpServer.start({ certificate, hasLogin: true, script });
      assert.deepEqual(await send(`smtp://${LOGIN}${NAME}:${server.port}`, certificate), {
        fate: 'away',
        error: `the mail server refused the session: ${answer}`,
      });
      assert.deepEqual([server.logins, server.taken], [[], []]);
    });
  }

  test('that ends at the beginning of TLS gets nothing now', async () => {
    const script = (step: string) => (step === 'STARTTLS' ? 'drop' : undefined);
    await using server = await SmtpServer.start({ certificate, script });
    const { fate, error } = await send(`smtp://${NAME}:${server.port}`, certificate);
    assert.deepEqual([fate, error?.split(':')[0]], ['away', 'no session with the mail server']);
  });

  const untrusted: [string, Certificate, string][] = [
    ['that nobody has signed', makeCertificate({ name: NAME }), 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['of another name', makeCertificate({ name: 'other.example.net' }), 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['that is too old', makeCertificate({ name: NAME, until: Date.now() - 60_000 }), 'CERT_HAS_EXPIRED'],
  ];
  for (const [what, wrong, code] of untrusted) {
    for (const isSecure of [false, true]) {
      const scheme = isSecure ? 'smtps' : 'smtp';
      test(`with a certificate ${what} gets nothing (${scheme})`, async () => {
        await using server = await SmtpServer.start({ certificate: wrong, isSecure, hasLogin: true });
        const trusted = code === 'DEPTH_ZERO_SELF_SIGNED_CERT' ? [] : [wrong];
        assert.deepEqual(await send(`${scheme}://${LOGIN}${NAME}:${server.port}`, ...trusted), {
          fate: 'away',
          error: `no session with the mail server: TLS failed: ${code}`,
        });
        assert.deepEqual([server.logins, server.taken], [[], []]);
      });
    }
  }

  test('with smtps speaks TLS from the first byte', async () => {
    const own = makeCertificate();
    await using server = await SmtpServer.start({ certificate: own, isSecure: true, hasLogin: true });
    assert.deepEqual(await send(`smtps://${LOGIN}127.0.0.1:${server.port}`, own), sent);
    assert.deepEqual([server.taken[0]?.isSecure, server.logins], [true, ['\0rota\0secret']]);
    assert.ok(!server.steps.includes('STARTTLS'));
  });

  test('on this machine needs no TLS, and is not asked for any', async () => {
    await using server = await SmtpServer.start({ certificate, hasLogin: true });
    for (const host of ['127.0.0.1', 'localhost']) {
      assert.deepEqual(await send(`smtp://${LOGIN}${host}:${server.port}`), sent);
    }
    assert.ok(!server.steps.includes('STARTTLS'));
  });

  test('that speaks another language than TLS gets nothing', async () => {
    await using server = await SmtpServer.start();
    const { fate, error } = await send(`smtps://${NAME}:${server.port}`);
    assert.equal(fate, 'away');
    assert.match(error ?? '', /^no session with the mail server: TLS failed: ERR_SSL_/);
  });

  test('that nobody runs gets nothing', async () => {
    const server = await SmtpServer.start();
    await server[Symbol.asyncDispose]();
    assert.deepEqual(await send(`smtp://127.0.0.1:${server.port}`), {
      fate: 'away',
      error: 'no session with the mail server: the connection was refused',
    });
  });
});
