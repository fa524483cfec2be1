// A message that can't be sent goes again by its schedule, nine times, with the same Message-ID; then it has failed.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { test } from '../support/lanes.ts';
import {
  afterAttempts,
  draftTo,
  messageOnce,
  queue,
  selectMessages,
  sendingThrough,
} from '../support/makers/mail.ts';
import { SmtpServer } from '../support/receivers/smtp-server.ts';
import { errorOf, onBothEngines } from '../support/server/rota.ts';

const MINUTE_MS = 60_000;
const HOURS = [1, 3, 6, 12, 24];
const DELAYS_MS = [1, 5, 15, ...HOURS.map((hours) => 60 * hours)].map((minutes) => minutes * MINUTE_MS);

const server = await SmtpServer.start();
after(() => server[Symbol.asyncDispose]());

onBothEngines(
  'Retries of mail',
  (node) => {
    test('come after 1, 5 and 15 minutes, 1, 3, 6, 12 and 24 hours, up to a tenth later', async () => {
      server.script = (step) => (step === 'content' ? '451 4.3.0 later' : undefined);
      const address = `late@${node().services.database.dialect.engine}.example.org`;
      const [id = ''] = await queue(node(), draftTo(address));
      for (const [place, delay] of DELAYS_MS.entries()) {
        assert.equal((await afterAttempts(node(), id, place + 1)).status, 'queued');
        const [row] = await selectMessages<{ due_at: number }>(node(), 'due_at', [id]);
        const waits = (row?.due_at ?? 0) - node().clock.now();
        assert.ok(waits >= delay && waits <= 1.1 * delay, `${waits} ms after attempt ${place + 1}`);
        // Not a moment before.
        node().clock.advance(waits - 1);
        assert.equal(server.taken.filter(({ to }) => to === address).length, place + 1);
        node().clock.advance(1);
      }
      const { status, last_error, sent_at } = await afterAttempts(node(), id, DELAYS_MS.length + 1);
      assert.deepEqual(
        [status, last_error, sent_at],
        ['failed', 'the mail server put off the message: 451 4.3.0 later', null],
      );
      const [row] = await selectMessages<object>(node(), 'due_at, claim_id, lease_until', [id]);
      assert.deepEqual({ ...row }, { due_at: null, claim_id: null, lease_until: null });
      const copies = server.taken.filter(({ to }) => to === address).map(({ raw }) => raw);
      assert.equal(copies.length, 9);
      assert.equal(new Set(copies).size, 1, 'each attempt has sent the same bytes');
    });

    test('begin anew with a resend, under the same Message-ID', async () => {
      server.script = (step) => (step === 'RCPT' ? '550 5.1.1 nobody here' : undefined);
      const address = `again@${node().services.database.dialect.engine}.example.org`;
      const [id = ''] = await queue(node(), draftTo(address));
      await messageOnce(node(), id, ({ status }) => status === 'failed');
      server.script = () => undefined;
      const answer = await node().post(`/api/v1/messages/${id}/resend`);
      assert.equal(answer.status, 202);
      const { attempts, last_error } = await messageOnce(node(), id, ({ status }) => status === 'sent');
      assert.deepEqual([attempts, last_error], [1, null]);
      assert.match(
        server.taken.find(({ to }) => to === address)?.raw ?? '',
        new RegExp(`^Message-ID: <${id}\\.`, 'm'),
      );
    });

    test('are not asked for while a message is still to be sent: 422', async () => {
      server.script = (step) => (step === 'MAIL' ? '451 4.3.0 later' : undefined);
      const [id = ''] = await queue(node(), draftTo('waiting@example.org'));
      await afterAttempts(node(), id, 1);
      const answer = await node().post(`/api/v1/messages/${id}/resend`);
      assert.deepEqual([answer.status, errorOf(answer).type], [422, 'invalid_request']);
    });
  },
  { environment: sendingThrough(server.url) },
);
