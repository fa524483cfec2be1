// Full lane, because it kills processes: A killed server with damaged files never loses acknowledged changes silently.
import assert from 'node:assert/strict';
import { open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { after, before } from 'node:test';
import { readJournal } from '../../src/storage/sqlite-file/journal.ts';
import { describe, test } from '../support/lanes.ts';
import { FRAME_BYTES, HEADER_BYTES } from '../support/server/journals.ts';
import {
  addMembers,
  emailsIn,
  emailsOf,
  Installation,
  KEY,
  kill,
  stop,
} from '../support/server/killed-server.ts';
import type { Exit } from '../support/server/process.ts';

const MEMBERS = 25;
const GARBAGE = Buffer.alloc(64, 0xaa);

async function overwrite(file: string, position: number): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.write(GARBAGE, 0, GARBAGE.length, position);
  await handle.close();
}

/** It exited with 1, and said in one sentence that the journal is damaged and what to do. */
function assertRefused({ code, stdout, stderr }: Exit, file: string): void {
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
  assert.match(
    stderr,
    /^rota: .+ is damaged: it can be read up to byte \d+ only, and at least \d+ committed .+\n$/,
  );
  assert.ok(stderr.startsWith(`rota: ${file}-wal`));
  for (const way of ['rota check', 'rota restore FILE --replace', 'rota check --accept-loss']) {
    assert.ok(stderr.includes(`\`${way}\``), way);
  }
}

describe('a killed server whose journal is damaged', () => {
  let killed: Installation;
  let acknowledged: string[];
  let journalBytes: number;

  before(async () => {
    killed = await Installation.make();
    const first = await killed.serve();
    await stop(first);
    const server = await killed.serve();
    acknowledged = await addMembers(server, 'm', MEMBERS);
    await kill(server);
    journalBytes = (await stat(`${killed.file}-wal`)).size;
  });
  after(() => killed[Symbol.asyncDispose]());

  const pageOf = (frame: number) => HEADER_BYTES + frame * FRAME_BYTES + 24 + 500;
  for (const [where, position] of [
    ['its header', () => 0],
    ['the header of its first frame', () => HEADER_BYTES],
    ['its first page', () => pageOf(0)],
    ['the header of a frame in the middle', () => pageOf(Math.floor(journalBytes / FRAME_BYTES / 2)) - 524],
    ['a page in the middle', () => pageOf(Math.floor(journalBytes / FRAME_BYTES / 2))],
    ['a page near the end', () => journalBytes - 30 * FRAME_BYTES],
  ] as const) {
    test(`64 bytes in ${where} stop whoever opens the database, and nothing is changed`, async () => {
      await using damaged = await Installation.copyOf(killed);
      await overwrite(`${damaged.file}-wal`, position());
      const contents = await damaged.contents();
      assertRefused(await damaged.rota('key', 'list'), damaged.file);
      assert.deepEqual(await damaged.contents(), contents);
      // What SQLite alone would have read.
      assert.ok(emailsIn(damaged.file).length < MEMBERS, 'SQLite drops members without a word');
    });
  }

  test('they stop the start and a backup, too', async () => {
    await using damaged = await Installation.copyOf(killed);
    await overwrite(`${damaged.file}-wal`, pageOf(Math.floor(journalBytes / FRAME_BYTES / 2)));
    const contents = await damaged.contents();
    assertRefused(await damaged.rota('serve'), damaged.file);
    assertRefused(await damaged.rota('backup', damaged.beside('copy.db')), damaged.file);
    assert.deepEqual(await damaged.contents(), contents);
  });

  test('rota check tells of it, and with --accept-loss goes on with what can be read', async () => {
    await using damaged = await Installation.copyOf(killed);
    await overwrite(`${damaged.file}-wal`, pageOf(Math.floor(journalBytes / FRAME_BYTES / 2)));
    const contents = await damaged.contents();
    const told = await damaged.rota('check');
    assert.equal(told.code, 1);
    assert.match(told.stdout, /^journal +WRONG +.+ is damaged: .+ at least \d+ /m);
    assert.match(told.stdout, /^integrity +ok /m);
    assert.equal(told.stderr, 'rota: something is wrong: journal\n');
    assert.deepEqual(await damaged.contents(), contents, 'a check changes nothing');

    const lost = readJournal(damaged.file).lost?.transactions;
    const { given_up } = await damaged.json<{
      given_up: { transactions: number; frames: number; kept_as: string };
    }>('check', '--accept-loss');
    assert.equal(given_up.transactions, lost);
    assert.deepEqual(await readFile(given_up.kept_as), contents['rota.db']);
    assert.deepEqual(await readFile(`${given_up.kept_as}-wal`), contents['rota.db-wal']);
    await using server = await damaged.serve();
    const kept = await emailsOf(server);
    assert.deepEqual(kept.toReversed(), acknowledged.slice(0, kept.length));
    assert.ok(kept.length > 0 && kept.length >= MEMBERS - given_up.transactions);
    await stop(server);
    const sound = await damaged.rota('check', '--accept-loss');
    assert.equal(sound.code, 0);
    assert.match(sound.stdout, /^The journal is not damaged: nothing was dropped\.\n/);
  });

  test('a journal that was already in the database is given up whole, and nothing is lost by it', async () => {
    await using damaged = await Installation.copyOf(killed);
    // The state between a checkpoint and the next change.
    const journal = await readFile(`${damaged.file}-wal`);
    checkpoint(damaged.file);
    await writeFile(`${damaged.file}-wal`, journal);
    await overwrite(`${damaged.file}-wal`, pageOf(Math.floor(journalBytes / FRAME_BYTES / 2)));
    assertRefused(await damaged.rota('serve'), damaged.file);
    const { code, stdout } = await damaged.rota('check', '--accept-loss');
    assert.equal(code, 0);
    assert.match(
      stdout,
      /^Dropped the journal: the database itself was newer than what was still readable in it\.\n/,
    );
    await using server = await damaged.serve();
    assert.deepEqual((await emailsOf(server)).toReversed(), acknowledged);
  });

  test('a database that is gone, or empty, while its journal is there, is not begun anew', async () => {
    await using damaged = await Installation.copyOf(killed);
    await rm(damaged.file);
    const contents = await damaged.contents();
    for (const command of ['serve', 'migrate', 'check']) {
      const { code, stdout, stderr } = await damaged.rota(command);
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
      assert.ok(stderr.startsWith(`rota: ${damaged.file} is gone or empty, but its journal`), stderr);
    }
    assert.deepEqual(await damaged.contents(), contents);
  });
});

