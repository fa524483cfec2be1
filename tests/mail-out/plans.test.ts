// The engine reads only the messages that are due, and a request only its own, however many there are.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import {
  countMessages,
  deleteOldDays,
  putOffClaimed,
  putOffWaiting,
} from '../../src/mail-out/daily-limit-queries.ts';
import { dropOffers, pauseMessages, queueMessages, resumeMessages } from '../../src/mail-out/enqueue.ts';
import { messageTable, selectClaimed } from '../../src/mail-out/queries.ts';
import {
  endClaims,
  lockClaimed,
  releaseWaitingForRelay,
  updateOutcomes,
} from '../../src/mail-out/record-queries.ts';
import type { Database } from '../../src/storage/database.ts';
import { DAY_MS, HOUR_MS } from '../../src/time/timestamps.ts';
import { test } from '../support/lanes.ts';
import { draftTo, messageOnce, offerTo, queue } from '../support/makers/mail.ts';
import { writeMessages } from '../support/makers/messages.ts';
import { untilIdle } from '../support/server/idle.ts';
import { scansOf } from '../support/server/plans.ts';
import { dataOf, onBothEngines } from '../support/server/rota.ts';

const MESSAGES = 3_000;
/** More rows than any of these statements needs, and far fewer than there are. */
const FEW = 50;
const NOTHING_SKIPPED = { lane_ids: [], workspace_ids: [] };

onBothEngines.fast('Among many messages', (node) => {
  const createRequest = async () => {
    const participant_emails = ['grace@example.org'];
    const body = { organizer_email: 'owner@example.com', participant_emails, notify_participants: false };
    const { id } = dataOf<{ id: string }>(await node().post('/api/v1/meeting_requests', body));
    // Else what the service offers by itself would take the place of the test's offers.
    await untilIdle(node());
    return id;
  };

  before(async () => {
    const later = node().clock.now() + DAY_MS;
    const laterOf = (place: number) => ({
      status: 'queued' as const,
      attempts: place % 2,
      due_at: later + place,
    });
    // Half of them are over. The others wait: for the domain of the one that is due, and so far for nothing.
    await writeMessages(node(), MESSAGES / 2);
    await writeMessages(node(), MESSAGES / 2, { fieldsOf: laterOf });
    await node().services.storage.background.transaction((tx) =>
      tx.run("update messages set lane = $1 where status = 'queued'", [`${node().workspaceId} example.org`]),
    );
    const { database } = node().services;
    if (database.dialect.engine === 'postgres') {
      await database.transaction((tx) => tx.script('analyze messages'));
    }
  });

  async function readsOf(work: (database: Database) => Promise<unknown>): Promise<string[]> {
    const scans = await scansOf(node().services.storage.background, FEW, work);
    return scans.filter((detail) => /^SCAN messages/.test(detail));
  }

  test('those that are due are found, claimed and recorded by their indexes', async () => {
    const [id = ''] = await queue(node(), draftTo('grace@example.org'));
    await messageOnce(node(), id, ({ status }) => status === 'kept');
    const now = node().clock.now();
    // Due in a moment that does not come, so that the engine leaves it to the test.
    const due = now + HOUR_MS;
    await node().services.storage.background.transaction((tx) =>
      tx.run("update messages set status = 'queued', due_at = $1 where id = $2", [due, id]),
    );
    const key = { workspace_id: node().workspaceId, id };
    const claim = { id: 'of a test', now: due, until: due + HOUR_MS };
    const scans = await readsOf(async (database) => {
      const { lanes } = await messageTable.createDueSearch()(database, due, FEW, NOTHING_SKIPPED);
      assert.deepEqual(
        lanes.map(({ first_ids }) => first_ids),
        [[id]],
      );
      assert.equal(await messageTable.selectOldestDue(database, due, NOTHING_SKIPPED), due);
      assert.equal((await messageTable.claim(database, [key], claim)).length, 1);
      const [item] = await selectClaimed(database, claim.id, [key]);
      assert.equal(item?.recipient_address, 'grace@example.org');
      await database.transaction(async (tx) => {
        const row = { ...key, claim_id: claim.id, status: 'sent', attempts: 1 } as const;
        const outcome = { ...row, last_error: null, sent_at: due, due_at: null, is_of_relay: 0 };
        assert.equal((await lockClaimed(tx, [outcome])).size, 1);
        await updateOutcomes(tx, [outcome]);
        await endClaims(tx, [outcome]);
        assert.equal(await releaseWaitingForRelay(tx, { now: due, since: now }), 0);
      });
      await messageTable.release(database, [{ ...key, claim_id: claim.id }]);
    });
    assert.deepEqual(scans, []);
  });

  test('those over the limit of a day are counted and put off by their indexes', async () => {
    const [id = ''] = await queue(node(), draftTo('grace@example.org'));
    await messageOnce(node(), id, ({ status }) => status === 'kept');
    const due = node().clock.now() + HOUR_MS;
    await node().services.storage.background.transaction((tx) =>
      tx.run("update messages set status = 'queued', kind = 'options', due_at = $1 where id = $2", [due, id]),
    );
    const workspace_id = node().workspaceId;
    const span = { now: due, until: due + DAY_MS };
    const scans = await readsOf((database) =>
      database.transaction(async (tx) => {
        const wanted = [{ workspace_id, wanted: 2, most: 1 }];
        assert.deepEqual(await countMessages(tx, 0, wanted), [{ workspace_id, granted: 1 }]);
        await putOffClaimed(tx, [{ workspace_id, id }], 'another', span.until);
        assert.equal(await putOffWaiting(tx, [`${workspace_id} example.org`], span), 1);
        await deleteOldDays(tx, 0);
      }),
    );
    assert.deepEqual(scans, []);
  });

  test('those of a request are found, paused, resumed and dropped by its index', async () => {
    const requestId = await createRequest();
    const [id = ''] = await queue(node(), offerTo('grace@example.org', requestId));
    await messageOnce(node(), id, ({ status }) => status === 'kept');
    const { services, workspaceId } = node();
    const caller = { workspaceId, actor: { type: 'system', id: 'tests' } as const, scopes: [] };
    const context = { ...services, caller };
    const scans = await readsOf((database) =>
      database.transaction(async (tx) => {
        await queueMessages(context, tx, [offerTo('grace@example.org', requestId)]);
        await pauseMessages(context, tx, requestId);
        await resumeMessages(context, tx, requestId);
        await dropOffers(context, tx, requestId, 'not sent: a test');
      }),
    );
    assert.deepEqual(scans, []);
  });
});
