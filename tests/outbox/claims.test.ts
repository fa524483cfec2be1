// An item is attempted by one node at a time, until its lease ends. Tested with a channel that is not webhooks.
import assert from 'node:assert/strict';
import type { Verdict } from '../../src/outbox/channel.ts';
import { test } from '../support/lanes.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { NoteStorage, onBothStorages } from './note-engine.ts';
import { addNotes, LEASE_MS, noteRows, postedIds, recordedRows } from './notes.ts';

const POLL_MS = 5_000;
const CONTENDED_BACK_OFF_MS = 10;

/** Attempts that end only when a test says so. */
function attemptsUntilTold() {
  const ends: ((verdict: Verdict) => void)[] = [];
  return { ends, attempt: () => new Promise<Verdict>((resolve) => void ends.push(resolve)) };
}

onBothStorages('Claims', (engine) => {
  test('two nodes share what is due, and attempt each item once', async () => {
    await using storage = await NoteStorage.make(engine);
    const { database, clock } = storage;
    const ids: string[] = [];
    for (const lane of ['a', 'b', 'c']) {
      ids.push(...(await addNotes(database, { lane, count: 20, dueAt: clock.now(), wakes: false })));
    }
    // No attempt ends before all have begun. A node has ten permits for a lane, so each must take half.
    const { ends, attempt } = attemptsUntilTold();
    const nodes = [storage.start({ node: 'n1', attempt }), await storage.startOther({ node: 'n2', attempt })];
    await eventually(async () => {
      clock.advance(CONTENDED_BACK_OFF_MS);
      return ends.length === ids.length;
    });
    assert.deepEqual(await Promise.all(nodes.map((node) => node.figure('in_flight'))), [30, 30]);
    for (const end of ends) end('accepted');
    await storage.untilDone();

    // Longer than any claim lasts.
    clock.advance(2 * LEASE_MS);
    assert.deepEqual(await postedIds(database), ids.sort());
    assert.deepEqual(
      await recordedRows(database),
      ids.map((id) => ({ id, number: 1, outcome: 'success' })),
    );
    for (const node of nodes) assert.equal(await node.figure('claims_lost_total'), 0);
  });

  test('a node that sees a part of what is due goes on until all of it is attempted', async () => {
    await using storage = await NoteStorage.make(engine);
    const { database, clock } = storage;
    const ids = await addNotes(database, { lane: 'a', count: 50, dueAt: clock.now(), wakes: false });
    storage.start({ sees: 10, permits: { total: 100, per_lane: 100 } });
    // The clock stands still: no poll helps.
    await storage.untilDone();
    assert.deepEqual(await postedIds(database), ids);
  });

  test('permits that are free once outcomes are recorded are used, also while another lane never responds', async () => {
    await using storage = await NoteStorage.make(engine);
    const { database, clock } = storage;
    const { ends, attempt } = attemptsUntilTold();
    const recording = Promise.withResolvers<void>();
    storage.start({
      permits: { total: 20, per_lane: 10 },
      attempt: (note) => (note.lane === 'silent' ? attempt() : 'accepted'),
      recordAfter: recording.promise,
    });
    await addNotes(database, { lane: 'silent', count: 3, dueAt: clock.now() });
    await eventually(async () => ends.length === 3);
    const quick = await addNotes(database, { workspace: 'w2', lane: 'quick', count: 60, dueAt: clock.now() });
    // What has been attempted and is not recorded keeps all permits but the last, which nobody gets.
    await eventually(async () => (await postedIds(database)).length === 19).finally(recording.resolve);
    await eventually(async () => (await recordedRows(database)).length === quick.length);
    for (const end of ends) end('accepted');
    await storage.untilDone();
  });

  test('a claim holds until its lease ends; then another node attempts the item, and the late result is dropped', async () => {
    await using storage = await NoteStorage.make(engine);
    const { database, clock } = storage;
    const { ends, attempt } = attemptsUntilTold();
    // Only the first attempt is slow, whichever node makes the second.
    const slow = storage.start({ node: 'slow', attempt: () => (ends.length === 0 ? attempt() : 'accepted') });
    const [id] = await addNotes(database, { lane: 'a', count: 1, dueAt: clock.now() });
    await eventually(async () => ends.length === 1);
    const [claimed] = await noteRows(database);
    assert.equal(claimed?.lease_until, clock.now() + LEASE_MS);

    const other = await storage.startOther({ node: 'other' });
    clock.advance(LEASE_MS - 1);
    const [later] = await addNotes(database, { lane: 'b', count: 1, dueAt: clock.now() });
    await eventually(async () => (await recordedRows(database)).some((row) => row.id === later));
    assert.deepEqual((await postedIds(database)).filter((posted) => posted === id).length, 1);

    clock.advance(1);
    // A new item wakes both nodes.
    await addNotes(database, { lane: 'c', count: 1, dueAt: clock.now() });
    const ofItem = async () => (await recordedRows(database)).filter((row) => row.id === id);
    await eventually(async () => (await ofItem()).length === 1);
    assert.equal((await postedIds(database)).filter((posted) => posted === id).length, 2);
    ends[0]?.('not accepted');
    await eventually(async () => (await slow.figure('claims_lost_total')) === 1);
    assert.deepEqual(await ofItem(), [{ id, number: 1, outcome: 'success' }]);
    const lost = slow.logLines.filter(({ outcome }) => outcome === 'claim lost');
    assert.deepEqual(
      lost.map(({ note_id }) => note_id),
      [id],
    );
    assert.equal(await other.figure('claims_lost_total'), 0);
  });

  test('of two attempts of an item that are recorded together, the one that has the claim counts, in whichever order they end', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      await using storage = await NoteStorage.make(engine);
      const { database, clock } = storage;
      const { ends, attempt } = attemptsUntilTold();
      const node = storage.start({ attempt });
      const [id] = await addNotes(database, { lane: 'a', count: 1, dueAt: clock.now() });
      await eventually(async () => ends.length === 1);
      clock.advance(LEASE_MS);
      await database.transaction(async (tx) => tx.notify('notes_due'));
      await eventually(async () => ends.length === 2);
      for (const place of order) ends[place]?.(place === 0 ? 'not accepted' : 'accepted');
      await storage.untilDone();
      assert.deepEqual(await recordedRows(database), [{ id, number: 1, outcome: 'success' }], `${order}`);
      assert.equal(await node.figure('claims_lost_total'), 1);
    }
  });

  test('a wake-up and a due time need no poll; an item without a wake-up is found by the next poll', async () => {
    await using storage = await NoteStorage.make(engine);
    const { database, clock } = storage;
    storage.start();
    const done = (count: number) => eventually(async () => (await recordedRows(database)).length === count);
    await addNotes(database, { lane: 'told', count: 1, dueAt: clock.now() });
    await done(1);

    await addNotes(database, { lane: 'later', count: 1, dueAt: clock.now() + 1_500 });
    await eventually(async () => clock.isAwaited(1_500));
    clock.advance(1_499);
    assert.equal((await recordedRows(database)).length, 1);
    clock.advance(1);
    await done(2);

    await addNotes(database, { lane: 'untold', count: 1, dueAt: clock.now(), wakes: false });
    await eventually(async () => {
      clock.advance(POLL_MS);
      return (await recordedRows(database)).length === 3;
    });
  });
});
