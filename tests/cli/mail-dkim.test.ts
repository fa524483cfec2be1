// `rota mail dkim` makes a key; `rota mail check` and `rota doctor` tell whether others can verify what it signs.
import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after } from 'node:test';
import { examine } from '../../src/cli/doctor/doctor.ts';
import type { Finding } from '../../src/cli/doctor/mail-servers.ts';
import { checkSigning } from '../../src/cli/doctor/mail-signing.ts';
import { LookupError } from '../../src/network/names.ts';
import { createRecords } from '../../src/network/records.ts';
import { systemClock } from '../../src/time/clock.ts';
import { describe, test } from '../support/lanes.ts';
import { anotherKey, FIRST_KEY, signingOfKey, signingWith } from '../support/makers/dkim.ts';
import { publish } from '../support/makers/signed-mail.ts';
import { NameServer } from '../support/receivers/name-server.ts';
import { freshDataFolder } from '../support/server/databases.ts';
import { shown } from '../support/server/doctor.ts';
import { failed } from '../support/server/exits.ts';
import { rota } from '../support/server/process.ts';

const server = await NameServer.start();
after(() => server[Symbol.asyncDispose]());
const folder = await freshDataFolder();
after(() => folder.remove());
const at = (name: string) => path.join(folder.path, name);

const DOMAIN = 'meet.example.com';
const NAME = `first._domainkey.${DOMAIN}`;
const ZONE_LINE = `${NAME}. TXT "${FIRST_KEY.record.slice(0, 255)}" "${FIRST_KEY.record.slice(255)}"`;
const SETTINGS = { ROTA_MAIL_DOMAIN: DOMAIN, ...signingWith('first', FIRST_KEY, DOMAIN) };
const secrets = FIRST_KEY.pem.split('\n').filter((line) => line.length > 20);

const setRecords = (name: string, ...texts: string[]) => server.records.set(name, { TXT: texts });

