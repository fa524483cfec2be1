// Mail is found by indexes, however much of it was worked on: to store it, to claim it, to end it, to remove it.
import assert from 'node:assert/strict';
import { recipientFor } from '../../src/features/meetings/inbox/addresses.ts';
import { receive } from '../../src/features/meetings/inbox/receive.ts';
import { createRequest } from '../../src/features/meetings/requests/operations.ts';
import { createTeam } from '../../src/features/turns/teams/operations.ts';
import { ulidOf } from '../../src/ids.ts';
import { mailTable } from '../../src/mail-in/queries.ts';
import { giveUp, lockMail, resumeMail, retryLater, waitUntilResumed } from '../../src/mail-in/work.ts';
import type { Database } from '../../src/storage/database.ts';
import { makeToken } from '../../src/tokens/link-tokens.ts';
import { test } from '../support/lanes.ts';
import { scansOf } from '../support/server/plans.ts';
import { onEachEngine } from '../support/server/rota.ts';
import { InboxStorage } from './inbox-storage.ts';

const MAILS = 3_000;
/** More rows than any of these statements needs, and far fewer than there are. */
const FEW = 50;
const NOTHING_SKIPPED = { lane_ids: [], workspace_ids: [] };

async function writeHistory({ services, context, clock }: InboxStorage): Promise<void> {
  const { workspaceId } = context.caller;
  await services.database.transaction(async (tx) => {
    const numbers = `with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < ${MAILS})`;
    await tx.run(
      `insert into messages (workspace_id, id, direction, kind, sender_address, recipient_address, subject, text, message_id,
         thread, status, attempts, created_at)
       ${numbers} select $1, 'msg_' || number, case when number % 2 = 0 then 'in' else 'out' end, 'request', 'a@b.example', 'c', '',
         '', '', '[]', case when number % 2 = 0 then 'received' else 'kept' end, 0, $2
       from numbers`,
      [workspaceId, clock.now()],
    );
    await tx.run(
      `insert into inbox (workspace_id, id, target, recipient_address, message_key, envelope_sender, received_at, attempts, raw)
       select workspace_id, id, 'workspace', 'acme@rota.localhost', id, '', created_at, 0, $2 from messages
       where workspace_id = $1`,
      [workspaceId, new Uint8Array()],
    );
    if (tx.dialect.engine === 'postgres') await tx.script('analyze messages; analyze inbox');
  });
}

onEachEngine.fast((engine) => {
  test(`Among many mails, few are read (${engine})`, async () => {
    await using inbox = await InboxStorage.make(engine);
    const { services, context, clock } = inbox;
    await createTeam(context, { name: 'Sales' });
    const { id: requestId } = await createRequest(context, {
      organizer_email: 'owner@example.com',
      participant_emails: ['grace@example.org'],
    });
    await writeHistory(inbox);
    const now = clock.now();
    const token = (purpose: 'reply' | 'bounce', id: string) =>
      makeToken(services.secrets.linkKeys(), purpose, { ulid: ulidOf(id), place: 0 });
    const message = await services.database.get<{ id: string }>(
      "select id from messages where kind = 'assigned'",
    );

    async function work(database: Database): Promise<void> {
      const within = { ...services, database };
      for (const name of [
        'acme',
        'sales.acme',
        `re-${token('reply', requestId)}`,
        `b-${token('bounce', message?.id ?? 'msg_x')}`,
      ]) {
        await recipientFor(within, `${name}@rota.localhost`);
      }
      const [stored] = await receive(within, inbox.arrival());
      const {
        lanes: [lane],
      } = await mailTable.createDueSearch()(database, now, FEW, NOTHING_SKIPPED);
      assert.deepEqual(lane?.first_ids, [stored?.id]);
      assert.equal(await mailTable.selectOldestDue(database, now, NOTHING_SKIPPED), now);
      const item = { ...inbox.recipient, id: stored?.id ?? '', claim_id: 'none' };
      await database.transaction(async (tx) => {
        await lockMail(tx, item);
        await retryLater(tx, [{ ...item, retry_at: now }]);
        await giveUp(tx, item, 'none');
        await waitUntilResumed(context, tx, item, requestId);
        await resumeMail(context, tx, requestId);
      });
    }
    const scans = await scansOf(services.storage, FEW, work);
    assert.deepEqual(
      scans.filter((detail) => /^SCAN (?:inbox|messages)/.test(detail)),
      [],
    );
  });
});
