// Messages of a paused request wait, and offers of one that is over are not sent: also with an attempt under way.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { dropOffers, pauseMessages, resumeMessages } from '../../src/mail-out/enqueue.ts';
import { test } from '../support/lanes.ts';
import {
  afterAttempts,
  inMail,
  messageOnce,
  offerTo,
  queue,
  readMessage,
  selectMessages,
  sendingThrough,
} from '../support/makers/mail.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { type SmtpAnswer, SmtpServer } from '../support/receivers/smtp-server.ts';
import { untilIdle } from '../support/server/idle.ts';
import { dataOf, onBothEngines } from '../support/server/rota.ts';

const MINUTE_MS = 60_000;
const BECAUSE = 'not sent: the meeting was cancelled';

const server = await SmtpServer.start();
after(() => server[Symbol.asyncDispose]());

onBothEngines(
  'Messages of a request',
  (node) => {
    const createRequest = async () => {
      const participant_emails = ['grace@example.org'];
      const body = { organizer_email: 'owner@example.com', participant_emails, notify_participants: false };
      const { id } = dataOf<{ id: string }>(await node().post('/api/v1/meeting_requests', body));
      // Else what the service offers by itself would take the place of the test's offers.
      await untilIdle(node());
      return id;
    };
    const pause = (id: string) => inMail(node(), (context, tx) => pauseMessages(context, tx, id));
    const resume = (id: string) => inMail(node(), (context, tx) => resumeMessages(context, tx, id));
    const drop = (id: string) => inMail(node(), (context, tx) => dropOffers(context, tx, id, BECAUSE));
    const dueAt = async (id: string) =>
      (await selectMessages<{ due_at: number | null }>(node(), 'due_at', [id]))[0]?.due_at;

    /** A message of a new request whose first attempt was put off. */
    async function putOff(): Promise<{ requestId: string; id: string }> {
      server.script = (step) => (step === 'MAIL' ? '451 4.3.0 later' : undefined);
      const requestId = await createRequest();
      const [id = ''] = await queue(node(), offerTo('grace@example.org', requestId));
      await afterAttempts(node(), id, 1);
      server.script = () => undefined;
      return { requestId, id };
    }

    /** A message that the server has got, and answers when the test says. */
    async function onItsWay() {
      let answer = (_answer: SmtpAnswer) => {};
      const answered = new Promise<SmtpAnswer>((resolve) => {
        answer = resolve;
      });
      server.script = (step) => (step === 'content' ? answered : undefined);
      const requestId = await createRequest();
      const before = server.taken.length;
      const [id = ''] = await queue(node(), offerTo('grace@example.org', requestId));
      await eventually(async () => server.taken.length > before);
      return {
        requestId,
        id,
        answer(given: SmtpAnswer) {
          server.script = () => undefined;
          answer(given);
        },
      };
    }

    test('wait while it is paused, whatever time passes, and go at once when it is resumed', async () => {
      const { requestId, id } = await putOff();
      await pause(requestId);
      assert.equal(await dueAt(id), null);
      const before = server.taken.length;
      node().clock.advance(60 * MINUTE_MS);
      // Another one passes through the engine meanwhile.
      const [other = ''] = await queue(node(), offerTo('linus@example.org', await createRequest()));
      await messageOnce(node(), other, ({ status }) => status === 'sent');
      assert.equal(server.taken.length, before + 1);
      await resume(requestId);
      await messageOnce(node(), id, ({ status, attempts }) => status === 'sent' && attempts === 2);
    });

    test('go on waiting if an attempt that was under way has failed', async () => {
      const { requestId, id, answer } = await onItsWay();
      await pause(requestId);
      answer('451 4.3.0 later');
      const { status } = await afterAttempts(node(), id, 1);
      assert.deepEqual([status, await dueAt(id)], ['queued', null]);
      await resume(requestId);
      await messageOnce(node(), id, ({ status }) => status === 'sent');
    });

    test('are sent if an attempt that was under way when it was paused has arrived', async () => {
      const { requestId, id, answer } = await onItsWay();
      await pause(requestId);
      answer('250 2.0.0 queued');
      await messageOnce(node(), id, ({ status }) => status === 'sent');
      await resume(requestId);
      assert.equal((await readMessage(node(), id)).status, 'sent');
    });

    test('are dropped with a sentence, if they are offers that wait', async () => {
      const { requestId, id } = await putOff();
      await drop(requestId);
      const { status, last_error, attempts } = await readMessage(node(), id);
      assert.deepEqual([status, last_error, attempts, await dueAt(id)], ['failed', BECAUSE, 1, null]);
    });

    test('are dropped while it is paused, too', async () => {
      const { requestId, id } = await putOff();
      await pause(requestId);
      await drop(requestId);
      await resume(requestId);
      assert.deepEqual([(await readMessage(node(), id)).status, await dueAt(id)], ['failed', null]);
    });

    test('are not tried again if they were dropped during an attempt', async () => {
      const { requestId, id, answer } = await onItsWay();
      await drop(requestId);
      answer('451 4.3.0 later');
      await eventually(async () => {
        const [row] = await selectMessages<{ claim_id: string | null }>(node(), 'claim_id', [id]);
        return row?.claim_id === null;
      });
      const { status, last_error } = await readMessage(node(), id);
      assert.deepEqual([status, last_error, await dueAt(id)], ['failed', BECAUSE, null]);
    });

    test('are sent if they were dropped during an attempt that has arrived', async () => {
      const { requestId, id, answer } = await onItsWay();
      await drop(requestId);
      answer('250 2.0.0 queued');
      const { last_error } = await messageOnce(node(), id, ({ status }) => status === 'sent');
      assert.equal(last_error, null);
    });

    test('are left alone if they are over, or of another request', async () => {
      const [first = ''] = await queue(node(), offerTo('grace@example.org', await createRequest()));
      await messageOnce(node(), first, ({ status }) => status === 'sent');
      const { requestId } = await putOff();
      const { id: other } = await putOff();
      for (const change of [pause, drop, resume]) await change(requestId);
      assert.equal((await readMessage(node(), first)).status, 'sent');
      assert.equal((await readMessage(node(), other)).status, 'queued');
      assert.ok(await dueAt(other));
    });
  },
  { environment: sendingThrough(server.url) },
);
