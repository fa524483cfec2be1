// A domain that hangs, or puts everything off, does not hold up mail to others: of its workspace or of another.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { test } from '../support/lanes.ts';
import { draftTo, queue, readMessage, sendingThrough } from '../support/makers/mail.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { SmtpServer } from '../support/receivers/smtp-server.ts';
import { onBothEngines } from '../support/server/rota.ts';

const MINUTE_MS = 60_000;
const MANY = 60;
/** More of the oldest than a poll reads. */
const BACKLOG = 500;

const server = await SmtpServer.start();
after(() => server[Symbol.asyncDispose]());

onBothEngines.full(
  'Mail to others',
  (node) => {
    const other = { id: '', rawKey: '' };
    /** The other workspace, as a place to write messages in. */
    const elsewhere = async () => {
      if (other.id === '') Object.assign(other, await node().otherWorkspace());
      return { services: node().services, workspaceId: other.id };
    };
    const sentSince = (start: number, domain: string) =>
      server.taken.slice(start).filter(({ to }) => to.endsWith(domain)).length;
    const draftsTo = (count: number, domainOf: (place: number) => string) =>
      Array.from({ length: count }, (_, place) => draftTo(`reader${place}@${domainOf(place)}`));

    /** What hangs is given up, and then everything is sent. */
    const startAnew = async () => {
      server.script = () => undefined;
      const isQueued = "select id from messages where status = 'queued' limit 1";
      while (await node().services.database.get(isQueued)) {
        node().clock.advance(4 * MINUTE_MS);
        await eventually(isQuiet);
      }
    };
    /** Nothing is under way, nor due. */
    const isQuiet = async () => {
      const { database, clock } = node().services;
      const isBusy = 'select id from messages where claim_id is not null or due_at <= $1 limit 1';
      return (await database.get(isBusy, [clock.now()])) === undefined;
    };

    test('goes on while a domain of the same workspace hangs', async () => {
      server.script = (step, { to }) =>
        step === 'DATA' && to.endsWith('hangs.example') ? 'hang' : undefined;
      const start = server.taken.length;
      await queue(node(), ...draftsTo(MANY, () => 'hangs.example'));
      await eventually(async () => server.open > 0);
      await queue(node(), ...draftsTo(MANY, (place) => `good${place % 7}.example`));
      await eventually(async () => sentSince(start, '.example') === MANY);
      await startAnew();
    });

    test('goes on while every domain of another workspace hangs', async () => {
      server.script = (step, { to }) => (step === 'DATA' && to.endsWith('.slow') ? 'hang' : undefined);
      const start = server.taken.length;
      await queue(node(), ...draftsTo(MANY, (place) => `domain${place}.slow`));
      await eventually(async () => server.open >= 6);
      const ids = await queue(await elsewhere(), ...draftsTo(MANY, (place) => `domain${place}.fine`));
      await eventually(async () => sentSince(start, '.fine') === MANY);
      await eventually(async () => {
        const message = await readMessage(node(), ids.at(-1) ?? '', other.rawKey);
        return message.status === 'sent';
      });
      assert.equal(sentSince(start, '.slow'), 0);
      await startAnew();
    });

    test('goes on while a domain puts off everything', async () => {
      server.script = (step, { to }) =>
        step === 'DATA' && to.endsWith('grey.example') ? '451 4.7.1 grey' : undefined;
      const start = server.taken.length;
      await queue(node(), ...draftsTo(MANY, () => 'grey.example'));
      await queue(await elsewhere(), ...draftsTo(MANY, () => 'white.example'));
      await eventually(async () => sentSince(start, 'white.example') === MANY);
      assert.equal(sentSince(start, 'grey.example'), 0);
      await startAnew();
    });

    test('goes on behind a backlog of hundreds that hangs, of the same workspace and of another', async () => {
      server.script = (step, { to }) =>
        step === 'DATA' && to.endsWith('backlog.example') ? 'hang' : undefined;
      const start = server.taken.length;
      await queue(node(), ...draftsTo(BACKLOG, () => 'backlog.example'));
      await queue(node(), ...draftsTo(MANY, (place) => `late${place}.example`));
      await queue(await elsewhere(), ...draftsTo(MANY, (place) => `late${place}.example`));
      await eventually(async () => {
        // The next poll comes when something has ended, or after five seconds.
        node().clock.advance(1_000);
        return (
          server.taken.slice(start).filter(({ to }) => /@late\d+\.example$/.test(to)).length === 2 * MANY
        );
      });
      await node().services.storage.background.transaction((tx) =>
        tx.run(
          "update messages set status = 'failed', due_at = null where recipient_address like '%backlog.example'",
        ),
      );
      await startAnew();
    });

    test('never takes more connections than a mail server bears', async () => {
      server.script = (step) => (step === 'DATA' ? 'hang' : undefined);
      await queue(node(), ...draftsTo(MANY, (place) => `a${place}.example`));
      await queue(await elsewhere(), ...draftsTo(MANY, (place) => `b${place}.example`));
      await eventually(async () => server.open >= 14);
      assert.ok(server.open <= 16, `${server.open} connections`);
      await startAnew();
    });
  },
  { environment: sendingThrough(server.url) },
);
