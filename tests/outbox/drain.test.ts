// What an engine does when it is asked to stop, and when the database fails.
import assert from 'node:assert/strict';
import type { Verdict } from '../../src/outbox/channel.ts';
import type { Database } from '../../src/storage/database.ts';
import { test } from '../support/lanes.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { DRAIN_MS, NoteStorage, onBothStorages } from './note-engine.ts';
import { addNotes, LEASE_MS, noteRows, postedIds, recordedRows } from './notes.ts';

const POLL_MS = 5_000;
const BACK_OFF_MS = 1_000;
const run = (database: Database, sql: string) => database.transaction((tx) => tx.script(sql));

onBothStorages('An engine that stops', (engine) => {
  test('waits for attempts that are under way, records them, releases the rest, and claims nothing more', async () => {
    await using storage = await NoteStorage.make(engine);
    const { database, clock } = storage;
    const ends: ((verdict: Verdict) => void)[] = [];
    const node = storage.start({ attempt: () => new Promise((resolve) => void ends.push(resolve)) });
    await addNotes(database, { lane: 'a', count: 30, dueAt: clock.now() });
    await eventually(async () => ends.length === 10);

    const stopped = node.beginStop();
    for (const end of ends.slice(0, 4)) end('accepted');
    await eventually(async () => (await recordedRows(database)).length === 4);
    await addNotes(database, { lane: 'b', count: 1, dueAt: clock.now() });
    clock.advance(DRAIN_MS - 1);
    ends[4]?.('accepted');
    clock.advance(1);
    await stopped;
    assert.equal((await postedIds(database)).length, 10, 'nothing new was begun');
    assert.equal((await recordedRows(database)).length, 5);
    const rows = await noteRows(database);
    assert.deepEqual(
      rows.filter(({ claim_id, lease_until }) => claim_id !== null || lease_until !== null),
      [],
    );
    assert.equal(rows.filter(({ status, attempts }) => status === 'pending' && attempts === 0).length, 26);

    // Its result comes too late: the claim has been released.
    ends[5]?.('accepted');
    storage.start();
    await storage.untilDone();
    assert.deepEqual(
      (await recordedRows(database)).map(({ number, outcome }) => [number, outcome]),
      Array.from({ length: 31 }, () => [1, 'success']),
    );
  });

  test('does not wait when nothing is under way', async () => {
    await using storage = await NoteStorage.make(engine);
    const node = storage.start();
    await addNotes(storage.database, { lane: 'a', count: 3, dueAt: storage.clock.now() });
    await storage.untilDone();
    // The clock stands still: a wait would never end.
    await node.beginStop();
  });
});

onBothStorages('An engine whose database fails', (engine) => {
  test('backs off for a second, and then claims what has become due meanwhile', async () => {
    await using storage = await NoteStorage.make(engine);
    const { database, clock } = storage;
    const node = storage.start();
    await addNotes(database, { lane: 'first', count: 1, dueAt: clock.now() });
    await storage.untilDone();
    await addNotes(database, { lane: 'a', count: 5, dueAt: clock.now(), wakes: false });
    await run(database, 'alter table notes rename to notes_away');
    const failures = () =>
      node.logLines.filter(({ msg }) => msg === 'notes: due items not claimed; will retry').length;
    clock.advance(POLL_MS);
    // At least: the permit of the first note, released a moment ago, may have made it look once more.
    await eventually(async () => failures() >= 1 && clock.isAwaited(BACK_OFF_MS));
    const before = failures();
    clock.advance(BACK_OFF_MS - 1);
    assert.ok(clock.isAwaited(1), 'it still waits');
    assert.equal(failures(), before);
    clock.advance(1);
    await eventually(async () => failures() > before && clock.isAwaited(BACK_OFF_MS));
    await run(database, 'alter table notes_away rename to notes');
    clock.advance(BACK_OFF_MS);
    await storage.untilDone();
    assert.equal((await recordedRows(database)).length, 6);
  });

  test('records the others when one outcome can not be written, and attempts that one again', async () => {
    await using storage = await NoteStorage.make(engine);
    const { database, clock } = storage;
    const node = storage.start();
    const [first] = await addNotes(database, { lane: 'a', count: 1, dueAt: clock.now(), wakes: false });
    // The outcome of the first item now violates the primary key.
    await run(
      database,
      `insert into notes_recorded (id, number, outcome) values ('${first}', 1, 'of another')`,
    );
    await addNotes(database, { lane: 'b', count: 20, dueAt: clock.now() });
    await eventually(async () => (await recordedRows(database)).length === 21);
    await eventually(async () =>
      node.logLines.some(({ msg, note_id }) => msg === 'attempt not recorded' && note_id === first),
    );
    await run(database, "delete from notes_recorded where outcome = 'of another'");
    clock.advance(LEASE_MS);
    // A new item wakes the engine.
    await addNotes(database, { lane: 'c', count: 1, dueAt: clock.now() });
    await eventually(async () => (await recordedRows(database)).length === 22);
    assert.equal((await postedIds(database)).filter((id) => id === first).length, 2);
  });
});
