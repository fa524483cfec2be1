// A mail is worked on exactly once: a lost claim does nothing, a failure is tried again, what is paused waits.
import assert from 'node:assert/strict';
import { createRequest } from '../../src/features/meetings/requests/operations.ts';
import { firstIdAt } from '../../src/ids.ts';
import type { ClaimedMail } from '../../src/mail-in/queries.ts';
import { removeMails, storeMail } from '../../src/mail-in/store.ts';
import {
  giveUp,
  lockMail,
  markDone,
  resumeMail,
  retryLater,
  waitUntilResumed,
} from '../../src/mail-in/work.ts';
import { removeMessages } from '../../src/mail-out/enqueue.ts';
import type { Transaction } from '../../src/storage/database.ts';
import { DAY_MS } from '../../src/time/timestamps.ts';
import { describe, test } from '../support/lanes.ts';
import { rawMail } from '../support/makers/raw-mail.ts';
import { onEachEngine } from '../support/server/rota.ts';
import { InboxStorage, LEASE_MS } from './inbox-storage.ts';

const outcome = {
  status: 'received',
  kind: 'reply',
  request_id: null,
  place: null,
  text: 'The second one, please.',
  understood_as: 'chose_options',
  rule: 'reply.option_number',
  ignored_because: null,
} as const;