/** Moves everything from the journal into the database. */
function checkpoint(file: string): void {
  const connection = new DatabaseSync(file);
  connection.exec('pragma wal_checkpoint(truncate)');
  connection.close();
}

describe('a killed server whose database is damaged', () => {
  test('does not start when its pages are not what they were', async () => {
    await using damaged = await Installation.make();
    await stop(await damaged.serve());
    const page = rootPageOf(damaged.file, 'teams');
    await overwrite(damaged.file, (page - 1) * 4096);
    const server = await damaged.serve();
    await addMembers(server, 'm', 1);
    await kill(server);
    const { code, stdout, stderr } = await damaged.rota('serve');
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.match(stderr, /^rota: .+\/rota\.db is damaged: .+`rota check` has details; .+\n$/);
    const told = await damaged.rota('check');
    assert.equal(told.code, 1);
    assert.match(told.stdout, /^journal +ok /m);
    assert.match(told.stdout, /^integrity +WRONG /m);
  });
});

function rootPageOf(file: string, table: string): number {
  const connection = new DatabaseSync(file, { readOnly: true });
  try {
    return Number(
      connection.prepare('select rootpage from sqlite_schema where name = ?').get(table)?.rootpage,
    );
  } finally {
    connection.close();
  }
}

describe('a server that is killed again and again', () => {
  test('starts each time, with all that it has acknowledged', async () => {
    await using installation = await Installation.make();
    const acknowledged: string[] = [];
    for (let round = 0; round < 6; round += 1) {
      await using server = await installation.serve();
      assert.deepEqual((await emailsOf(server)).sort(), acknowledged.toSorted());
      // Several at a time, killed while others are in flight.
      const writers = Array.from({ length: 4 }, async (_, writer) => {
        for (let number = 0; ; number += 1) {
          const email = `r${round}w${writer}n${number}@example.com`;
          const answer = await server
            .call('POST', '/api/v1/workspace_members', { key: KEY, body: { email } })
            .catch(() => undefined);
          if (!answer) return email;
          assert.equal(answer.status, 201);
          acknowledged.push(email);
          if (acknowledged.length % 13 === round) server.signal('SIGKILL');
        }
      });
      const open = await Promise.all(writers);
      assert.equal((await server.ended).signal, 'SIGKILL');
      assert.equal(readJournal(installation.file).lost, undefined);
      // A call without a response may have been done.
      acknowledged.push(...open.filter((email) => emailsIn(installation.file).includes(email)));
    }
  });
});
