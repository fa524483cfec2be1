// Full lane, because it kills processes: Processes that are killed in the middle of their attempts: nothing is lost, and nothing is recorded twice.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { OpenDatabase } from '../../src/storage/database.ts';
import { test } from '../support/lanes.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { ManualClock } from '../support/server/manual-clock.ts';
import type { Engine } from '../support/server/rota.ts';
import { freshPlace } from '../support/server/storage.ts';
import { NoteEngine, nodeOn, onBothStorages } from './note-engine.ts';
import { addNotes, createTables, LEASE_MS, noteRows, PERMITS, postedIds, recordedRows } from './notes.ts';

const PROGRAM = fileURLToPath(new URL('./killed-engine.ts', import.meta.url));
const LANES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const NOTES_IN_A_LANE = 60;
/** More than the permits of a node, so that it has recorded some when it is killed. */
const ATTEMPTS_IN_A_LIFE = PERMITS.total + 20;

/** What a killed node had is taken up within this time, in steps of its successor's heartbeats. */
const TAKEN_UP_MS = 25_000;
const BEAT_MS = 5_000;

/** Until when the node has said to be alive whose heartbeat is the latest. */
async function nodeUntil(database: OpenDatabase): Promise<number> {
  const row = await database.get<{ until: number }>('select max(alive_until) as until from nodes');
  return row?.until ?? 0;
}

/** Runs an engine in its own process, and kills it after ATTEMPTS_IN_A_LIFE attempts. */
async function runAndKill(engine: Engine, address: string): Promise<void> {
  const args = [PROGRAM, engine, address, String(ATTEMPTS_IN_A_LIFE)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  let begun = 0;
  for await (const _ of createInterface(child.stdout)) {
    begun += 1;
    if (begun === ATTEMPTS_IN_A_LIFE) child.kill('SIGKILL');
  }
  const [code, signal] = await ended;
  assert.deepEqual([code, signal], [null, 'SIGKILL']);
}

onBothStorages('A killed process', (engine) => {
  test('loses no item, and none is recorded twice', async () => {
    await using stack = new AsyncDisposableStack();
    const place = await freshPlace(engine);
    stack.defer(place.remove);
    const before = await place.open();
    await createTables(before);
    const ids: string[] = [];
    for (const lane of LANES) {
      ids.push(...(await addNotes(before, { lane, count: NOTES_IN_A_LANE, dueAt: Date.now() })));
    }
    await before.close();
    for (let life = 0; life < 2; life += 1) await runAndKill(engine, place.address);

    const database = await place.open();
    stack.defer(() => database.close());
    const recorded = (await recordedRows(database)).length;
    assert.ok(recorded >= 2 * 20 && recorded < ids.length, `${recorded} were recorded`);
    const claimed = (await noteRows(database)).filter(({ claim_id }) => claim_id !== null).length;
    assert.ok(claimed > 0, 'the claims of the killed processes are still there');

    const clock = new ManualClock(Date.now());
    const node = nodeOn(database, clock);
    node.start();
    stack.defer(() => node.stop());
    const last = new NoteEngine(database, clock, { node: 'last' });
    stack.defer(() => last.stop());
    // With an embedded database, nothing has to pass. Else they are found dead before the end of their leases.
    const passesMs = engine === 'sqlite' ? 0 : TAKEN_UP_MS;
    for (let ms = 0; ms < passesMs; ms += BEAT_MS) {
      clock.advance(BEAT_MS);
      await eventually(async () => {
        clock.advance(0);
        return (await nodeUntil(database)) > clock.now() + BEAT_MS;
      });
    }
    assert.ok(TAKEN_UP_MS < LEASE_MS);
    await eventually(async () => (await recordedRows(database)).length === ids.length);
    assert.deepEqual(
      await recordedRows(database),
      ids.sort().map((id) => ({ id, number: 1, outcome: 'success' })),
    );
    assert.deepEqual([...new Set(await postedIds(database))], ids);
    const left = (await noteRows(database)).filter(
      ({ status, claim_id }) => status !== 'success' || claim_id,
    );
    assert.deepEqual(left, []);
  });
});
