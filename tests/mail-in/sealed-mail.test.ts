// Mail that a forwarder has changed is from whom it says if the forwarder is trusted by name, and its ARC seal says so.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { sealMessage } from 'mailauth/lib/arc/index.js';
import { test } from '../support/lanes.ts';
import { compose, createJudge, PRIVATE_KEY, publish, SELECTOR } from '../support/makers/signed-mail.ts';
import { NameServer } from '../support/receivers/name-server.ts';

const server = await NameServer.start();
after(() => server[Symbol.asyncDispose]());
const { judge } = createJudge(server, { sealers: ['lists.example.org', 'relay.example.net'] });

publish(server, 'example.com', { dmarc: 'p=reject' });
for (const domain of ['lists.example.org', 'relay.example.net', 'attacker.example.net'])
  publish(server, domain, {});

/** Signed by its author, and changed by a list: its own signature does not hold any more. */
const changed = Buffer.from(
  (await compose({ from: 'ada@example.com', signedBy: 'example.com' }))
    .toString('latin1')
    .replace('Subject: A demo', 'Subject: [list] A demo'),
  'latin1',
);

interface Seal {
  by: string;
  says?: string;
  cv?: string;
}

async function sealed(raw: Buffer, { by, says = 'dmarc=pass header.from=example.com', cv = 'none' }: Seal) {
  const fields = await sealMessage(raw, {
    signingDomain: by,
    selector: SELECTOR,
    privateKey: PRIVATE_KEY,
    authResults: `${by}; ${says}`,
    cv,
  });
  assert.notEqual(fields.length, 0);
  return Buffer.concat([fields, raw]);
}

const byList: Seal = { by: 'lists.example.org' };

test('proven: the last sealer is trusted and has seen DMARC pass', async () => {
  const once = await sealed(changed, byList);
  assert.equal((await judge(once)).proof, 'proven');
  const twice = await sealed(once, { by: 'relay.example.net', cv: 'pass' });
  const found = await judge(twice);
  assert.equal(found.proof, 'proven', found.results);
  assert.match(found.results, /; arc=pass$/);
});

test('forged: without a seal, or with that of somebody else', async () => {
  assert.equal((await judge(changed)).proof, 'forged');
  assert.equal((await judge(await sealed(changed, { by: 'attacker.example.net' }))).proof, 'forged');
  const above = await sealed(await sealed(changed, byList), { by: 'attacker.example.net', cv: 'pass' });
  assert.equal((await judge(above)).proof, 'forged');
  assert.equal(
    (await createJudge(server).judge(await sealed(changed, byList))).proof,
    'forged',
    'no setting',
  );
});

test('forged: a seal that says something else', async () => {
  for (const says of [
    'dmarc=fail header.from=example.com',
    'dmarc=pass header.from=example.net',
    'dmarc=pass',
    'dkim=pass header.d=example.com',
    'none',
  ]) {
    assert.equal((await judge(await sealed(changed, { ...byList, says }))).proof, 'forged', says);
  }
});

test('forged: a seal that does not hold', async () => {
  const text = (await sealed(changed, byList)).toString('latin1');
  const without = (name: string) => text.replace(new RegExp(`^${name}: .*\\r\\n([ \\t].*\\r\\n)*`, 'm'), '');
  for (const one of [
    `${text}and more\r\n`,
    text.replace('[list] A demo', '[list] Another'),
    text.replace('dmarc=pass', 'dmarc=pass (yes)'),
    text.replace(/^From: .*$/m, 'From: eve@example.com'),
    text.replaceAll('d=lists.example.org', 'd=relay.example.org'),
    without('ARC-Seal'),
    without('ARC-Message-Signature'),
    without('ARC-Authentication-Results'),
  ]) {
    assert.notEqual(one, text);
    assert.notEqual((await judge(Buffer.from(one, 'latin1'))).proof, 'proven');
  }
});

test('forged: a trusted seal on top of a chain that is not whole', async () => {
  const once = await sealed(changed, { by: 'attacker.example.net' });
  const broken = Buffer.from(once.toString('latin1').replace('dmarc=pass', 'dmarc=fail'), 'latin1');
  const twice = await sealed(broken, { ...byList, cv: 'pass' });
  assert.equal((await judge(twice)).proof, 'forged');
});
