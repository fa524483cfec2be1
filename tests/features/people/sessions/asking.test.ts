// Asking for a link: it goes to the members with that address, in the mail alone, and whoever asks learns nothing.
import assert from 'node:assert/strict';
import { beforeEach } from 'node:test';
import { ask, DOOR, isIn, sessionCookieIn, timeOf, useLink } from '../../../support/console/door.ts';
import { describe, test } from '../../../support/lanes.ts';
import { sendingThrough } from '../../../support/makers/mail.ts';
import { createMember, deactivate, makeMember } from '../../../support/makers/team-members.ts';
import { SmtpServer } from '../../../support/receivers/smtp-server.ts';
import { untilIdle } from '../../../support/server/idle.ts';
import { rota } from '../../../support/server/process.ts';
import {
  dataOf,
  errorOf,
  freshStorage,
  type Node,
  onBothEngines,
  startNode,
} from '../../../support/server/rota.ts';
import { snapshotsOf } from '../../../support/server/snapshot.ts';
import { visit } from '../../../support/server/visits.ts';

const MINUTE_MS = 60_000;
const TOKEN = /\/console\/sign-in\/[0-9a-z]{54}/;

interface Message {
  id: string;
  kind: string;
  to: string;
  from: string;
  subject: string;
  text: string;
  status: string;
  last_error: string | null;
}

const written = async (node: Node, to: string, key = node.rawKey): Promise<Message[]> => {
  await untilIdle(node);
  const messages = dataOf<Message[]>(await node.get('/api/v1/messages?kind=sign_in&limit=100', { key }));
  return messages.filter((message) => message.to === to);
};

