// What a node has claimed is free soon after its last heartbeat, and not because the database was away.
import assert from 'node:assert/strict';
import { createLog } from '../../src/log.ts';
import { createNode } from '../../src/outbox/node.ts';
import type { OpenDatabase } from '../../src/storage/database.ts';
import { describe, test } from '../support/lanes.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { ManualClock } from '../support/server/manual-clock.ts';
import { NoteEngine, NoteStorage, nodeOn } from './note-engine.ts';
import { addNotes, LEASE_MS, noteRows, recordedRows } from './notes.ts';

const BEAT_MS = 5_000;
const ALIVE_MS = 15_000;

interface NodeRow {
  id: string;
  alive_until: number;
  dead_at: number | null;
}

const nodeRow = (database: OpenDatabase, claim: string) =>
  database.get<NodeRow>('select * from nodes where id = $1', [claim.split('.')[0] ?? '']);

const isDead = async (database: OpenDatabase, claim: string) =>
  (await nodeRow(database, claim))?.dead_at !== null;

/** A process of its own: connections, a clock that only it sees, and a node on them. */
async function anotherProcess(storage: NoteStorage) {
  const database = await storage.place.open();
  const clock = new ManualClock(storage.clock.now());
  const node = createNode({ storage: database, clock, log: createLog('silent') });
  const claim = await node.nextClaim();
  node.start();

  /** Lets time pass, with every heartbeat that is due in it. */
  async function live(ms: number): Promise<void> {
    const end = clock.now() + ms;
    while (clock.now() < end) {
      clock.advance(Math.min(BEAT_MS, end - clock.now()));
      await beaten();
    }
  }
  /** Once the last heartbeat is younger than the time between two. */
  const beaten = () =>
    eventually(async () => {
      // A heartbeat that was still under way when the next was due is followed by it at once.
      clock.advance(0);
      const row = await database.get<{ until: number | null }>('select max(alive_until) as until from nodes');
      return (row?.until ?? 0) > clock.now() + ALIVE_MS - BEAT_MS;
    });
  const end = async () => {
    await node.stop();
    await database.close();
  };
  return { database, clock, node, claim, live, beaten, [Symbol.asyncDispose]: end };
}

describe('Nodes on PostgreSQL', () => {
  test('one that says nothing for fifteen seconds is dead, and another takes up what it had', async () => {
    await using storage = await NoteStorage.make('postgres');
    await addNotes(storage.database, { lane: 'a', count: 3, dueAt: storage.clock.now() });
    // It has claimed them, and never does anything again.
    const silent = storage.start({ node: 'silent', attempt: () => new Promise(() => {}) });
    await eventually(async () => (await silent.figure('in_flight')) === 3);

    const other = await anotherProcess(storage);
    await using _ = other;
    const engine = new NoteEngine(other.database, other.clock, { node: 'other' });
    await other.live(ALIVE_MS - 1);
    const [claimed] = await noteRows(storage.database);
    assert.equal(await isDead(storage.database, claimed?.claim_id ?? ''), false);
    // Before 30 seconds, with the poll that follows; the leases have not ended.
    await other.live(BEAT_MS + 1);
    await eventually(() => isDead(storage.database, claimed?.claim_id ?? ''));
    other.clock.advance(BEAT_MS);
    await eventually(async () => (await recordedRows(storage.database)).length === 3);
    assert.ok(other.clock.now() < Number(claimed?.lease_until));
    assert.ok(ALIVE_MS + 2 * BEAT_MS < LEASE_MS);
    await engine.stop();
  });

  test('one that comes back after that has lost its claims, and goes on under another name', async () => {
    await using storage = await NoteStorage.make('postgres');
    await using hung = await anotherProcess(storage);
    await using other = await anotherProcess(storage);
    await other.live(ALIVE_MS + BEAT_MS);
    await eventually(() => isDead(storage.database, hung.claim));

    // It does not know how long it has hung: its clock has moved, and nothing else has run.
    hung.clock.advance(ALIVE_MS + BEAT_MS);
    assert.equal(await hung.node.holds(hung.claim), false);
    const anew = await hung.node.nextClaim();
    assert.notEqual(anew.split('.')[0], hung.claim.split('.')[0]);
    assert.equal(await hung.node.holds(anew), true);
    assert.equal(await other.node.holds(other.claim), true);
  });

  test('nobody is dead because the database was away: all of them go on with what they had', async () => {
    await using storage = await NoteStorage.make('postgres');
    await using one = await anotherProcess(storage);
    await using other = await anotherProcess(storage);
    // For a minute, nobody could say anything. A timer of each is due in it; the heartbeat comes at its end.
    for (const { clock } of [one, other]) clock.advance(60_000);
    await other.live(BEAT_MS);
    assert.equal(await isDead(storage.database, one.claim), false);
    await eventually(async () => await one.node.holds(one.claim));
    assert.equal(await other.node.holds(other.claim), true);
  });

  test('one that stops is dead at once', async () => {
    await using storage = await NoteStorage.make('postgres');
    const leaving = await anotherProcess(storage);
    await leaving[Symbol.asyncDispose]();
    assert.equal(await isDead(storage.database, leaving.claim), true);
  });
});

describe('The node of an embedded database', () => {
  test('finds everybody before it dead, and is never dead itself', async () => {
    await using storage = await NoteStorage.make('sqlite');
    const { database, clock } = storage;
    await addNotes(database, { lane: 'a', count: 3, dueAt: clock.now() });
    const killed = createNode({ storage: database, clock, log: createLog('silent') });
    const claim = await killed.nextClaim();
    await database.change('update notes set claim_id = $1, lease_until = $2', [
      claim,
      clock.now() + LEASE_MS,
    ]);

    const next = nodeOn(database, clock);
    next.start();
    const own = await next.nextClaim();
    storage.start({ node: 'next' });
    await eventually(async () => (await recordedRows(database)).length === 3);
    clock.advance(60 * 60_000);
    assert.equal(next.holds(own), true);
    assert.equal(await isDead(database, own), false);
  });
});
