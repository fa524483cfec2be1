// What becomes of an item after each attempt: success, a retry by the schedule, or the end.
import assert from 'node:assert/strict';
import type { Verdict } from '../../src/outbox/channel.ts';
import { test } from '../support/lanes.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { NoteStorage, onBothStorages } from './note-engine.ts';
import { addNotes, DELAYS_MS, LEASE_MS, MAX_ATTEMPTS, noteRows, postedIds, recordedRows } from './notes.ts';

onBothStorages('Retries', (engine) => {
  test('come at the times of the schedule, and the item fails with the last of them', async () => {
    await using storage = await NoteStorage.make(engine);
    const { database, clock } = storage;
    storage.start({ attempt: () => 'not accepted' });
    await addNotes(database, { lane: 'a', count: 1, dueAt: clock.now() });
    const recorded = (count: number) =>
      eventually(async () => (await recordedRows(database)).length === count && noteRows(database));
    for (const [place, delayMs] of DELAYS_MS.entries()) {
      const [row] = await recorded(place + 1);
      assert.deepEqual(
        [row?.status, row?.attempts, row?.due_at, row?.claim_id, row?.lease_until],
        ['pending', place + 1, clock.now() + delayMs, null, null],
      );
      // Now the engine waits for the due time.
      await eventually(async () => clock.isAwaited(delayMs));
      clock.advance(delayMs - 1);
      assert.equal((await postedIds(database)).length, place + 1);
      clock.advance(1);
    }
    const [row] = await recorded(MAX_ATTEMPTS);
    assert.deepEqual([row?.status, row?.attempts, row?.due_at], ['failed', MAX_ATTEMPTS, null]);
    const outcomes = (await recordedRows(database)).map(({ outcome }) => outcome);
    assert.deepEqual(outcomes, ['retry', 'retry', 'retry', 'failed']);
  });

  test('are not made for a rejected item: it fails at once', async () => {
    await using storage = await NoteStorage.make(engine);
    const { database, clock } = storage;
    storage.start({ attempt: ({ lane }): Verdict => (lane === 'bad' ? 'rejected' : 'accepted') });
    await addNotes(database, { lane: 'bad', count: 1, dueAt: clock.now() });
    await addNotes(database, { lane: 'good', count: 1, dueAt: clock.now() });
    await storage.untilDone();
    const rows = await noteRows(database);
    assert.deepEqual(
      rows.map(({ lane, status, attempts }) => [lane, status, attempts]),
      [
        ['bad', 'failed', 1],
        ['good', 'success', 1],
      ],
    );
  });

  test('do not count an attempt that this node could not make: nothing is recorded, and the item is due when its lease ends', async () => {
    await using storage = await NoteStorage.make(engine);
    const { database, clock } = storage;
    let isBroken = true;
    const node = storage.start({
      attempt() {
        if (isBroken) throw new Error('on purpose');
        return 'accepted';
      },
    });
    const [id] = await addNotes(database, { lane: 'a', count: 1, dueAt: clock.now() });
    await eventually(async () => node.logLines.some(({ msg }) => msg === 'notes: item not sent'));
    assert.deepEqual(await recordedRows(database), []);
    assert.equal(await node.figure('in_flight'), 0);
    isBroken = false;
    clock.advance(LEASE_MS - 1);
    await addNotes(database, { lane: 'b', count: 1, dueAt: clock.now() });
    await eventually(async () => (await recordedRows(database)).length === 1);
    assert.equal((await postedIds(database)).filter((posted) => posted === id).length, 1);
    clock.advance(1);
    // A new item wakes the engine.
    await addNotes(database, { lane: 'c', count: 1, dueAt: clock.now() });
    await eventually(async () => (await recordedRows(database)).length === 3);
    assert.deepEqual((await recordedRows(database))[0], { id, number: 1, outcome: 'success' });
  });
});
