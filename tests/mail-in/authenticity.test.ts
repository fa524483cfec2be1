// Mail is from whom it says if DMARC passes, by DKIM or SPF, through a real DNS server; nothing else proves it.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after } from 'node:test';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import type { Proof } from '../../src/mail-in/mail.ts';
import { readMail } from '../../src/mail-in/read.ts';
import { DAY_MS } from '../../src/time/timestamps.ts';
import { describe, test } from '../support/lanes.ts';
import {
  compose,
  createJudge,
  keyRecord,
  PRIVATE_KEY,
  type Published,
  publish,
  SELECTOR,
  withFields,
} from '../support/makers/signed-mail.ts';
import { NameServer } from '../support/receivers/name-server.ts';

const server = await NameServer.start();
after(() => server[Symbol.asyncDispose]());
const { clock, judge } = createJudge(server);

const CLIENT = '203.0.113.10';
const HERE = `ip4:${CLIENT} -all`;
const ELSEWHERE = 'ip4:192.0.2.1 -all';

let count = 0;
/** A domain that no other test knows: answers are cached. */
function newDomain(published: Published, under = 'example.com'): string {
  count += 1;
  const domain = `company-${count}.${under}`;
  publish(server, domain, published);
  return domain;
}

interface Case {
  name: string;
  published: Published;
  proof: Proof;
  /** Signed with its own key, and sent by a sender of its own, unless these are false. */
  isSigned?: boolean;
  isItsOwnSender?: boolean;
}

const unsigned = { isSigned: false };
const cases: Case[] = [
  { name: 'signed by its domain', published: { dmarc: 'p=reject' }, proof: 'proven' },
  {
    name: 'signed by its domain, which only watches (p=none)',
    published: { dmarc: 'p=none' },
    proof: 'proven',
  },
  {
    name: 'sent by a server of its domain',
    published: { spf: HERE, dmarc: 'p=reject' },
    proof: 'proven',
    ...unsigned,
  },
  {
    name: 'sent by another server',
    published: { spf: ELSEWHERE, dmarc: 'p=reject' },
    proof: 'forged',
    ...unsigned,
  },
  {
    name: 'sent by a server that may or may not (~all)',
    published: { spf: '~all', dmarc: 'p=reject' },
    proof: 'forged',
    ...unsigned,
  },
  {
    name: 'sent by another server (p=quarantine)',
    published: { dmarc: 'p=quarantine' },
    proof: 'forged',
    ...unsigned,
  },
  { name: 'sent by another server (p=none)', published: { dmarc: 'p=none' }, proof: 'unproven', ...unsigned },
  {
    name: 'sent by another server (a test: t=y, p=quarantine)',
    published: { dmarc: 'p=quarantine; t=y' },
    proof: 'unproven',
    ...unsigned,
  },
  { name: 'signed by a domain without DMARC', published: { spf: HERE }, proof: 'unproven' },
  {
    name: 'signed by a domain whose DMARC record is no record',
    published: { dmarc: 'p=sometimes' },
    proof: 'unproven',
  },
  {
    name: 'sent by a server of its domain for another sender',
    published: { spf: HERE, dmarc: 'p=reject' },
    proof: 'forged',
    isSigned: false,
    isItsOwnSender: false,
  },
  {
    name: 'signed with a key that was withdrawn',
    published: { key: 'v=DKIM1; p=', dmarc: 'p=reject' },
    proof: 'forged',
  },
  {
    name: 'signed with a key that is not there',
    published: { key: false, dmarc: 'p=reject' },
    proof: 'forged',
  },
  {
    name: 'signed with a key that is being tested',
    published: { key: `${keyRecord()}; t=y`, dmarc: 'p=reject' },
    proof: 'forged',
  },
  {
    name: 'signed with another key',
    published: {
      key: keyRecord(generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey),
      dmarc: 'p=reject',
    },
    proof: 'forged',
  },
  {
    name: 'sent by a domain whose SPF record leads back to itself',
    published: { spf: 'include:loop.example.com -all', dmarc: 'p=reject' },
    proof: 'forged',
    ...unsigned,
  },
];
publish(server, 'loop.example.com', { spf: 'include:loop.example.com ?all' });

