// A mail server that is back is noticed: what waited because of it is sent soon, and its lateness was seen meanwhile.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/time/timestamps.ts';
import { test } from '../support/lanes.ts';
import {
  afterAttempts,
  draftTo,
  messageOnce,
  queue,
  selectMessages,
  sendingThrough,
} from '../support/makers/mail.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { SmtpServer, type SmtpStep } from '../support/receivers/smtp-server.ts';
import { figure } from '../support/server/metrics.ts';
import { type Node, onBothEngines } from '../support/server/rota.ts';

/** After the fifth attempt, 81 minutes after the first, the next one is three hours later. */
const ATTEMPTS = 5;
const STEP_MS = 200;
const AGE = 'rota_mail_oldest_due_age_seconds';

const server = await SmtpServer.start();
after(() => server[Symbol.asyncDispose]());

interface Row {
  id: string;
  due_at: number;
  attempts: number;
  since: number | null;
}

const rowsOf = (node: Node, ids: string[]) =>
  selectMessages<Row>(node, 'id, due_at, attempts, waits_for_relay_since as since', ids);

const latest = (rows: Row[]) => Math.max(...rows.map(({ due_at }) => due_at));

/** Lets time pass until each has failed so many times, and waits for the next. */
async function failing(node: Node, ids: string[], attempts: number): Promise<Row[]> {
  for (let made = 1; made <= attempts; made += 1) {
    for (const id of ids) await afterAttempts(node, id, made);
    if (made < attempts) node.clock.advance(latest(await rowsOf(node, ids)) - node.clock.now());
  }
  return rowsOf(node, ids);
}

/** Answers this step so, and others as usual. */
function answering(step: SmtpStep, answer: string): void {
  server.script = (current) => (current === step ? answer : undefined);
}

onBothEngines.fast(
  'A mail server that was away',
  (node) => {
    const ways: [way: string, step: SmtpStep, answer: string][] = [
      ['refuses sessions', 'greeting', '554 5.3.2 not now'],
      ['drops connections', 'EHLO', 'drop'],
      ['puts off whoever sends', 'MAIL', '451 4.3.0 no room'],
    ];
    for (const [way, step, answer] of ways) {
      test(`sends what has waited, soon after it took one again; before, it ${way}`, async () => {
        answering(step, answer);
        // Else one that was kept would be used.
        server.dropSessions();
        const start = node().clock.now();
        const drafts = Array.from({ length: 5 }, (_, place) => draftTo(`late@${step}${place}.example.org`));
        const ids = await queue(node(), ...drafts);
        const waiting = await failing(node(), ids, ATTEMPTS);
        assert.ok(Math.min(...waiting.map(({ due_at }) => due_at)) > node().clock.now() + 2 * HOUR_MS);
        // Nothing is due, and all of it is late.
        assert.equal(await figure(node(), AGE), (node().clock.now() - start) / 1000);

        // One that is put off for itself waits by its own schedule, whatever others do.
        answering('RCPT', '451 4.2.1 try later');
        const [own = ''] = await queue(node(), draftTo('own@example.org'));
        assert.equal((await afterAttempts(node(), own, 1)).status, 'queued');
        server.script = () => undefined;
        const ownDue = node().clock.now() + HOUR_MS;
        await node().services.database.change('update messages set due_at = $1 where id = $2', [ownDue, own]);
        const [fresh = ''] = await queue(node(), draftTo('fresh@example.org'));
        await messageOnce(node(), fresh, ({ status }) => status === 'sent');
        const now = node().clock.now();
        // The first is due at once, and may have been sent by now.
        const soon = await eventually(async () => {
          const rows = (await rowsOf(node(), ids)).filter(({ due_at }) => due_at > now);
          return rows.every(({ due_at }) => due_at < now + MINUTE_MS) && rows;
        });
        assert.deepEqual(
          soon.map(({ due_at, attempts }) => [due_at, attempts]),
          [1, 2, 3, 4].map((place) => [now + place * STEP_MS, 1]),
        );
        node().clock.advance(4 * STEP_MS);
        for (const id of ids) await messageOnce(node(), id, ({ status }) => status === 'sent');
        assert.equal(await figure(node(), AGE), 0);
        const [kept] = await rowsOf(node(), [own]);
        assert.deepEqual({ ...kept, id: own }, { id: own, due_at: ownDue, attempts: 1, since: null });

        node().clock.advance(HOUR_MS);
        await messageOnce(node(), own, ({ status }) => status === 'sent');
      });
    }

    test('does not keep one for ever that ends each of its sessions: after two days, it comes to its last attempt', async () => {
      answering('RCPT', 'drop');
      const [id = ''] = await queue(node(), draftTo('breaks@example.org'));
      await failing(node(), [id], 2);
      node().clock.advance(2 * DAY_MS);
      const before = await eventually(async () => {
        const [row] = await rowsOf(node(), [id]);
        return row && row.due_at > node().clock.now() && row;
      });
      server.script = () => undefined;
      const [fresh = ''] = await queue(node(), draftTo('later@example.org'));
      await messageOnce(node(), fresh, ({ status }) => status === 'sent');
      const [row] = await rowsOf(node(), [id]);
      assert.deepEqual({ ...row }, { ...before });
    });
  },
  { environment: sendingThrough(server.url) },
);