onBothEngines('Asking for a sign-in link', (node, storage) => {
  // An address has few forms a minute.
  beforeEach(() => node().clock.advance(MINUTE_MS));

  test('303: writes to the member; nothing that is stored has the link', async () => {
    const member = await makeMember(node(), 'Ada Lovelace');
    const answer = await ask(node(), ` ${member.email.toUpperCase()} `);
    assert.deepEqual([answer.status, answer.headers.location], [303, `${DOOR}?done=sent`]);
    const [message, ...others] = await written(node(), member.email);
    assert.ok(message);
    assert.deepEqual(others, []);
    assert.deepEqual(
      [message.subject, message.from, message.status],
      ['Your sign-in link for Acme', '"Acme scheduling" <acme@rota.localhost>', 'kept'],
    );
    assert.match(message.text, /Hi Ada,/);
    assert.match(message.text, /Sign in: http:\/\/127\.0\.0\.1:\d+\/console\/sign-in\/only-in-the-mail\n/);
    const rows = await node().services.database.all('select * from messages where id = $1', [message.id]);
    assert.doesNotMatch(JSON.stringify(rows), TOKEN);

    // The operator can read it, and sign in with it.
    const shown = await rota(['mailbox', message.id], storage().environment);
    const [path] = TOKEN.exec(shown.stdout) ?? [];
    assert.ok(path, shown.stdout + shown.stderr);
    const cookie = sessionCookieIn(await useLink(node(), node().url + path));
    assert.equal(await isIn(node(), cookie), true);
    assert.doesNotMatch((await rota(['mailbox', '--json'], storage().environment)).stdout, TOKEN);

    const again = await node().post(`/api/v1/messages/${message.id}/resend`);
    assert.deepEqual([again.status, errorOf(again).type], [422, 'validation_error']);
  });

  test('in each workspace with an active member of that address, and five at most', async () => {
    const email = 'many@example.com';
    const keys = [];
    for (let count = 0; count < 6; count += 1) {
      const { rawKey } = await node().otherWorkspace();
      await createMember(node(), { email }, rawKey);
      keys.push(rawKey);
    }
    await ask(node(), email);
    const counts = [];
    for (const key of keys) counts.push((await written(node(), email, key)).length);
    assert.deepEqual(counts, [1, 1, 1, 1, 1, 0]);
  });

  test('a member gets three mails in 15 minutes, then none until the first is as old', async () => {
    const { email } = await makeMember(node());
    for (let time = 0; time < 5; time += 1) assert.equal((await ask(node(), email)).status, 303);
    await Promise.all([ask(node(), email), ask(node(), email)]);
    assert.equal((await written(node(), email)).length, 3);
    node().clock.advance(15 * MINUTE_MS - 1);
    await ask(node(), email);
    assert.equal((await written(node(), email)).length, 3);
    node().clock.advance(1);
    // At once: counted under a lock.
    await Promise.all(Array.from({ length: 6 }, () => ask(node(), email)));
    assert.equal((await written(node(), email)).length, 6);
  });

  test('says nothing of whether there is such a member: neither by its page nor by its time', async () => {
    const known = await makeMember(node());
    const gone = await makeMember(node());
    await deactivate(node(), gone);
    const shape = async (email: string) => {
      let text = '';
      const took = await timeOf(async () => {
        const { status, headers, text: body } = await ask(node(), email);
        const { 'x-request-id': _, date: __, ...others } = headers;
        text = JSON.stringify([status, others, body]);
      });
      return { text, took };
    };
    const shapes = [];
    for (const email of [known.email, 'nobody@example.com', gone.email]) shapes.push(await shape(email));
    assert.equal(new Set(shapes.map(({ text }) => text)).size, 1);
    for (const { took } of shapes) assert.ok(took >= 249, `${took} ms`);
    assert.deepEqual(await written(node(), gone.email), []);
  });

  test('422: what is no address changes nothing, and is shown again', async () => {
    const snapshot = await snapshotsOf(node().services.database);
    const before = await snapshot();
    for (const email of ['', 'ada', 'ada@', '"><script>alert(1)</script>', 'a@b.example, c@d.example']) {
      const answer = await ask(node(), email);
      assert.equal(answer.status, 422, email);
      assert.match(answer.text, /not an email address/);
      assert.doesNotMatch(answer.text, /<script>alert/);
    }
    assert.deepEqual(await snapshot(), before);
  });

  test('429: an address of the network asks ten times a minute at most', async () => {
    const statuses = [];
    for (let time = 0; time < 12; time += 1) statuses.push((await ask(node(), 'nonsense')).status);
    assert.deepEqual(statuses, [...Array(10).fill(422), 429, 429]);
    assert.equal((await visit(node(), DOOR)).status, 200, 'the page itself can be read');
  });
});

describe('A sign-in mail', () => {
  test('has the link when it is sent, as text and HTML; one that has waited for too long is not sent', async (t) => {
    await using server = await SmtpServer.start();
    const storage = await freshStorage('sqlite');
    const node = await startNode(storage, { environment: sendingThrough(server.url) });
    t.after(async () => {
      await node.stop();
      await storage.remove();
    });
    const member = await makeMember(node, 'Ada');
    await ask(node, member.email);
    const [sent] = await written(node, member.email);
    assert.equal(sent?.status, 'sent');
    const raw = String(server.taken[0]?.raw).replaceAll('=\r\n', '').replaceAll('=3D', '=');
    const links = raw.match(new RegExp(TOKEN, 'g')) ?? [];
    assert.deepEqual([links.length, new Set(links).size], [2, 1]);
    assert.doesNotMatch(raw, /only-in-the-mail/);
    assert.equal((await useLink(node, node.url + links[0])).status, 303);

    // The mail server is away for a while.
    server.script = (step) => (step === 'MAIL' ? '451 4.3.0 later' : undefined);
    await ask(node, member.email);
    await untilIdle(node);
    server.script = () => undefined;
    const count = server.taken.length;
    node.clock.advance(15 * MINUTE_MS);
    const [late] = await written(node, member.email);
    assert.deepEqual(
      [late?.status, late?.last_error],
      ['failed', 'not sent: its link expired before it could be sent'],
    );
    assert.equal(server.taken.length, count);
  });
});