describe('rota mail dkim', () => {
  test('makes a key for its owner only, and tells its record and the settings', async () => {
    const file = at('new.pem');
    const words = ['mail', 'dkim', file, '--selector', 'fresh'];
    const { code, stdout, stderr } = await rota(words, { ROTA_MAIL_DOMAIN: DOMAIN });
    assert.deepEqual([code, stderr], [0, '']);
    const { mode } = await stat(file);
    assert.equal(mode & 0o777, 0o600);
    const pem = await readFile(file, 'utf8');
    assert.ok(!stdout.includes('PRIVATE'));
    const lines = stdout.split('\n');
    assert.equal(lines[0], `Created the key ${file}, for its owner only.`);
    for (const setting of [
      `ROTA_DKIM_DOMAIN=${DOMAIN}`,
      'ROTA_DKIM_SELECTOR=fresh',
      `ROTA_DKIM_KEY_FILE=${file}`,
    ]) {
      assert.ok(lines.includes(setting), stdout);
    }
    // What it tells is what receivers need: published so, a message that is signed with the settings is verified.
    const [, name = '', first = '', second = ''] =
      /^(\S+)\. TXT "([^"]{255})" "([^"]{1,255})"$/m.exec(stdout) ?? [];
    assert.equal(name, `fresh._domainkey.${DOMAIN}`);
    setRecords(name, first + second);
    const records = createRecords(systemClock, { servers: [server.address] });
    const signing = signingOfKey('fresh', { pem, record: '' }, DOMAIN);
    const { verdict, found } = await checkSigning(records, signing, DOMAIN);
    assert.deepEqual(
      [verdict, found],
      ['ok', `Rota signs for ${DOMAIN} with fresh, rsa with 2048 bits, and the signature verifies`],
    );
  });

  test('without --selector, a new key is named after its day', async () => {
    const { stdout } = await rota(['mail', 'dkim', at('day.pem'), '--domain', 'example.org', '--json']);
    const told = JSON.parse(stdout) as Record<string, string>;
    assert.match(told.selector ?? '', /^rota20\d{6}$/);
    assert.equal(told.record_name, `${told.selector}._domainkey.example.org`);
    assert.match(told.record_value ?? '', /^v=DKIM1; k=rsa; p=[\w+/]{391,}=*$/);
    assert.deepEqual([told.domain, told.key_file], ['example.org', at('day.pem')]);
  });

  test('tells the record of a key that is there, from the settings or a file', async () => {
    const { code, stdout } = await rota(['mail', 'dkim'], SETTINGS);
    assert.equal(code, 0);
    assert.ok(stdout.includes(`\n${ZONE_LINE}\n`), stdout);
    const file = at('there.pem');
    await writeFile(file, FIRST_KEY.pem);
    const fromFile = await rota(['mail', 'dkim', '--key', file, '--selector', 'first', '--domain', DOMAIN]);
    assert.ok(fromFile.stdout.includes(`\n${ZONE_LINE}\n`), fromFile.stdout);
    for (const secret of secrets) assert.ok(!(stdout + fromFile.stdout).includes(secret));
  });

  test('never overwrites a file, and refuses what it can not use, with nothing made', async () => {
    const file = at('kept.pem');
    await writeFile(file, 'something else');
    await writeFile(
      at('short.pem'),
      generateKeyPairSync('rsa', { modulusLength: 1_024 }).privateKey.export({
        type: 'pkcs8',
        format: 'pem',
      }),
    );
    const before = await readdir(folder.path);
    assert.deepEqual(
      await rota(['mail', 'dkim', file], { ROTA_MAIL_DOMAIN: DOMAIN }),
      failed(4, `${file} already exists: choose another name`),
    );
    assert.equal(await readFile(file, 'utf8'), 'something else');
    for (const [words, sentence, environment] of [
      [
        [],
        'FILE is missing: name a file for a new key, or give --key FILE for an existing one',
        { ROTA_MAIL_DOMAIN: DOMAIN, ROTA_DKIM_SELECTOR: 'x' },
      ],
      [[at('a.pem')], '--domain is missing, and ROTA_MAIL_DOMAIN is not set', {}],
      [['--key', file, '--domain', DOMAIN], '--selector is missing, and ROTA_DKIM_SELECTOR is not set', {}],
      [
        ['--key', file],
        `--key: what ${file} holds must be a private key in PEM without a passphrase, as \`rota mail dkim\` makes one`,
        SETTINGS,
      ],
      [
        ['--key', at('short.pem')],
        `--key: what ${at('short.pem')} holds must have 2048 to 4096 bits: it has 1024`,
        SETTINGS,
      ],
      [
        [at('a.pem'), '--key', file],
        'FILE is for a new key, --key for an existing one: give only one of them',
        SETTINGS,
      ],
      [[at('a.pem'), '--selector', 'a b'], '--selector must be a name such as mail2026', SETTINGS],
      [
        [at('a.pem'), '--selector', 'first'],
        '--selector must not be first, the key in use: its record must stay while mail is on its way',
        SETTINGS,
      ],
    ] as const) {
      const { code, stdout, stderr } = await rota(['mail', 'dkim', ...words], environment);
      assert.deepEqual([code, stdout, stderr.split('\n')[0]], [2, '', `rota: ${sentence}`]);
    }
    assert.deepEqual(await readdir(folder.path), before);
  });
});

