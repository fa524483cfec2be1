// Mail from trusted networks is from whom it says, unless it came into them from outside: then that client is judged.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { test } from '../support/lanes.ts';
import { compose, createJudge, publish, withFields } from '../support/makers/signed-mail.ts';
import { NameServer } from '../support/receivers/name-server.ts';

const server = await NameServer.start();
after(() => server[Symbol.asyncDispose]());
const { judge } = createJudge(server, { networks: ['127.0.0.0/8', '10.0.0.0/8', 'fd00::/8'] });

const INSIDE = '10.0.0.25';
const OUTSIDE = '203.0.113.10';
publish(server, 'example.com', { spf: `ip4:${OUTSIDE} -all`, dmarc: 'p=reject', key: false });
const raw = await compose({ from: 'ada@example.com' });
const sender = 'ada@example.com';

const received = (client: string, helo = 'laptop.example.com') =>
  `Received: from ${helo} (unknown [${client}])\r\n\tby mx.example.com (Postfix) with ESMTP id 1;\r\n\tMon, 2 Mar 2026 09:00:00 +0000`;
const LOCAL =
  'Received: by mx.example.com (Postfix, from userid 1000)\r\n\tid 1; Mon, 2 Mar 2026 09:00:00 +0000';
const NAMELESS = 'Received: from somewhere by mx.example.com; Mon, 2 Mar 2026 09:00:00 +0000';

test('proven without any look-up: handed in from inside', async () => {
  for (const [client, ...fields] of [
    ['127.0.0.1'],
    ['::ffff:127.0.0.1'],
    [INSIDE],
    ['fd00::1'],
    [INSIDE, received(INSIDE)],
    ['127.0.0.1', received('10.1.2.3'), received('127.0.0.1')],
    ['127.0.0.1', LOCAL],
    ['127.0.0.1', received(INSIDE), LOCAL],
  ]) {
    const found = await judge(withFields(raw, ...fields), { client: client as string, sender });
    const results = 'handed in from a trusted network';
    assert.deepEqual(found, { proof: 'proven', client_address: null, results });
  }
  assert.deepEqual(server.asked, []);
});

test('judged by who has handed it in at the border', async () => {
  for (const [border, proof] of [
    [OUTSIDE, 'proven'],
    ['198.51.100.7', 'forged'],
  ] as const) {
    for (const fields of [
      [received(border)],
      [received(INSIDE), received(border)],
      // What the client says below its own line is its own.
      [received(border), received(INSIDE), received(OUTSIDE)],
      [LOCAL, received(border), LOCAL],
    ]) {
      const found = await judge(withFields(raw, ...fields), { client: '127.0.0.1', sender });
      assert.equal(found.proof, proof, `${border}: ${found.results}`);
    }
    // As XFORWARD tells it.
    assert.equal((await judge(raw, { client: border, sender })).proof, proof);
    assert.equal((await judge(withFields(raw, received(INSIDE)), { client: border, sender })).proof, proof);
  }
});

test('forged: a client outside that calls itself by an address inside', async () => {
  for (const helo of ['[127.0.0.1]', 'x([10.0.0.1])', '127.0.0.1 id', `x ([${OUTSIDE}]) by y`]) {
    const found = await judge(withFields(raw, received('198.51.100.7', helo)), { client: INSIDE, sender });
    assert.equal(found.proof, 'forged', helo);
  }
});

test('forged: nobody knows where it came from', async () => {
  assert.equal((await judge(raw, { client: null, sender })).proof, 'forged');
  assert.equal((await judge(withFields(raw, NAMELESS), { client: INSIDE, sender })).proof, 'forged');
  assert.equal(
    (await judge(withFields(raw, received(INSIDE), NAMELESS), { client: INSIDE, sender })).proof,
    'forged',
  );
});

test('no network is trusted where none is named', async () => {
  const alone = createJudge(server, { networks: [] });
  assert.equal((await alone.judge(raw, { client: '127.0.0.1', sender })).proof, 'forged');
});