onEachEngine.fast((engine) => {
  describe(`Working on mail (${engine})`, () => {
    async function storedIn(inbox: InboxStorage) {
      const [stored] = await storeMail(inbox.services, inbox.arrival());
      const item = (await inbox.claim()).find(({ id }) => id === stored?.id);
      assert.ok(item);
      return item;
    }
    /** As an attempt does. Counts what was done. */
    async function act(inbox: InboxStorage, item: ClaimedMail, done: string[]): Promise<boolean> {
      return inbox.services.database.transaction(async (tx) => {
        if (!(await lockMail(tx, item))) return false;
        done.push(item.claim_id);
        await markDone(inbox.context, tx, item, outcome);
        return true;
      });
    }

    test('is done once, though two have claimed it one after the other', async () => {
      await using inbox = await InboxStorage.make(engine);
      const first = await storedIn(inbox);
      assert.deepEqual(await inbox.claim(), [], 'the claim holds');
      inbox.clock.advance(LEASE_MS);
      const [second] = await inbox.claim();
      assert.ok(second);
      const done: string[] = [];
      const results = await Promise.all([
        act(inbox, second, done),
        act(inbox, first, done),
        act(inbox, second, done),
      ]);
      assert.deepEqual([results.filter(Boolean).length, done], [1, [second.claim_id]]);
      const { due_at, claim_id, lease_until } = (await inbox.row(first.id)) ?? {};
      assert.deepEqual([due_at, claim_id, lease_until], [null, null, null]);
      const message = await inbox.message(first.id);
      assert.deepEqual(
        { ...outcome },
        Object.fromEntries(Object.keys(outcome).map((name) => [name, message?.[name]])),
      );
      inbox.clock.advance(10 * LEASE_MS);
      assert.deepEqual(await inbox.claim(), []);
      assert.deepEqual(await inTransaction(inbox, (tx) => retryLater(tx, [{ ...second, retry_at: 0 }])), []);
      assert.equal(await inTransaction(inbox, (tx) => giveUp(tx, second, 'too late')), false);
    });

    test('leaves the header alone, and of that 16 KiB; given up, it stays whole', async () => {
      await using inbox = await InboxStorage.make(engine);
      const long = (count: number) => Array.from({ length: count }, () => `X-Long: ${'x'.repeat(1_000)}`);
      const letters = [
        { raw: rawMail({ subject: 'Short', text: 'The body' }), kept: /Subject: Short\r\n.*\+0000\r\n$/s },
        {
          raw: rawMail({ subject: 'Long', headers: long(15) }),
          kept: /^X-Long.*Subject: Long\r\n.*\+0000\r\n$/s,
        },
        { raw: rawMail({ headers: long(40) }), kept: /^(?:X-Long: x{1000}\r\n){16}$/ },
        { raw: Buffer.from('\r\nNothing but a body\r\n'), kept: /^$/ },
      ];
      const keptOf = async (id: string) => {
        const { raw } = (await inbox.row(id)) ?? {};
        return Buffer.from(raw as Uint8Array).toString();
      };
      for (const { raw, kept } of letters) {
        const [stored] = await storeMail(inbox.services, inbox.arrival({ raw }));
        const [item] = await inbox.claim();
        assert.equal(item?.id, stored?.id);
        assert.ok(await act(inbox, item as ClaimedMail, []));
        assert.match(await keptOf(item?.id ?? ''), kept);
        const [again] = await storeMail(inbox.services, inbox.arrival({ raw }));
        assert.deepEqual([again?.id, again?.is_new], [stored?.id, false], 'the same one is still noticed');
      }
      const unread = await storedIn(inbox);
      assert.ok(await inTransaction(inbox, (tx) => giveUp(tx, unread, 'could not be read')));
      assert.equal(await keptOf(unread.id), Buffer.from(unread.raw).toString());
    });

    test('is undone whole if it fails, and done by the next attempt', async () => {
      await using inbox = await InboxStorage.make(engine);
      const item = await storedIn(inbox);
      const failing = inTransaction(inbox, async (tx) => {
        await lockMail(tx, item);
        await markDone(inbox.context, tx, item, outcome);
        throw new Error('on purpose');
      });
      await assert.rejects(failing, /on purpose/);
      assert.equal((await inbox.message(item.id))?.text, '');
      assert.equal(await act(inbox, item, []), true);
    });

    test('is tried again later, and given up with a reason', async () => {
      await using inbox = await InboxStorage.make(engine);
      const item = await storedIn(inbox);
      const retry_at = inbox.clock.now() + 60_000;
      assert.deepEqual(await inTransaction(inbox, (tx) => retryLater(tx, [{ ...item, retry_at }])), [
        item.id,
      ]);
      assert.deepEqual(await inbox.claim(), []);
      inbox.clock.advance(60_000);
      const [again] = await inbox.claim();
      assert.equal(again?.attempts, 1);
      assert.equal(
        await inTransaction(inbox, (tx) => giveUp(tx, again as ClaimedMail, 'could not be read')),
        true,
      );
      const { status, ignored_because, kind } = (await inbox.message(item.id)) ?? {};
      assert.deepEqual([status, ignored_because, kind], ['ignored', 'could not be read', 'request']);
      inbox.clock.advance(DAY_MS);
      assert.deepEqual(await inbox.claim(), []);
    });

    test('waits while its request is paused', async () => {
      await using inbox = await InboxStorage.make(engine);
      const { context } = inbox;
      const { id } = await createRequest(context, {
        organizer_email: 'owner@example.com',
        participant_emails: ['grace@example.org'],
      });
      const item = await storedIn(inbox);
      await inTransaction(inbox, async (tx) => {
        await lockMail(tx, item);
        await waitUntilResumed(context, tx, item, id);
      });
      inbox.clock.advance(DAY_MS);
      assert.deepEqual(await inbox.claim(), []);
      assert.equal(await act(inbox, item, []), false);
      assert.equal((await inbox.message(item.id))?.request_id, id, 'it is shown with the request');
      await inTransaction(inbox, (tx) => resumeMail(context, tx, 'mr_another'));
      assert.deepEqual(await inbox.claim(), []);
      await inTransaction(inbox, (tx) => resumeMail(context, tx, id));
      const [released] = await inbox.claim();
      assert.deepEqual([released?.id, released?.attempts], [item.id, 0]);
    });

    test('is removed with its time, but for what was not worked on; messages go after their mail', async () => {
      await using inbox = await InboxStorage.make(engine);
      const done = await storedIn(inbox);
      await act(inbox, done, []);
      const waiting = await storedIn(inbox);
      inbox.clock.advance(31 * DAY_MS);
      const young = await storedIn(inbox);
      await act(inbox, young, []);
      const removal = {
        database: inbox.services.database,
        lock: 'sweep',
        signal: new AbortController().signal,
      };
      const { workspaceId } = inbox.context.caller;
      const before = firstIdAt('message', inbox.clock.now() - 30 * DAY_MS);
      const left = async () => {
        const rows = async (table: string) =>
          (await inbox.services.database.all<{ id: string }>(`select id from ${table} order by id`)).map(
            ({ id }) => id,
          );
        return [await rows('inbox'), await rows('messages')];
      };
      const all = [done.id, waiting.id, young.id];
      await removeMessages(removal, workspaceId, before);
      assert.deepEqual(await left(), [all, all], 'no message without its mail');
      await removeMails(removal, workspaceId, before);
      assert.deepEqual(await left(), [[waiting.id, young.id], all]);
      await removeMessages(removal, workspaceId, before);
      assert.deepEqual(await left(), [
        [waiting.id, young.id],
        [waiting.id, young.id],
      ]);
    });
  });
});

function inTransaction<Result>(
  inbox: InboxStorage,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return inbox.services.database.transaction(work);
}
