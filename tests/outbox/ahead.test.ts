// What is claimed ahead waits for a short time, takes no permits from others, and is sent once.
import assert from 'node:assert/strict';
import type { Verdict } from '../../src/outbox/channel.ts';
import { test } from '../support/lanes.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { NoteStorage, onBothStorages } from './note-engine.ts';
import { addNotes, noteRows, PERMITS, postedIds, recordedRows } from './notes.ts';

const permits = { ...PERMITS, ahead: 50 };
const LONGEST_WAIT_MS = 2_000;
const POLL_MS = 5_000;

onBothStorages('Claims ahead', (engine) => {
  /** A node with a lane of 40 notes: ten are in flight, and end when the test says so. */
  async function startWithLane() {
    const storage = await NoteStorage.make(engine);
    const { database, clock } = storage;
    const ends: ((verdict: Verdict) => void)[] = [];
    const attempt = ({ lane }: { lane: string }) =>
      lane === 'a' ? new Promise<Verdict>((resolve) => void ends.push(resolve)) : ('accepted' as const);
    const node = storage.start({ attempt, permits });
    await addNotes(database, { lane: 'a', count: 40, dueAt: clock.now() });
    await eventually(async () => ends.length === 10);
    const claimed = async () => (await noteRows(database)).filter(({ claim_id }) => claim_id !== null).length;
    assert.equal(await claimed(), 10, 'nothing has come back from the lane yet');
    return { storage, database, clock, node, ends, claimed };
  }

  /** Ends attempts at once, so that the lane is fast: all that is left of it is claimed. */
  async function claimAhead({ database, ends, claimed }: Awaited<ReturnType<typeof startWithLane>>) {
    for (const end of ends.slice(0, 4)) end('accepted');
    await eventually(async () => (await recordedRows(database)).length === 4 && (await claimed()) === 36);
    await eventually(async () => ends.length === 14);
  }

  test('what waits takes no permit, begins in order, and is released if it waits for long', async () => {
    const lane = await startWithLane();
    await using storage = lane.storage;
    const { database, clock, node, ends, claimed } = lane;
    await claimAhead(lane);
    assert.equal(await node.figure('in_flight'), 36);
    assert.deepEqual(
      await postedIds(database),
      (await noteRows(database)).slice(0, 14).map(({ id }) => id),
      'the oldest first, and no more than the lane has permits',
    );
    await addNotes(database, { workspace: 'w2', lane: 'b', count: 200, dueAt: clock.now() });
    await eventually(async () => (await recordedRows(database)).length === 204);

    clock.advance(Math.max(LONGEST_WAIT_MS + 1, POLL_MS));
    await eventually(async () => (await claimed()) === 10);
    assert.equal(ends.length, 14, 'nothing was begun that had waited for long');
    // They took long: no more is claimed than is sent.
    for (const end of ends.slice(4)) end('accepted');
    await eventually(async () => ends.length === 24 && (await claimed()) === 10);
    await eventually(async () => {
      for (const end of ends) end('accepted');
      return (await recordedRows(database)).length === 240;
    });
    await storage.untilDone();
    assert.equal((await postedIds(database)).length, 240, 'each once');
  });

  test('a node that stops releases at once what waits', async () => {
    const lane = await startWithLane();
    await using storage = lane.storage;
    await claimAhead(lane);
    const stopped = lane.node.beginStop();
    await eventually(async () => (await lane.claimed()) === 10);
    for (const end of lane.ends) end('accepted');
    await stopped;
    assert.equal(lane.ends.length, 14);
    storage.start();
    await storage.untilDone();
    assert.equal((await postedIds(lane.database)).length, 40, 'each once');
  });

  test('two nodes that claim ahead send each once', async () => {
    await using storage = await NoteStorage.make(engine);
    const { database, clock } = storage;
    for (const lane of ['a', 'b'])
      await addNotes(database, { lane, count: 300, dueAt: clock.now(), wakes: false });
    storage.start({ permits });
    await storage.startOther({ permits, node: 'n2' });
    await storage.untilDone();
    const ids = await postedIds(database);
    assert.deepEqual([ids.length, new Set(ids).size], [600, 600]);
  });
});
