// Processes that are killed in the middle of their attempts: nothing is lost, and nothing is recorded twice.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { OpenDatabase } from '../../src/storage/database.ts';
import { openPostgres } from '../../src/storage/postgres.ts';
import { openSqlite } from '../../src/storage/sqlite.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { emptyPostgresDatabase, freshDataFolder } from '../support/server/databases.ts';
import { ManualClock } from '../support/server/manual-clock.ts';
import type { Engine } from '../support/server/rota.ts';
import { NoteEngine, onBothStorages } from './note-engine.ts';
import { addNotes, createTables, LEASE_MS, noteRows, postedIds, recordedRows, SLOTS } from './notes.ts';

const PROGRAM = fileURLToPath(new URL('./killed-engine.ts', import.meta.url));
const LANES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const NOTES_IN_A_LANE = 60;
/** More than the slots of a node, so that it has recorded some when it is killed. */
const ATTEMPTS_IN_A_LIFE = SLOTS.total + 20;

interface Location {
  args: string[];
  open(): Promise<OpenDatabase>;
  remove(): Promise<void>;
}

async function freshLocation(engine: Engine): Promise<Location> {
  if (engine === 'sqlite') {
    const folder = await freshDataFolder();
    const file = path.join(folder.path, 'rota.db');
    return { args: [engine, file], open: () => openSqlite({ file }), remove: folder.remove };
  }
  const { url, drop } = await emptyPostgresDatabase();
  return { args: [engine, url], open: () => openPostgres({ url }), remove: drop };
}

/** Runs an engine in its own process, and kills it after ATTEMPTS_IN_A_LIFE attempts. */
async function runAndKill(args: string[]): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
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
    const location = await freshLocation(engine);
    stack.defer(location.remove);
    const before = await location.open();
    await createTables(before);
    const ids: string[] = [];
    for (const lane of LANES) {
      ids.push(...(await addNotes(before, { lane, count: NOTES_IN_A_LANE, dueAt: Date.now() })));
    }
    await before.close();
    for (let life = 0; life < 2; life += 1) await runAndKill(location.args);

    const database = await location.open();
    stack.defer(() => database.close());
    const recorded = (await recordedRows(database)).length;
    assert.ok(recorded >= 2 * 20 && recorded < ids.length, `${recorded} were recorded`);
    const claimed = (await noteRows(database)).filter(({ claim_id }) => claim_id !== null).length;
    assert.ok(claimed > 0, 'the claims of the killed processes are still there');

    // Its clock starts after the end of their leases.
    const last = new NoteEngine(database, new ManualClock(Date.now() + LEASE_MS), { node: 'last' });
    stack.defer(() => last.stop());
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
