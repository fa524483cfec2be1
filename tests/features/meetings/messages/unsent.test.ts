// Whether mail leaves the server is decided from what became of the latest messages.
import assert from 'node:assert/strict';
import type { Context } from '../../../../src/context.ts';
import { readUnsent } from '../../../../src/features/meetings/messages/unsent.ts';
import { type Fate, troubleIn } from '../../../../src/features/meetings/messages/unsent-rules.ts';
import { MINUTE_MS } from '../../../../src/time/timestamps.ts';
import { owner, signedIn } from '../../../support/console/signed-in.ts';
import { test } from '../../../support/lanes.ts';
import { sendingThrough } from '../../../support/makers/mail.ts';
import { makeOffered, passTime } from '../../../support/makers/scheduling.ts';
import { type Node, onBothEngines } from '../../../support/server/rota.ts';

const NOW = 1_000 * MINUTE_MS;
const ago = (minutes: number) => NOW - minutes * MINUTE_MS;
const made = (minutes: number, fields: Partial<Fate>): Fate => ({
  status: 'queued',
  last_error: null,
  created_at: ago(minutes),
  sent_at: null,
  waits_for_relay_since: null,
  ...fields,
});
const sent = (minutes: number) => made(minutes, { status: 'sent', sent_at: ago(minutes) });
const away = (minutes: number) =>
  made(minutes, { last_error: 'no session with the mail server', waits_for_relay_since: ago(minutes) });
const refused = (minutes: number, last_error = 'the mail server refused the message') =>
  made(minutes, { status: 'failed', last_error });

test('a mail server that can’t be reached is reported after five minutes, since the message that has waited longest', () => {
  assert.equal(troubleIn([away(4)], NOW), undefined);
  assert.deepEqual(troubleIn([away(3), away(20), sent(30)], NOW), {
    count: 2,
    since: ago(20),
    last_error: 'no session with the mail server',
  });
  assert.equal(troubleIn([away(20), sent(10)], NOW), undefined, 'it took one since');
  assert.equal(troubleIn([made(60, {}), sent(90)], NOW), undefined, 'nothing was tried');
});

test('one that refuses everything is reported after three messages and half an hour', () => {
  assert.equal(troubleIn([refused(40), refused(35)], NOW), undefined);
  assert.equal(troubleIn([refused(20), refused(15), refused(10)], NOW), undefined);
  assert.equal(troubleIn([refused(40), refused(35), refused(20), sent(10)], NOW), undefined);
  assert.equal(troubleIn([refused(40), refused(35), refused(1), sent(50)], NOW)?.count, 3);
});

test('what was given up by the service itself says nothing about the mail server', () => {
  const own = 'not sent: the meeting was booked';
  assert.equal(troubleIn([refused(40, own), refused(35, own), refused(30, own)], NOW), undefined);
});

onBothEngines(
  'A mail server that is gone',
  (node) => {
    const unsent = ({ services, workspaceId }: Node) => {
      const caller: Context['caller'] = { workspaceId, actor: { type: 'system', id: 'tests' }, scopes: [] };
      return readUnsent({ ...services, caller });
    };

    test('is told to admins, with its last error and what to do', async () => {
      const admin = await signedIn(node(), await owner(node()));
      assert.equal(await unsent(node()), null);
      assert.match((await admin.get('/console/messages/mail-server')).text, /A mail server is set up/);
      await makeOffered(node(), {});
      await passTime(node(), 10 * MINUTE_MS);
      const found = await unsent(node());
      assert.equal(found?.why, 'failing');
      assert.ok(found.count > 0);
      const { text } = await admin.get('/console');
      assert.match(text, /The mail server isn’t taking any mail\./);
      assert.match(text, /the connection was refused/);
      const page = await admin.get('/console/messages/mail-server');
      assert.match(page.text, /rota doctor/);
    });
  },
  { environment: sendingThrough('smtp://127.0.0.1:1') },
);
