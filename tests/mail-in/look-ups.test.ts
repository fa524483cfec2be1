// DNS that is slow, broken or hostile: mail is judged later, or as unproven, in bounded time, and never as proven.
import assert from 'node:assert/strict';
import { createPublicKey, randomBytes } from 'node:crypto';
import { after } from 'node:test';
import { createAuthenticator } from '../../src/mail-in/authenticity.ts';
import { readMail } from '../../src/mail-in/read.ts';
import { LookupError } from '../../src/network/names.ts';
import { createRecords, type Records } from '../../src/network/records.ts';
import { test } from '../support/lanes.ts';
import {
  compose,
  createJudge,
  keyRecord,
  publish,
  SELECTOR,
  withFields,
} from '../support/makers/signed-mail.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { NameServer } from '../support/receivers/name-server.ts';
import { ManualClock } from '../support/server/manual-clock.ts';

const server = await NameServer.start();
after(() => server[Symbol.asyncDispose]());
const { clock, judge } = createJudge(server);
const CLIENT = '203.0.113.10';

const isLookupError = (error: unknown) => error instanceof LookupError;

test('tried again later: the policy, the key or the sender could not be looked up', async () => {
  publish(server, 'failing-key.example.com', { dmarc: 'p=reject', key: false });
  server.meanings.set(`${SELECTOR}._domainkey.failing-key.example.com`, 'failing');
  publish(server, 'failing-spf.example.com', { dmarc: 'p=reject' });
  server.meanings.set('failing-spf.example.com', 'failing');
  publish(server, 'failing-policy.example.com', {});
  server.meanings.set('_dmarc.failing-policy.example.com', 'failing');
  for (const [domain, signedBy] of [
    ['failing-key.example.com', 'failing-key.example.com'],
    ['failing-spf.example.com'],
    ['failing-policy.example.com', 'failing-policy.example.com'],
  ] as const) {
    const raw = await compose({ from: `ada@${domain}`, ...(signedBy && { signedBy }) });
    const sender = `ada@${domain}`;
    await assert.rejects(judge(raw, { sender }), isLookupError, domain);
    const last = await judge(raw, { sender, isLastAttempt: true });
    assert.equal(last.proof, 'unproven', domain);
  }
});

test('judged at once: what can not be looked up would prove nothing', async () => {
  publish(server, 'watched.example.com', { dmarc: 'p=reject' });
  server.meanings.set(`${SELECTOR}._domainkey.dead.example.net`, 'failing');
  server.meanings.set('dead.example.net', 'failing');
  const raw = await compose({ from: 'ada@watched.example.com', signedBy: 'dead.example.net' });
  assert.equal((await judge(raw, { sender: 'x@dead.example.net' })).proof, 'forged');
  const nobody = await compose({ from: 'ada@nobody.example.com', signedBy: 'dead.example.net' });
  assert.equal((await judge(nobody, { sender: 'x@dead.example.net' })).proof, 'unproven');
});

test('a server that never answers has three seconds', async () => {
  const raw = await compose({ from: `ada@company${NameServer.SILENT}` });
  const judging = assert.rejects(judge(raw, { client: null }), isLookupError);
  await eventually(async () => server.asked.some((one) => one.includes(NameServer.SILENT)));
  clock.advance(3_000);
  await judging;
});

test('look-ups for one mail are limited in number, whatever its records ask for', async () => {
  const names = Array.from({ length: 10 }, (_, place) => `many-${place}.example.com`);
  publish(server, 'many.example.com', {
    spf: `${names.map((name) => `mx:${name}`).join(' ')} -all`,
    dmarc: 'p=reject',
  });
  for (const name of names) {
    server.records.set(name, { MX: Array.from({ length: 20 }, (_, place) => `10 host-${place}.${name}`) });
  }
  server.asked.length = 0;
  const raw = await compose({ from: 'ada@many.example.com' });
  assert.equal((await judge(raw, { client: CLIENT, sender: 'ada@many.example.com' })).proof, 'forged');
  assert.ok(server.asked.length <= 100, String(server.asked.length));
});

test('ten seconds are enough for all look-ups of a mail', async () => {
  const slow = new ManualClock();
  let asked = 0;
  const records = (async () => {
    asked += 1;
    slow.advance(2_500);
    throw new LookupError('ENOTFOUND');
  }) as Records;
  const authenticator = createAuthenticator({
    config: { smtpTrustedNetworks: [], smtpTrustedSealers: undefined, mailDomain: 'rota.localhost' },
    clock: slow,
    records,
  });
  let raw = await compose({ from: 'ada@example.com' });
  for (let place = 0; place < 9; place += 1) {
    const [signature = ''] = (await compose({ from: 'ada@example.com', signedBy: `s${place}.example.com` }))
      .toString('latin1')
      .split(/^From:/m);
    raw = withFields(raw, signature.trimEnd());
  }
  const mail = await readMail(raw);
  const client = { address: CLIENT, name: null };
  const found = authenticator.authenticate(raw, { client, sender: '', mail });
  await assert.rejects(found, isLookupError);
  assert.equal(asked, 4);
});

