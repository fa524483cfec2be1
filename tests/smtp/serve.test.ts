// Full lane, because it starts many processes: Where `rota serve` takes mail, by its settings, and what it says where it can't.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConfigError } from '../../src/settings/config.ts';
import { describe, test } from '../support/lanes.ts';
import { makeCertificate } from '../support/receivers/certificate.ts';
import { failed } from '../support/server/exits.ts';
import { EmptyStorage, rota, rotaProcess, takePort } from '../support/server/process.ts';
import { BareListener } from './bare-listener.ts';
import { Wire } from './wire.ts';

const DEFAULT_ADDRESS = '127.0.0.1:2525';
const STARTED = 'mail listener started';
/** An empty variable is one that is not set. */
const UNSET = '';

describe('rota serve', { concurrency: 2 }, () => {
  test('says where mail is taken, in the log and at the first start, and takes it until it is stopped', async () => {
    await using storage = await EmptyStorage.make('sqlite');
    await using server = await storage.serve({
      ROTA_SMTP_LISTEN: '127.0.0.1:0',
      ROTA_LMTP_LISTEN: '127.0.0.1:0',
    });
    const { smtp, lmtp } = await server.logged(STARTED);
    assert.match(String(smtp), /^127\.0\.0\.1:\d+$/);
    assert.match(String(lmtp), /^127\.0\.0\.1:\d+$/);
    assert.ok(server.introduction.includes(`Mail is accepted over SMTP at ${smtp}\n`));
    await using wire = await Wire.open(String(smtp));
    assert.match(await wire.say('MAIL FROM:<grace@example.org>'), /^250/);
    assert.match(await wire.say('RCPT TO:<nobody@rota.localhost>'), /^550/);
    server.signal('SIGTERM');
    assert.match(await wire.reply(), /^421 4\.3\.2/);
    assert.equal((await server.ended).code, 0);
  });

  test('an address that is taken ends the start with a sentence', async () => {
    await using taken = await takePort();
    await using storage = await EmptyStorage.make('sqlite');
    const run = async (environment: Record<string, string>) => {
      const { code, stderr } = await rotaProcess(['serve'], { ...storage.environment, ...environment });
      return { code, stderr };
    };
    const inUse = `listen EADDRINUSE: address already in use 127.0.0.1:${taken.port}`;
    for (const name of ['ROTA_SMTP_LISTEN', 'ROTA_LMTP_LISTEN']) {
      assert.deepEqual(await run({ [name]: `127.0.0.1:${taken.port}` }), {
        code: 2,
        stderr: `rota: ${name} can't be used: ${inUse}\n`,
      });
    }
  });

  test('settings that go together are asked for before anything is made', async () => {
    await using storage = await EmptyStorage.make('sqlite');
    const environment = {
      ...storage.environment,
      ROTA_SMTP_LISTEN: '0.0.0.0:25',
      ROTA_SMTP_TLS_CERT: '/cert.pem',
    };
    const sentences = [
      'ROTA_MAIL_DOMAIN is required with ROTA_SMTP_LISTEN or ROTA_LMTP_LISTEN on an address that others reach: set it to the ' +
        'domain whose mail comes in, such as mail.example.com',
      'ROTA_SMTP_TLS_CERT and ROTA_SMTP_TLS_KEY go together: set both, or neither',
    ];
    assert.deepEqual(await rota(['serve'], environment), failed(2, sentences.join('\nrota: ')));
  });
});

describe('Without ROTA_SMTP_LISTEN', () => {
  const start = (HOST: string) =>
    BareListener.start({ HOST, ROTA_SMTP_LISTEN: UNSET, ROTA_LMTP_LISTEN: UNSET });
  const warningsOf = ({ logLines }: BareListener) =>
    logLines.filter((line) => line.includes('"level":"warn"'));

  test(`mail is taken at ${DEFAULT_ADDRESS} on a loopback address, and where that is taken there is one warning`, async () => {
    // Another program of this machine may have it already: then the first is warned, too.
    await using first = await start('127.0.0.1');
    await using second = await start('::1');
    const hasFirst = first.addresses.smtp === DEFAULT_ADDRESS;
    assert.equal(warningsOf(first).length, hasFirst ? 0 : 1);
    assert.deepEqual(second.addresses, {});
    assert.equal(warningsOf(second).length, 1);
    assert.match(
      warningsOf(second)[0] ?? '',
      /mail listener not started: 127\.0\.0\.1:2525 can't be used; set ROTA_SMTP_LISTEN/,
    );
  });

  test('mail is taken nowhere on another address', async () => {
    await using bare = await start('0.0.0.0');
    assert.deepEqual([bare.addresses, bare.logLines], [{}, []]);
  });
});

test('A certificate that can not be read or used is named in a sentence', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'rota-smtp-'));
  const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  const start = () => BareListener.start({ ROTA_SMTP_TLS_CERT: cert, ROTA_SMTP_TLS_KEY: key });
  const refused = (pattern: RegExp) =>
    assert.rejects(start, (error) => error instanceof ConfigError && pattern.test(error.message));
  try {
    await refused(/^ROTA_SMTP_TLS_CERT can't be read: ENOENT/);
    await writeFile(cert, makeCertificate().cert);
    await refused(/^ROTA_SMTP_TLS_KEY can't be read: ENOENT/);
    await writeFile(key, makeCertificate().key);
    await refused(/^ROTA_SMTP_TLS_CERT and ROTA_SMTP_TLS_KEY are no certificate and its key: /);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
