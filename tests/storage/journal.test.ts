// The journal check reports damage that would lose a commit, and nothing that a crash leaves behind.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { truncateSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { readJournal } from '../../src/storage/sqlite-file/journal.ts';
import { runs, seed } from '../support/chance.ts';
import { describe, test } from '../support/lanes.ts';
import {
  addNotes,
  FRAME_BYTES,
  HEADER_BYTES,
  type Left,
  Workbench,
  withBytes,
} from '../support/server/journals.ts';

const NOTES = 30;
const SECTOR = 512;

/** Thirty transactions, each adding a note. */
const leaveNotes = (bench: Workbench, notes = NOTES) =>
  bench.leave((connection) => addNotes(connection, notes));

const assertSilent = (bench: Workbench, left: Left, when: string) =>
  assert.equal(bench.journalOf(left).lost, undefined, when);

describe.full('a damaged journal', () => {
  test('64 bytes overwritten anywhere are told when they lose more than the end, and only when they lose something', async () => {
    await using bench = await Workbench.make();
    const left = leaveNotes(bench);
    assert.deepEqual(bench.journalOf(left), { transactions: NOTES + 1, lost: undefined });
    let told = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: left.journal.length - 64 }),
        fc.uint8Array({ minLength: 64, maxLength: 64 }),
        (position, bytes) => {
          const damaged = withBytes(left, position, bytes);
          const { lost } = bench.journalOf(damaged);
          const lostNotes = NOTES - bench.notesIn(damaged);
          if (lost) assert.ok(lostNotes > 0, 'nothing is lost, and yet it is told');
          else assert.ok(lostNotes <= 2, `${lostNotes} transactions are lost without a word`);
          told += lost ? 1 : 0;
        },
      ),
      // Two thirds are told: of a tenth, perhaps fewer.
      { numRuns: 300, seed },
    );
    assert.ok(told > 200, `told ${told} times`);
  });

  test('it is said where it begins, and how much is lost', async () => {
    await using bench = await Workbench.make();
    const left = leaveNotes(bench);
    const frames = (left.journal.length - HEADER_BYTES) / FRAME_BYTES;
    const garbage = new Uint8Array(64).fill(0xaa);
    const bad = 20;
    const inPage = HEADER_BYTES + bad * FRAME_BYTES + 1_000;
    const { transactions, lost } = bench.journalOf(withBytes(left, inPage, garbage));
    assert.equal(transactions, bench.notesIn(withBytes(left, inPage, garbage)) + 1);
    assert.ok(lost);
    assert.equal(lost.fromByte, HEADER_BYTES + bad * FRAME_BYTES);
    assert.equal(lost.transactions, NOTES + 1 - transactions);
    assert.ok(lost.frames >= frames - bad && lost.frames < frames);

    const inHeader = bench.journalOf(withBytes(left, 0, garbage));
    assert.equal(inHeader.transactions, 0);
    assert.equal(inHeader.lost?.fromByte, HEADER_BYTES);
  });

  test('a journal without its header, or with other salts in it, is told', async () => {
    await using bench = await Workbench.make();
    const left = leaveNotes(bench);
    const garbage = (length: number) => new Uint8Array(length).fill(0x5a);
    for (const [position, bytes] of [
      [0, garbage(4)],
      [8, garbage(4)],
      // Another possible page size.
      [8, new Uint8Array([0, 0, 2, 0])],
      [16, garbage(8)],
      [24, garbage(8)],
      [0, garbage(HEADER_BYTES)],
    ] as const) {
      const damaged = withBytes(left, position, bytes);
      assert.equal(bench.notesIn(damaged), 0);
      assert.ok(bench.journalOf(damaged).lost, `${bytes.length} bytes at ${position}`);
    }
  });
});