describe('who has sent a mail', () => {
  for (const { name, published, proof, isSigned = true, isItsOwnSender = true } of cases) {
    test(`${proof}: ${name}`, async () => {
      const domain = newDomain(published);
      const raw = await compose({ from: `Ada <ada@${domain}>`, ...(isSigned && { signedBy: domain }) });
      const sender = `bounces@${isItsOwnSender ? domain : 'bulk.example.net'}`;
      const found = await judge(raw, { client: CLIENT, sender });
      assert.equal(found.proof, proof, found.results);
    });
  }

  test('the results of all checks are told in one line', async () => {
    const domain = newDomain({ spf: ELSEWHERE, dmarc: 'p=reject' });
    const raw = await compose({ from: `ada@${domain}`, signedBy: domain });
    const { results } = await judge(raw, { sender: `ada@${domain}` });
    assert.equal(results, `spf=fail ${domain}; dkim=pass ${domain}; dmarc=pass p=reject`);
  });

  test('a mail that posts itself with other line ends is signed all the same', async () => {
    const domain = newDomain({ dmarc: 'p=reject' });
    const raw = await compose({ from: `ada@${domain}`, signedBy: domain, text: 'One\r\n\r\nTwo  \r\nThree' });
    const posted = Buffer.from(raw.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
    assert.equal((await judge(posted)).proof, 'proven');
  });
});

describe('whose name counts', () => {
  test('relaxed alignment takes a signature of the organization for its subdomain, strict alignment does not', async () => {
    for (const [dmarc, proof] of [
      ['p=reject', 'proven'],
      ['p=reject; adkim=s', 'forged'],
    ] as const) {
      const domain = newDomain({ dmarc });
      const raw = await compose({ from: `ada@sales.${domain}`, signedBy: domain });
      assert.equal((await judge(raw)).proof, proof, dmarc);
    }
  });

  test('the same goes for the sender of the envelope', async () => {
    for (const [dmarc, proof] of [
      ['p=reject', 'proven'],
      ['p=reject; aspf=s', 'forged'],
    ] as const) {
      const domain = newDomain({ dmarc });
      publish(server, `bounces.${domain}`, { spf: HERE, key: false });
      const raw = await compose({ from: `ada@${domain}` });
      assert.equal((await judge(raw, { client: CLIENT, sender: `x@bounces.${domain}` })).proof, proof, dmarc);
    }
  });

  test('a subdomain proves only itself: the address is another one', async () => {
    const domain = newDomain({ dmarc: 'p=none; sp=reject' });
    publish(server, `sub.${domain}`, { dmarc: 'p=reject' });
    const raw = await compose({ from: `ada@sub.${domain}`, signedBy: `sub.${domain}` });
    assert.equal((await judge(raw)).proof, 'proven');
    assert.equal((await readMail(raw)).from[0]?.address, `ada@sub.${domain}`);
    const above = await compose({ from: `ada@${domain}`, signedBy: 'attacker.example.net' });
    assert.equal((await judge(above)).proof, 'unproven');
    const below = await compose({ from: `ada@other.${domain}` });
    assert.equal((await judge(below)).proof, 'forged');
  });

  test('a signature of another domain proves nothing', async () => {
    const domain = newDomain({ dmarc: 'p=reject' });
    const other = newDomain({ dmarc: 'p=none' }, 'example.net');
    const raw = await compose({ from: `ada@${domain}`, signedBy: other });
    assert.equal((await judge(raw, { sender: `x@${other}` })).proof, 'forged');
  });

  test('a name that looks like an address is only a name', async () => {
    const domain = newDomain({ dmarc: 'p=reject' }, 'example.net');
    const raw = await compose({ from: `"ada@example.com" <eve@${domain}>`, signedBy: domain });
    assert.equal((await judge(raw)).proof, 'proven');
    assert.deepEqual(
      (await readMail(raw)).from.map(({ address }) => address),
      [`eve@${domain}`],
    );
  });

  test('From with two addresses, and two fields of that name, prove nothing', async () => {
    const domain = newDomain({ spf: HERE, dmarc: 'p=reject' });
    const sender = `ada@${domain}`;
    const raw = await compose({ from: `ada@${domain}`, signedBy: domain });
    const two = await compose({ from: `ada@${domain}, eve@${domain}`, signedBy: domain });
    for (const one of [
      two,
      withFields(raw, `From: eve@${domain}`),
      withFields(raw, `from : eve@${domain}`),
      withFields(raw, `From: ada@${domain}`),
      Buffer.from(
        raw.toString('latin1').replace(/^From: .*$/m, `From: ada@${domain}\r\nFrom: ada@${domain}`),
      ),
    ]) {
      assert.equal((await judge(one, { client: CLIENT, sender })).proof, 'unproven');
      assert.equal((await judge(one, { client: '127.0.0.1', sender })).proof, 'unproven', 'also from inside');
    }
  });

  test('however From is written, what is proven is proven of the address that is read', async () => {
    const domain = newDomain({ spf: HERE, dmarc: 'p=reject' });
    const from = `ada@${domain}`;
    const raw = (await compose({ from })).toString('latin1');
    for (const [written, proof] of [
      [`<${from}>`, 'proven'],
      [`"eve@example.net" <${from}>`, 'proven'],
      [`Ada\r\n <${from}>`, 'proven'],
      [`${from} <eve@example.net>`, 'unproven'],
      [`eve@example.net <${from}>, eve@example.net`, 'unproven'],
      [`=?utf-8?q?${from}?= <eve@example.net>`, 'unproven'],
      [`<eve@example.net> <${from}>`, 'unproven'],
      [`eve@example.net\r\n <${from}>`, undefined],
      [`"eve@example.net"@${domain}`, undefined],
      [`eve@example.net@${domain}`, undefined],
      [`eve@example.net (${from})`, undefined],
      [`Group: ${from};`, undefined],
      [`@example.net:${from}`, undefined],
    ] as const) {
      const changed = Buffer.from(raw.replace(/^From: .*$/m, `From: ${written}`), 'latin1');
      const found = await judge(changed, { client: CLIENT, sender: from });
      const [author] = (await readMail(changed)).from;
      if (proof) assert.equal(found.proof, proof, written);
      assert.ok(found.proof !== 'proven' || author?.address.endsWith(`@${domain}`), written);
    }
  });
});

describe('a signature that does not hold', () => {
  const signWith = async (raw: Buffer, domain: string, options: object) => {
    const { signatures } = await dkimSign(raw, {
      signatureData: [{ signingDomain: domain, selector: SELECTOR, privateKey: PRIVATE_KEY }],
      ...options,
    } as Parameters<typeof dkimSign>[1]);
    return Buffer.concat([Buffer.from(signatures), raw]);
  };

  test('one that has expired', async () => {
    const domain = newDomain({ dmarc: 'p=reject' });
    const raw = await compose({ from: `ada@${domain}` });
    const now = clock.wall();
    const signed = (expires: number) =>
      signWith(raw, domain, { signTime: new Date(now - 2 * DAY_MS), expires: new Date(expires) });
    assert.equal((await judge(await signed(now + DAY_MS))).proof, 'proven');
    assert.equal((await judge(await signed(now - DAY_MS))).proof, 'forged');
  });

  test('one of a body or of a subject that has changed', async () => {
    const domain = newDomain({ dmarc: 'p=reject' });
    const raw = (await compose({ from: `ada@${domain}`, signedBy: domain })).toString('latin1');
    for (const changed of [
      raw.replace('Tuesday', 'Wednesday'),
      `${raw}and more\r\n`,
      raw.replace('A demo', 'Another'),
      raw.replace(`ada@${domain}`, `eve@${domain}`),
    ]) {
      assert.notEqual(changed, raw);
      assert.equal((await judge(Buffer.from(changed, 'latin1'))).proof, 'forged');
    }
  });

  test('one of a part of the body (l=), whether something was added or not', async () => {
    const domain = newDomain({ dmarc: 'p=reject' });
    const raw = await compose({ from: `ada@${domain}`, text: 'Yes.\r\n' });
    for (const maxBodyLength of [0, 4, 6, 1_000]) {
      const signed = await signWith(raw, domain, {
        signatureData: [
          { signingDomain: domain, selector: SELECTOR, privateKey: PRIVATE_KEY, maxBodyLength },
        ],
      });
      assert.match(signed.toString(), /\bl=\d/);
      assert.equal((await judge(signed)).proof, 'forged');
      assert.equal((await judge(Buffer.concat([signed, Buffer.from('Buy this!\r\n')]))).proof, 'forged');
    }
  });

  test('one that the domain withdraws counts no more, once its answer is a minute old', async () => {
    const domain = newDomain({ dmarc: 'p=reject' });
    const raw = await compose({ from: `ada@${domain}`, signedBy: domain });
    assert.equal((await judge(raw)).proof, 'proven');
    publish(server, domain, { key: 'v=DKIM1; p=' });
    assert.equal((await judge(raw)).proof, 'proven', 'from the cache');
    clock.advance(60_000);
    assert.equal((await judge(raw)).proof, 'forged');
  });
});
