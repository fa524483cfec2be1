// Makes one PostgreSQL transaction wait for another at an exact moment, so that a race is not left to chance.
import assert from 'node:assert/strict';
import type { Database, Transaction } from '../../../src/storage/database.ts';
import { subscribe } from '../makers/events.ts';
import { untilIdle } from './idle.ts';
import type { Node } from './rota.ts';

const DEADLINE_MS = 30_000;

/**
 * Runs `work` in a transaction that commits only when the call waits for it. Returns the call's response. The call goes to
 * another node: PostgreSQL shows whether it waits.
 */
export async function answerBehind<Answer>(
  database: Database,
  work: (tx: Transaction) => Promise<unknown>,
  call: () => Promise<Answer>,
  meanwhile: () => void = () => {},
): Promise<Answer> {
  // In an object, because the transaction would await a returned promise before its end.
  const { answer } = await database.transaction(async (tx) => {
    await work(tx);
    const sent = { answer: call() };
    await waitForLock(database);
    meanwhile();
    return sent;
  });
  return answer;
}

/**
 * Stops each change just before it announces its event, its last step: everything else is done by then, and not committed.
 * All continue when `meanwhile` is done.
 */
export async function whileChangesWait<Result>(
  node: Node,
  meanwhile: (waiting: (count: number) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const { database } = node.services;
  // What Rota does by itself would wait, too.
  await untilIdle(node);
  const endpoint = await subscribe(node, ['member.deactivated']);
  return database.transaction(async (tx) => {
    await tx.get('select id from webhook_endpoints where id = $1 for update', [endpoint]);
    return meanwhile((count) => waitForLock(database, count));
  });
}

/** Waits until this many transactions wait for a row lock. */
export async function waitForLock(database: Database, count = 1): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  while (Date.now() < deadline) {
    const row = await database.get<{ waiting: number }>(
      `select count(*) as waiting from pg_stat_activity
       where wait_event_type = 'Lock' and datname = current_database()`,
    );
    if (row && row.waiting >= count) return;
  }
  assert.fail(`${count} should have been waiting for a lock`);
}
