// The engine of the inbox: what fails is tried again for a day and then given up; too much mail is put off.
import assert from 'node:assert/strict';
import { Registry } from 'prom-client';
import { actingWith } from '../../../../src/features/meetings/inbox/acting.ts';
import { receive } from '../../../../src/features/meetings/inbox/receive.ts';
import { createLog } from '../../../../src/log.ts';
import { createInboxChannel } from '../../../../src/mail-in/channel.ts';
import { storeMail } from '../../../../src/mail-in/store.ts';
import { createEngine } from '../../../../src/outbox/engine.ts';
import { createNode } from '../../../../src/outbox/node.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/time/timestamps.ts';
import { createWriter } from '../../../../src/writer/writer.ts';
import { InboxStorage } from '../../../mail-in/inbox-storage.ts';
import { describe, test } from '../../../support/lanes.ts';
import { eventually } from '../../../support/makers/webhooks.ts';
import { onEachEngine } from '../../../support/server/rota.ts';

onEachEngine((engine) => {
  describe(`The engine of the inbox (${engine})`, () => {
    test('tries again for a day, says at the last attempt that it is the last, and gives up with a reason', async () => {
      await using inbox = await InboxStorage.make(engine);
      const { services, clock } = inbox;
      const lines: string[] = [];
      const log = createLog('info', { write: (line) => void lines.push(line) });
      const attempts: { at: number; isLast: boolean }[] = [];
      const authenticator = {
        async authenticate(_raw: Uint8Array, { isLastAttempt = false }: { isLastAttempt?: boolean }) {
          attempts.push({ at: clock.now(), isLast: isLastAttempt });
          throw new Error('no name server answers');
        },
      };
      const writer = createWriter({ config: services.config, clock, log });
      const channel = createInboxChannel({ services, log, authenticator, loadAct: actingWith(writer, log) });
      const worker = createEngine({
        channel,
        storage: services.storage,
        node: createNode({ storage: services.storage, clock, log }),
        clock,
        log,
        registry: new Registry(),
        drainMs: 1_000,
      });
      const [stored] = await storeMail(services, inbox.arrival());
      const begun = clock.now();
      worker.start();
      const id = stored?.id ?? '';
      for (let made = 1; made < 9; made += 1) {
        const row = await eventually(async () => {
          const found = await inbox.row(id);
          return found?.attempts === made && found.claim_id === null && found;
        });
        clock.advance(Number(row.due_at) - clock.now());
      }
      const message = await eventually(async () => {
        const row = await inbox.message(id);
        return row?.status === 'ignored' && row;
      });
      assert.equal(message.ignored_because, 'could not be read: no name server answers');
      assert.deepEqual(
        attempts.map(({ isLast }) => isLast),
        [...Array(8).fill(false), true],
      );
      const took = (attempts.at(-1)?.at ?? 0) - begun;
      assert.ok(took > 20 * HOUR_MS && took < 30 * HOUR_MS, `${took} ms`);
      clock.advance(DAY_MS);
      await worker.stop();
      assert.equal(attempts.length, 9);
      assert.ok(lines.some((line) => line.includes('"level":"error"') && line.includes('mail given up')));
      assert.ok(
        lines.every((line) => !line.includes('grace@')),
        'no address is logged',
      );
    });

    test('is spared more than 10,000 waiting mails of a workspace', async () => {
      await using inbox = await InboxStorage.make(engine);
      const { services, recipient, clock } = inbox;
      await receive(services, inbox.arrival());
      // Copies of the first, without being stored one by one.
      await services.database.transaction(async (tx) => {
        const numbers = `with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < 9998)`;
        await tx.run(
          `insert into messages (workspace_id, id, direction, kind, sender_address, recipient_address, subject, text, message_id,
             thread, status, attempts, created_at)
           ${numbers} select $1, 'msg_' || number, 'in', 'request', 'a@b.example', 'c', '', '', '', '[]', 'received', 0, $2
           from numbers`,
          [recipient.workspace_id, clock.now()],
        );
        await tx.run(
          `insert into inbox (workspace_id, id, target, recipient_address, message_key, envelope_sender, received_at, due_at,
             attempts, raw)
           select workspace_id, id, 'workspace', 'c', id, '', created_at, created_at, 0, $2 from messages
           where workspace_id = $1 and recipient_address = 'c'`,
          [recipient.workspace_id, new Uint8Array()],
        );
      });
      await receive(services, inbox.arrival());
      await assert.rejects(receive(services, inbox.arrival()), { type: 'unavailable', retryAfter: 60 });
    });
  });
});
