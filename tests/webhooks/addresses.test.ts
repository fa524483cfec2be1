// Attempts connect to permitted addresses only; a name is judged by all of its addresses at each attempt.
import assert from 'node:assert/strict';
import { test } from '../support/lanes.ts';
import { hostileAnswers } from '../support/makers/hostile-urls.ts';
import {
  answered,
  assertResult,
  closingWith,
  Names,
  refused,
  unsent,
} from '../support/receivers/addresses.ts';
import { RawReceiver } from '../support/receivers/receiver.ts';
import { onBothEngines } from '../support/server/rota.ts';

const names = new Names();
const NAME = 'receiver.example';

onBothEngines(
  'names of receivers while others can reach the server',
  (node) => {
    for (const [what, addresses] of hostileAnswers) {
      test(`nothing is sent to a name for ${what}: ${addresses.join(', ')}`, async () => {
        await using receiver = await RawReceiver.start(closingWith(), '::');
        names.set(NAME, addresses);
        const url = `https://${NAME}:${receiver.port}/hook`;
        await assertResult(node(), url, refused);
        assert.deepEqual([names.lookups(NAME), receiver.connections], [1, 0]);
      });
    }

    test('nothing is sent to a name that has no addresses', async () => {
      names.set(NAME, []);
      await assertResult(node(), `https://${NAME}/hook`, unsent('the name has no address'));
      assert.equal(names.lookups(NAME), 1);
    });

    for (const [code, error] of [
      ['ENOTFOUND', 'the name has no address'],
      ['EAI_AGAIN', 'the name could not be looked up'],
      ['EAI_FAIL', 'could not be sent: EAI_FAIL'],
    ] as const) {
      test(`nothing is sent to a name whose look-up fails with ${code}`, async () => {
        names.set(NAME, Object.assign(new Error('The look-up failed'), { code }));
        await assertResult(node(), `https://${NAME}/hook`, unsent(error));
        assert.equal(names.lookups(NAME), 1);
      });
    }
  },
  { environment: { HOST: '0.0.0.0' }, outside: names },
);

onBothEngines(
  'names of receivers with networks that the operator has named',
  (node) => {
    test('a name for an address in one of these networks is sent to over http', async () => {
      await using receiver = await RawReceiver.start(closingWith(200), '0.0.0.0');
      names.set(NAME, ['127.0.0.2']);
      await assertResult(node(), `http://${NAME}:${receiver.port}/hook`, answered(200));
      assert.deepEqual([names.lookups(NAME), receiver.connections], [1, 1]);
    });

    test('of several addresses, all permitted, the next is tried when one does not accept the connection', async () => {
      await using receiver = await RawReceiver.start(closingWith(200), '127.0.0.2');
      names.set(NAME, ['127.0.0.3', '127.0.0.2']);
      await assertResult(node(), `http://${NAME}:${receiver.port}/hook`, answered(200));
      assert.deepEqual([names.lookups(NAME), receiver.connections], [1, 1]);
    });

    for (const [what, addresses] of [
      ['an address outside the network', ['127.0.0.1']],
      ['one in the network and one outside it', ['127.0.0.2', '127.0.0.4']],
      ['one in the network and loopback of IPv6', ['127.0.0.2', '::1']],
      ['one in the network and one outside it, mapped', ['127.0.0.2', '::ffff:7f00:1']],
    ] as const) {
      test(`nothing is sent to a name for ${what}: ${addresses.join(', ')}`, async () => {
        await using receiver = await RawReceiver.start(closingWith(), '::');
        names.set(NAME, [...addresses]);
        const url = `http://${NAME}:${receiver.port}/hook`;
        await assertResult(node(), url, refused);
        assert.deepEqual([names.lookups(NAME), receiver.connections], [1, 0]);
      });
    }

    for (const address of ['8.8.8.8', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8', '2606:4700:4700::1111']) {
      test(`nothing is sent over http to a name for a public address: ${address}`, async () => {
        await using receiver = await RawReceiver.start(closingWith(), '0.0.0.0');
        names.set(NAME, ['127.0.0.2', address, '127.0.0.1']);
        const outcome = unsent('not sent: http is not allowed to a public address');
        await assertResult(node(), `http://${NAME}:${receiver.port}/hook`, outcome);
        assert.equal(receiver.connections, 0);
        // Over https, the last of the three addresses is not permitted.
        names.set(NAME, ['127.0.0.2', address, '127.0.0.1']);
        const url = `https://${NAME}:${receiver.port}/hook`;
        await assertResult(node(), url, refused);
        assert.equal(receiver.connections, 0);
      });
    }
  },
  {
    environment: { HOST: '0.0.0.0', ROTA_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.2/31' },
    outside: names,
  },
);

onBothEngines(
  'names of receivers in local mode',
  (node) => {
    for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1']) {
      test(`a name for loopback is sent to: ${address}`, async () => {
        await using receiver = await RawReceiver.start(closingWith(200), '::');
        names.set(NAME, [address]);
        await assertResult(node(), `http://${NAME}:${receiver.port}/hook`, answered(200));
        assert.deepEqual([names.lookups(NAME), receiver.connections], [1, 1]);
      });
    }

    for (const address of ['0.0.0.0', '::', '::ffff:0.0.0.0', '::127.0.0.1']) {
      test(`nothing is sent to a name for loopback and for ${address}`, async () => {
        await using receiver = await RawReceiver.start(closingWith(), '::');
        names.set(NAME, ['127.0.0.1', address]);
        const url = `http://${NAME}:${receiver.port}/hook`;
        await assertResult(node(), url, refused);
        assert.equal(receiver.connections, 0);
      });
    }

    for (const address of ['10.0.0.1', '169.254.169.254', 'fd00:ec2::254', '64:ff9b::10.0.0.1']) {
      test(`nothing is sent to a name for a private address: ${address}`, async () => {
        await using receiver = await RawReceiver.start(closingWith(), '::');
        // The last address is refused in any case, so that nothing leaves this machine.
        names.set(NAME, ['127.0.0.1', address, '0.0.0.0']);
        const url = `http://${NAME}:${receiver.port}/hook`;
        await assertResult(node(), url, refused);
        assert.equal(receiver.connections, 0);
      });
    }
  },
  { outside: names },
);
