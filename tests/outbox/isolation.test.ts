// Lanes, workspaces and channels whose attempts never end do not delay the others.
import assert from 'node:assert/strict';
import type { Verdict } from '../../src/outbox/channel.ts';
import { test } from '../support/lanes.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { NoteStorage, onBothStorages } from './note-engine.ts';
import { addNotes, noteRows, PERMITS, recordedRows } from './notes.ts';

const never = () => new Promise<Verdict>(() => {});
/** Attempts in lanes that begin with `silent` never end. */
const attempt = ({ lane }: { lane: string }) => (lane.startsWith('silent') ? never() : 'accepted');

onBothStorages('Isolation', (engine) => {
  test('a lane whose attempts never end has its share of the permits, oldest first, and delays nobody', async () => {
    await using storage = await NoteStorage.make(engine);
    const { database, clock } = storage;
    const node = storage.start({ attempt });
    const ids = await addNotes(database, { lane: 'silent', count: 300, dueAt: clock.now() });
    await eventually(async () => (await node.figure('in_flight')) === PERMITS.per_lane);
    for (let number = 1; number <= 5; number += 1) {
      await addNotes(database, { lane: `sound ${number}`, count: 20, dueAt: clock.now() });
      await eventually(async () => (await recordedRows(database)).length === 20 * number);
    }
    const claimed = (await noteRows(database)).filter(({ claim_id }) => claim_id !== null);
    assert.deepEqual(
      claimed.map(({ id }) => id),
      ids.slice(0, PERMITS.per_lane),
    );
  });

  test('a workspace with as many silent lanes as there are permits leaves a quarter of the permits to the others', async () => {
    await using storage = await NoteStorage.make(engine);
    const { database, clock } = storage;
    const node = storage.start({ attempt });
    const dueAt = clock.now();
    for (let number = 0; number < PERMITS.total; number += 1) {
      await addNotes(database, { lane: `silent ${number}`, count: 2, dueAt, wakes: false });
    }
    await addNotes(database, { workspace: 'w2', lane: 'sound', count: 50, dueAt });
    await eventually(async () => (await recordedRows(database)).length === 50);
    await eventually(async () => (await node.figure('in_flight')) === (PERMITS.total * 3) / 4);
    const claimed = (await noteRows(database)).filter(({ claim_id }) => claim_id !== null);
    assert.deepEqual([...new Set(claimed.map(({ workspace_id }) => workspace_id))], ['w1']);
  });

  test('two channels in one process have permits of their own', async () => {
    await using storage = await NoteStorage.make(engine, ['notes', 'letters']);
    const { database, clock } = storage;
    const dueAt = clock.now();
    for (const table of ['notes', 'letters']) {
      for (const lane of ['a', 'b', 'c', 'd', 'e'])
        await addNotes(database, { lane, count: 50, dueAt, table });
    }
    // The first channel takes all the permits it can before the second starts.
    const notes = storage.start({ attempt: never });
    const taken = await eventually(() => notes.figure('in_flight').then((count) => count > 0 && count));
    const letters = storage.start({ attempt: never, table: 'letters' });
    await eventually(async () => (await letters.figure('in_flight')) === taken);
    assert.equal(await notes.figure('in_flight'), taken);
  });
});