describe.full('a journal that is as a crash leaves it', () => {
  test('is silent when it ends at any byte of its last transaction, and when there is none', async () => {
    await using bench = await Workbench.make();
    const before = leaveNotes(bench, 3);
    const left = bench.leave((connection) => addNotes(connection, 1), before);
    const file = bench.put(left);
    assert.ok(left.journal.length > before.journal.length);
    for (let length = left.journal.length; length >= before.journal.length; length -= 1) {
      truncateSync(`${file}-wal`, length);
      assert.equal(readJournal(file).lost, undefined, `${length} bytes`);
    }
    for (const length of [HEADER_BYTES + 10, HEADER_BYTES, 31, 0]) {
      truncateSync(`${file}-wal`, length);
      assert.deepEqual(readJournal(file), { transactions: 0, lost: undefined });
    }
    assert.deepEqual(readJournal(bench.newFile()), { transactions: 0, lost: undefined });
  });

  test('is silent whichever sectors of its last transaction did not reach the disk', async () => {
    await using bench = await Workbench.make();
    // What was there before the last transaction: nothing, zeros, or frames from before the journal's restart.
    const first = leaveNotes(bench, NOTES * 2);
    const restarted = bench.leave((connection) => {
      connection.exec('pragma wal_checkpoint(restart)');
      addNotes(connection, 5);
    }, first);
    const after = bench.leave((connection) => {
      connection.exec('begin');
      addNotes(connection, 12);
      connection.exec('commit');
    }, restarted);
    const { from, to } = difference(restarted.journal, after.journal);
    assert.ok(to - from > 10 * FRAME_BYTES && to < after.journal.length, 'there are old frames behind it');
    const sectors = Math.ceil(to / SECTOR) - Math.floor(from / SECTOR);
    const fates = fc.constantFrom('written', 'not written', 'zeros');
    fc.assert(
      fc.property(fc.array(fates, { minLength: sectors, maxLength: sectors }), (chosen) => {
        const journal = Buffer.from(after.journal);
        for (const [place, fate] of chosen.entries()) {
          const start = (Math.floor(from / SECTOR) + place) * SECTOR;
          if (fate === 'not written') restarted.journal.copy(journal, start, start, start + SECTOR);
          // The first and the last sector also hold older bytes.
          if (fate === 'zeros' && start >= from && start + SECTOR <= to)
            journal.fill(0, start, start + SECTOR);
        }
        assertSilent(bench, { ...after, journal }, 'a torn end');
      }),
      runs(300),
    );
  });

  test('is silent when of the header of a frame in its last transaction only the second half reached the disk', async () => {
    await using bench = await Workbench.make();
    const before = leaveNotes(bench);
    const left = bench.leave((connection) => {
      connection.exec('begin');
      addNotes(connection, 50);
      connection.exec('commit');
    }, before);
    const frames = Array.from(
      { length: (left.journal.length - before.journal.length) / FRAME_BYTES },
      (_, place) => before.journal.length + place * FRAME_BYTES,
    );
    const cut = frames.filter((position) => position % SECTOR === SECTOR - 8);
    assert.ok(cut.length > 0, 'there is a header that begins 8 bytes before the end of a sector');
    for (const position of cut) {
      // The first half is from an older frame that ended a transaction.
      const older = new Uint8Array([0, 0, 0, 2, 0, 0, 0, 9]);
      assertSilent(bench, withBytes(left, position, older), `at ${position}`);
    }
  });

  test('is silent about what came before it was begun anew, and what was undone', async () => {
    await using bench = await Workbench.make();
    const steps = fc.constantFrom(
      'add',
      'add much',
      'undo much',
      'undo a part',
      'checkpoint(passive)',
      'checkpoint(restart)',
      'checkpoint(truncate)',
    );
    fc.assert(
      fc.property(fc.array(steps, { minLength: 1, maxLength: 12 }), (chosen) => {
        bench.leave((connection) => {
          // A cache so small that pages reach the journal before the commit.
          connection.exec('pragma cache_size = 5');
          for (const step of chosen) {
            run(connection, step);
            const { lost } = readJournal(connection.location() as string);
            assert.equal(lost, undefined, chosen.join(', '));
          }
        });
      }),
      runs(60),
    );
  });

  test('is silent about a commit that failed when it was written already, and about several', async () => {
    await using bench = await Workbench.make();
    const base = leaveNotes(bench);
    // They write the same place in the journal one after another, each with fewer pages.
    const [long, shorter, short] = [9, 5, 1].map((notes) =>
      bench.leave((connection) => {
        connection.exec('begin');
        addNotes(connection, notes);
        connection.exec('commit');
      }, base),
    ) as [Left, Left, Left];
    const over = (above: Left, below: Left): Left => ({
      ...above,
      journal: Buffer.concat([above.journal, below.journal.subarray(above.journal.length)]),
    });
    const once = over(short, long);
    const twice = over(short, over(shorter, long));
    for (const left of [once, twice]) {
      assert.equal(bench.notesIn(left), NOTES + 1);
      assertSilent(bench, left, 'a failed commit');
    }
  });

  test('is silent while another process writes it, begins it anew and undoes', async () => {
    await using bench = await Workbench.make();
    const file = bench.newFile();
    const writer = spawn(process.execPath, ['--input-type=module', '--eval', WRITER], {
      env: { ...process.env, FILE: file },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      await once(writer.stdout, 'data');
      for (let look = 0; look < 600; look += 1) {
        assert.equal(readJournal(file).lost, undefined);
        // Lets the other process continue.
        await new Promise(setImmediate);
      }
    } finally {
      writer.kill('SIGKILL');
      await once(writer, 'close');
    }
  });
});

/** The frames that differ. */
function difference(before: Buffer, after: Buffer): { from: number; to: number } {
  const isOther = (byte: number, place: number) => byte !== before[place];
  const first = Math.floor((after.findIndex(isOther) - HEADER_BYTES) / FRAME_BYTES);
  const last = Math.floor((after.findLastIndex(isOther) - HEADER_BYTES) / FRAME_BYTES);
  return { from: HEADER_BYTES + first * FRAME_BYTES, to: HEADER_BYTES + (last + 1) * FRAME_BYTES };
}

function run(connection: DatabaseSync, step: string): void {
  if (step === 'add') addNotes(connection, 1);
  else if (step.startsWith('checkpoint')) connection.exec(`pragma wal_${step}`);
  else {
    connection.exec('begin');
    addNotes(connection, 20);
    if (step === 'undo a part') {
      connection.exec('savepoint part');
      addNotes(connection, 20);
      connection.exec('rollback to part; update notes set text = text');
    }
    connection.exec(step === 'undo much' ? 'rollback' : 'commit');
  }
}

/** Writes as fast as possible, without syncing. It begins the journal anew often: a short one is read in less time. */
const WRITER = `
  import { DatabaseSync } from 'node:sqlite';
  const connection = new DatabaseSync(process.env.FILE);
  connection.exec('pragma journal_mode = wal; pragma synchronous = off; pragma wal_autocheckpoint = 60; pragma cache_size = 5');
  connection.exec('create table notes (text text)');
  const insert = connection.prepare('insert into notes values (?)');
  for (let turn = 0; ; turn += 1) {
    insert.run('n'.repeat(3000));
    if (turn % 50 === 0) {
      connection.exec('begin');
      for (let more = 0; more < 30; more += 1) insert.run('u'.repeat(3000));
      connection.exec(turn % 100 === 0 ? 'rollback' : 'commit; delete from notes');
    }
    if (turn === 100) process.stdout.write('writing');
  }`;