describe('Whether others can verify what Rota signs', () => {
  const check = async (texts: string[], { domain = DOMAIN, mailDomain = DOMAIN } = {}) => {
    setRecords(`first._domainkey.${domain}`, ...texts);
    // Nothing is remembered from another test.
    const records = createRecords(systemClock, { servers: [server.address] });
    const {
      verdict,
      found,
      records: recommended,
    } = await checkSigning(records, signingOfKey('first', FIRST_KEY, domain), mailDomain);
    return [verdict, found, ...recommended];
  };

  test('is told with the record to have', async () => {
    assert.deepEqual(await check([]), [
      'missing',
      'Rota signs with the key first, but its record is missing: nobody can verify the signature',
      ZONE_LINE,
    ]);
    const other = anotherKey().record;
    for (const [texts, sentence] of [
      [[other], `${NAME} is for a different key than ROTA_DKIM_KEY`],
      [[FIRST_KEY.record, other], `${NAME} has 2 records: receivers may take any of them`],
      [['v=DKIM1; p='], 'the key first was withdrawn'],
      [['hello'], `${NAME} has no readable key`],
    ] as const) {
      assert.deepEqual(await check([...texts]), ['wrong', sentence, ZONE_LINE]);
    }
    // Receivers refuse it for other reasons, which mailauth knows.
    const [verdict, found] = await check([FIRST_KEY.record.replace('k=rsa', 'k=rsa; h=sha1')]);
    assert.equal(verdict, 'wrong');
    assert.match(String(found), /^a message signed by Rota could not be verified: /);
    assert.deepEqual(await check([FIRST_KEY.record]), [
      'ok',
      `Rota signs for ${DOMAIN} with first, rsa with 2048 bits, and the signature verifies`,
    ]);
    // The same key in the other form that records have, in pieces.
    const inPkcs1 = createPublicKey(FIRST_KEY.pem)
      .export({ type: 'pkcs1', format: 'der' })
      .toString('base64');
    assert.equal((await check([`v=DKIM1; p=${inPkcs1.replace(/(.{64})/g, '$1 ')}`]))[0], 'ok');
    server.meanings.set(NAME, 'failing');
    await assert.rejects(check([FIRST_KEY.record]), LookupError);
    server.meanings.delete(NAME);
  });

  test('and whether it counts for the domain of From, as its DMARC wants', async () => {
    const above = { domain: 'example.net', mailDomain: 'meet.example.net' };
    publish(server, 'example.net', { dmarc: 'p=reject', key: false });
    assert.equal((await check([FIRST_KEY.record], above))[0], 'ok');
    publish(server, 'meet.example.net', { dmarc: 'p=reject; adkim=s', key: false });
    assert.deepEqual(await check([FIRST_KEY.record], above), [
      'wrong',
      'by the DMARC of meet.example.net, a signature of example.net proves nothing about mail from meet.example.net: ' +
        'set ROTA_DKIM_DOMAIN to meet.example.net',
      ZONE_LINE.replace(DOMAIN, 'meet.example.net'),
    ]);
  });

  test('stands in rota mail check and rota doctor, without a word of the key', async () => {
    setRecords(NAME, FIRST_KEY.record);
    publish(server, DOMAIN, { spf: 'mx -all', dmarc: 'p=reject', key: false });
    server.records.set(DOMAIN, { ...server.records.get(DOMAIN), MX: ['10 mail.example.com'] });
    server.meanings.set('mail.example.com', ['93.184.215.14']);
    const looked = async (words: string[], environment = SETTINGS) => {
      const exit = await rota(
        ['mail', 'check', ...words, '--resolver', server.address, '--json'],
        environment,
      );
      for (const secret of secrets) assert.ok(!JSON.stringify(exit).includes(secret));
      const { findings } = JSON.parse(exit.stdout) as { findings: Finding[] };
      return findings.filter(({ checked }) => checked === 'DKIM').map(({ verdict }) => verdict);
    };
    assert.deepEqual(await looked([]), ['ok']);
    // Whoever signs beside Rota has another key.
    assert.deepEqual(await looked(['--selector', 'relay']), ['ok', 'missing']);
    assert.deepEqual(await looked(['other.example.com']), ['skipped']);
    const half = { ...SETTINGS, ROTA_DKIM_SELECTOR: '' };
    const { code, stderr } = await rota(['mail', 'check', DOMAIN], half);
    assert.equal(code, 2);
    assert.match(
      stderr,
      /^rota: ROTA_DKIM_DOMAIN, ROTA_DKIM_SELECTOR, ROTA_DKIM_KEY go together: set ROTA_DKIM_SELECTOR, too/,
    );

    const doctor = async (environment: Record<string, string>) => {
      const lines = await examine(
        { ...environment, ROTA_DATA_DIR: folder.path, PORT: '0' },
        { servers: [server.address] },
      );
      const all = lines.map(shown).join('\n');
      for (const secret of secrets) assert.ok(!all.includes(secret));
      return all;
    };
    assert.match(
      await doctor(SETTINGS),
      /^ok mail domain: meet\.example\.com: MX, SPF, DKIM, DMARC are right$/m,
    );
    setRecords(NAME, anotherKey().record);
    assert.match(
      await doctor(SETTINGS),
      /^warn mail domain: DKIM: first\._domainkey\.meet\.example\.com is for a different key than ROTA_DKIM_KEY → `rota mail check/m,
    );
    assert.match(await doctor(half), /^fail settings: ROTA_DKIM_DOMAIN, .* go together/m);
    const broken = { ...SETTINGS, ROTA_DKIM_KEY: FIRST_KEY.pem.replace('MII', 'XXX') };
    assert.match(await doctor(broken), /^fail settings: ROTA_DKIM_KEY must be a private key in PEM/m);
  });
});
