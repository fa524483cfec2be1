// What a mail server answers, or does not, decides what becomes of a message: sent, tried again, or failed at once.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { test } from '../support/lanes.ts';
import { afterAttempts, draftTo, messageOnce, queue, sendingThrough } from '../support/makers/mail.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { SmtpServer, type SmtpStep } from '../support/receivers/smtp-server.ts';
import { onBothEngines } from '../support/server/rota.ts';

const MINUTE_MS = 60_000;
const USER = 'relay user';
const PASSWORD = 'p@ss:word%';

const server = await SmtpServer.start({ hasLogin: true });
after(() => server[Symbol.asyncDispose]());
const url = `smtp://${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${server.port}`;

/** Of those that a server on this machine is led through. */
const STEPS = ['greeting', 'EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA', 'content'] as const;
const OF_THE_MESSAGE: readonly SmtpStep[] = ['MAIL', 'RCPT', 'DATA', 'content'];

onBothEngines(
  'Mail servers',
  (node) => {
    let number = 0;
    /** An address that no other test uses. */
    const freshAddress = () => `reader${++number}@${node().services.database.dialect.engine}.example.org`;
    const takenFor = (address: string) => server.taken.filter(({ to }) => to === address);
    const startAnew = () => {
      server.dropSessions();
      server.steps.length = 0;
      server.script = () => undefined;
    };

    test('take a message: it is sent, with its envelope, after a login', async () => {
      startAnew();
      const address = freshAddress();
      const [id = ''] = await queue(node(), draftTo(address));
      const message = await messageOnce(node(), id, ({ status }) => status === 'sent');
      assert.deepEqual([message.attempts, message.last_error], [1, null]);
      assert.equal(message.sent_at, new Date(node().clock.now()).toISOString());
      const [mail, ...others] = takenFor(address);
      assert.equal(others.length, 0);
      assert.match(mail?.from ?? '', /^b-[0-9a-z]{54}@mail\.example\.com$/);
      assert.match(
        mail?.raw ?? '',
        new RegExp(`^Message-ID: <${id}\\.[\\w-]{16}@mail\\.example\\.com>\r$`, 'm'),
      );
      assert.equal(server.logins.at(-1), `\0${USER}\0${PASSWORD}`);
    });

    for (const step of STEPS) {
      test(`that answer 4xx to ${step} get the message again`, async () => {
        startAnew();
        const address = freshAddress();
        server.script = (at) => (at === step ? '451 4.7.1 greylisted, come back' : undefined);
        const [id = ''] = await queue(node(), draftTo(address));
        const message = await afterAttempts(node(), id, 1);
        assert.equal(message.status, 'queued');
        assert.match(message.last_error ?? '', /^the mail server .*: 451 4\.7\.1 greylisted, come back$/);
        startAnew();
        node().clock.advance(1.1 * MINUTE_MS);
        await messageOnce(node(), id, ({ status, attempts }) => status === 'sent' && attempts === 2);
      });

      const isFinal = OF_THE_MESSAGE.includes(step);
      test(`that answer 5xx to ${step} ${isFinal ? 'get it no more' : 'get the message again'}`, async () => {
        startAnew();
        const address = freshAddress();
        server.script = (at) => (at === step ? '554 5.7.1 not you' : undefined);
        const [id = ''] = await queue(node(), draftTo(address));
        const message = await afterAttempts(node(), id, 1);
        assert.equal(message.status, isFinal ? 'failed' : 'queued');
        assert.match(message.last_error ?? '', /^the mail server refused .*: 554 5\.7\.1 not you$/);
        startAnew();
        node().clock.advance(1.1 * MINUTE_MS);
        if (!isFinal) await messageOnce(node(), id, ({ status }) => status === 'sent');
      });

      test(`that close the connection at ${step} get the message again`, async () => {
        startAnew();
        const address = freshAddress();
        server.script = (at) => (at === step ? 'drop' : undefined);
        const [id = ''] = await queue(node(), draftTo(address));
        const { status, last_error } = await afterAttempts(node(), id, 1);
        assert.equal(status, 'queued');
        assert.match(last_error ?? '', /the connection was closed before the answer was complete/);
        assert.equal((last_error ?? '').includes('may have taken'), step === 'content');
        startAnew();
        node().clock.advance(1.1 * MINUTE_MS);
        await messageOnce(node(), id, ({ status, attempts }) => status === 'sent' && attempts === 2);
        // The server had taken the first one, too. Both have the same Message-ID.
        const ids = takenFor(address).map(({ raw }) => /^Message-ID: (.*)\r$/m.exec(raw)?.[1]);
        assert.equal(ids.length, step === 'content' ? 2 : 1);
        assert.equal(new Set(ids).size, 1);
      });

      test(`that say nothing any more at ${step} are given up in time`, async () => {
        startAnew();
        const address = freshAddress();
        server.script = (at) => (at === step ? 'hang' : undefined);
        const [id = ''] = await queue(node(), draftTo(address));
        await eventually(async () => server.steps.includes(step));
        node().clock.advance(3 * MINUTE_MS);
        const { status, last_error } = await afterAttempts(node(), id, 1);
        assert.equal(status, 'queued');
        assert.match(
          last_error ?? '',
          /^the mail server took longer than \d+ (seconds|minutes) for the \w+$/,
        );
        startAnew();
        node().clock.advance(1.1 * MINUTE_MS);
        await messageOnce(node(), id, ({ status }) => status === 'sent');
      });

      test(`that speak another language at ${step} get the message again`, async () => {
        startAnew();
        const address = freshAddress();
        server.script = (at) => (at === step ? 'HTTP/1.1 400 Bad Request\r\n\r\n<html>' : undefined);
        const [id = ''] = await queue(node(), draftTo(address));
        const { status, last_error } = await afterAttempts(node(), id, 1);
        assert.equal(status, 'queued');
        assert.doesNotMatch(last_error ?? '', /[\r\n]/);
        startAnew();
        node().clock.advance(1.1 * MINUTE_MS);
        await messageOnce(node(), id, ({ status }) => status === 'sent');
      });
    }

    test('that want a login first say nothing about the message, which goes again', async () => {
      startAnew();
      server.script = (step) => (step === 'MAIL' ? '530 5.7.0 authentication required' : undefined);
      const [id = ''] = await queue(node(), draftTo(freshAddress()));
      const { status, last_error } = await afterAttempts(node(), id, 1);
      assert.deepEqual(
        [status, last_error],
        ['queued', 'the mail server put off the message: 530 5.7.0 authentication required'],
      );
      startAnew();
      node().clock.advance(1.1 * MINUTE_MS);
      await messageOnce(node(), id, ({ status }) => status === 'sent');
    });

    test('are quoted in one line of bounded length, without what they were told in confidence', async () => {
      startAnew();
      const told = Buffer.from(`\0${USER}\0${PASSWORD}`).toString('base64');
      const text = `554-\u202e\u0007 ${told} ${PASSWORD} ${USER} ${Buffer.from(PASSWORD).toString('base64')}\r\n554 ${'x'.repeat(5_000)}`;
      server.script = (step) => (step === 'content' ? text : undefined);
      const [id = ''] = await queue(node(), draftTo(freshAddress()));
      const { last_error } = await messageOnce(node(), id, ({ status }) => status === 'failed');
      assert.match(last_error ?? '', /^the mail server refused the message: 554- … … … … 554 x+…$/);
      assert.ok((last_error ?? '').length < 350);
    });

    test('get many messages in one session, and a new session if they have ended one', async () => {
      startAnew();
      const before = server.sessions;
      const send = async () => {
        const [id = ''] = await queue(node(), draftTo(freshAddress()));
        await messageOnce(node(), id, ({ status }) => status === 'sent');
      };
      await send();
      await send();
      assert.equal(server.sessions, before + 1);
      // At the very moment of the next message.
      let isFirst = true;
      server.script = (step) => {
        if (step !== 'MAIL' || !isFirst) return undefined;
        isFirst = false;
        return '421 4.4.2 idle for too long';
      };
      await send();
      assert.equal(server.sessions, before + 2);
      node().clock.advance(MINUTE_MS);
      await eventually(async () => server.open === 0);
    });
  },
  { environment: sendingThrough(url) },
);