test('signatures past the tenth do not count', async () => {
  publish(server, 'signed.example.com', { dmarc: 'p=reject' });
  const raw = await compose({ from: 'ada@signed.example.com', signedBy: 'signed.example.com' });
  const others = (count: number) =>
    Array.from(
      { length: count },
      (_, place) =>
        `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/simple; d=d${place}.example.com; s=x; h=from; bh=AAAA; b=AAAA`,
    );
  assert.equal((await judge(withFields(raw, ...others(9)))).proof, 'proven');
  assert.equal((await judge(withFields(raw, ...others(10)))).proof, 'forged');
  assert.equal((await judge(withFields(raw, ...others(150)))).proof, 'forged');
});

test('keys that are too small, too large or nonsense prove nothing', async () => {
  const rsa = (bits: number) => {
    const modulus = randomBytes(bits / 8);
    modulus[0] = 0xff;
    return keyRecord(
      createPublicKey({ key: { kty: 'RSA', n: modulus.toString('base64url'), e: 'AQAB' }, format: 'jwk' }),
    );
  };
  const clockOfOwn = new ManualClock();
  for (const key of [rsa(512), rsa(16_384), 'v=DKIM1; p=!!!', 'v=DKIM2; p=AAAA', 'p='.repeat(1_000), '']) {
    const records = (async (name: string) => {
      if (name.includes('_domainkey')) return [[key]];
      if (name.startsWith('_dmarc.')) return [['v=DMARC1; p=reject']];
      throw new LookupError('ENOTFOUND');
    }) as Records;
    const authenticator = createAuthenticator({
      config: { smtpTrustedNetworks: [], smtpTrustedSealers: undefined, mailDomain: 'rota.localhost' },
      clock: clockOfOwn,
      records,
    });
    const raw = await compose({ from: 'ada@example.com', signedBy: 'example.com' });
    const mail = await readMail(raw);
    const client = { address: CLIENT, name: null };
    const found = await authenticator.authenticate(raw, { client, sender: '', mail });
    assert.equal(found.proof, 'forged', key.slice(0, 40));
  }
});

test('headers that cost time to take apart are not', async () => {
  publish(server, 'costly.example.com', { dmarc: 'p=reject' });
  const raw = await compose({ from: 'ada@costly.example.com', signedBy: 'costly.example.com' });
  assert.equal((await judge(withFields(raw, `X: a${'\r\n b'.repeat(900)}`))).proof, 'proven');
  assert.deepEqual(await judge(withFields(raw, `X: a${'\r\n b'.repeat(5_000)}`)), {
    proof: 'unproven',
    client_address: '203.0.113.10',
    results: 'the header is too long',
  });
  assert.equal((await judge(withFields(raw, `X: ${'a'.repeat(70_000)}`))).proof, 'unproven');
  for (const field of [
    `DKIM-Signature: a${' '.repeat(50_000)}b`,
    `DKIM-Signature: ${';'.repeat(50_000)}`,
    `Content-Type: text/plain; a${' '.repeat(50_000)}b`,
    `Return-Path: ${'<'.repeat(50_000)}`,
    `ARC-Seal: i=1; d=${' '.repeat(50_000)}`,
    `Received: from ${'1.1.1.1 '.repeat(6_000)}`,
  ]) {
    assert.equal((await judge(withFields(raw, field))).proof, 'proven', field.slice(0, 20));
  }
});

test('records: answers are cached for a minute, trouble for five seconds, and shared while they are asked for', async () => {
  const own = new ManualClock();
  const records = createRecords(own, { servers: [server.address] });
  const count = (name: string) => server.asked.filter((one) => one === `${name} 16`).length;
  publish(server, 'cached.example.com', { spf: '-all' });
  const [one, other] = await Promise.all([
    records('cached.example.com', 'TXT'),
    records('CACHED.example.com.', 'TXT'),
  ]);
  assert.deepEqual([one, other], [[['v=spf1 -all']], [['v=spf1 -all']]]);
  own.advance(59_999);
  await records('cached.example.com', 'TXT');
  assert.equal(count('cached.example.com'), 1);
  own.advance(1);
  await records('cached.example.com', 'TXT');
  assert.equal(count('cached.example.com'), 2);

  server.meanings.set('trouble.example.com', 'failing');
  await assert.rejects(records('trouble.example.com', 'TXT'), { code: 'EAI_AGAIN' });
  server.meanings.delete('trouble.example.com');
  publish(server, 'trouble.example.com', { spf: '-all' });
  own.advance(4_999);
  await assert.rejects(records('trouble.example.com', 'TXT'), { code: 'EAI_AGAIN' });
  own.advance(1);
  assert.deepEqual(await records('trouble.example.com', 'TXT'), [['v=spf1 -all']]);

  await assert.rejects(records('nothing.example.com', 'TXT'), { code: 'ENOTFOUND' });
  await assert.rejects(records('cached.example.com', 'MX'), { code: 'ENODATA' });
  server.asked.length = 0;
  for (const name of [
    '',
    '.',
    'a..b',
    `${'a'.repeat(64)}.com`,
    'ü.example.com',
    'a b.com',
    'a.'.repeat(200),
  ]) {
    await assert.rejects(records(name, 'TXT'), { code: 'ENOTFOUND' }, name);
  }
  assert.deepEqual(server.asked, []);
});
