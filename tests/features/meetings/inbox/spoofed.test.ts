// Mail in the name of a member makes something only if it is proven, by DKIM, SPF or the network that it is from.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { LookupError } from '../../../../src/network/names.ts';
import { MINUTE_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import { compose, publish, SELECTOR } from '../../../support/makers/signed-mail.ts';
import { eventually } from '../../../support/makers/webhooks.ts';
import { NameServer } from '../../../support/receivers/name-server.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const server = await NameServer.start();
after(() => server[Symbol.asyncDispose]());

const CLIENT = '203.0.113.10';
publish(server, 'example.com', { spf: `ip4:${CLIENT} -all`, dmarc: 'p=reject' });
publish(server, 'sub.example.com', { dmarc: 'p=reject' });
publish(server, 'silent.example.net', { spf: `ip4:${CLIENT} -all` });
publish(server, 'attacker.example.org', { spf: `ip4:${CLIENT} -all`, dmarc: 'p=reject' });

/** Who is in the envelope unless a test says otherwise: only members may write to the workspace. */
const MEMBER = 'ada@silent.example.net';

interface Message {
  id: string;
  status: string;
  understood_as: string | null;
  ignored_because: string | null;
}

const outside = {
  resolve: () => Promise.reject(new LookupError('ENOTFOUND')),
  names: { servers: [server.address] },
};

onBothEngines(
  'Mail in the name of a member',
  (node) => {
    before(async () => {
      for (const email of ['ada@example.com', MEMBER, 'ada@late.example.net']) {
        await node().post('/api/v1/workspace_members', { email });
      }
    });

    interface Sent {
      from: string;
      signedBy?: string;
      sender?: string;
      /** Who has handed it to the provider that posts it; null if it does not say. */
      client?: string | null;
    }

    /** To the workspace, with somebody to meet. */
    async function post({ from, signedBy, sender = MEMBER, client = '198.51.100.7' }: Sent): Promise<string> {
      const to = 'acme@rota.localhost, grace@example.org';
      const rawBody = await compose({ from, to, ...(signedBy && { signedBy }) });
      const query = new URLSearchParams({ recipient: 'acme@rota.localhost', sender });
      if (client !== null) query.set('client_address', client);
      const headers = { 'content-type': 'message/rfc822' };
      const answer = await node().call('POST', `/api/v1/inbound_messages?${query}`, { rawBody, headers });
      return dataOf<Message>(answer).id;
    }

    /** What was made of it, or why nothing. */
    const fateOf = (id: string) =>
      eventually(async () => {
        const found = dataOf<Message>(await node().get(`/api/v1/messages/${id}`));
        return found.understood_as ?? found.ignored_because ?? false;
      });

    const UNPROVEN = 'it says to be from a member, and nothing proves it';
    const FORGED = 'it is forged: its domain asks to refuse such mail';
    const STRANGER = 'it is not from a member';
    const cases: { name: string; sent: Sent; fate: string }[] = [
      {
        name: 'signed by its domain',
        sent: { from: 'ada@example.com', signedBy: 'example.com' },
        fate: 'new_request',
      },
      {
        name: 'sent by a server of its domain',
        sent: { from: 'Ada <ada@example.com>', sender: 'ada@example.com', client: CLIENT },
        fate: 'new_request',
      },
      {
        name: 'posted from a trusted network',
        sent: { from: 'ada@example.com', client: null },
        fate: 'new_request',
      },
      { name: 'from nowhere', sent: { from: 'ada@example.com' }, fate: FORGED },
      {
        name: 'with its address in the envelope, too',
        sent: { from: 'ada@example.com', sender: 'ada@example.com' },
        fate: FORGED,
      },
      {
        name: 'signed by somebody else',
        sent: { from: 'ada@example.com', signedBy: 'attacker.example.org', client: CLIENT },
        fate: FORGED,
      },
      {
        name: 'that a trusted network is said to have sent',
        sent: { from: 'ada@example.com', client: '127.0.0.1' },
        fate: FORGED,
      },
      {
        name: 'of a domain without DMARC',
        sent: { from: MEMBER, signedBy: 'silent.example.net', client: CLIENT },
        fate: UNPROVEN,
      },
      {
        name: 'at a subdomain',
        sent: { from: 'ada@sub.example.com', signedBy: 'sub.example.com' },
        fate: STRANGER,
      },
      {
        name: 'in the name of an address of somebody else',
        sent: { from: '"ada@example.com" <eve@attacker.example.org>', signedBy: 'attacker.example.org' },
        fate: STRANGER,
      },
      {
        name: 'beside another author',
        sent: { from: 'ada@example.com, eve@attacker.example.org', signedBy: 'example.com' },
        fate: 'it names more than one author',
      },
    ];

    for (const { name, sent, fate } of cases) {
      test(`${name}: ${fate}`, async () => {
        assert.equal(await fateOf(await post(sent)), fate);
      });
    }

    test('waits while DNS can not tell, and is worked on when it can', async () => {
      const key = `${SELECTOR}._domainkey.late.example.net`;
      publish(server, 'late.example.net', { dmarc: 'p=reject' });
      server.meanings.set(key, 'failing');
      const id = await post({ from: 'ada@late.example.net', signedBy: 'late.example.net' });
      const tried = () =>
        node().services.database.get(
          'select 1 as found from inbox where id = $1 and attempts = 1 and claim_id is null',
          [id],
        );
      await eventually(tried);
      server.meanings.delete(key);
      node().clock.advance(MINUTE_MS);
      assert.equal(await fateOf(id), 'new_request');
    });
  },
  { outside },
);
