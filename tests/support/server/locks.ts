// One transaction behind another in PostgreSQL, at an exact moment, so that a race is not left to chance.
import assert from 'node:assert/strict';
import type { Database, Transaction } from '../../../src/storage/database.ts';
import { subscribe } from '../makers/events.ts';
import type { Node } from './rota.ts';

const DEADLINE_MS = 30_000;

/**
 * Runs `work` in a transaction that is committed only when the call waits for it; then the call's answer. The call
 * goes to another node: PostgreSQL is asked whether it waits.
 */
export async function answerBehind<Answer>(
  database: Database,
  work: (tx: Transaction) => Promise<unknown>,
  call: () => Promise<Answer>,
  meanwhile: () => void = () => {},
): Promise<Answer> {
  // In an object, because a promise that the transaction returned would be waited for before it ends.
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
 * Stops whatever would tell others of a change just before it does, which is the last step of a change: everything
 * else is done then, and not committed. All go on when `meanwhile` is done.
 */
export async function whileChangesWait<Result>(
  node: Node,
  meanwhile: (waiting: (count: number) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const { database } = node.services;
  const endpoint = await subscribe(node, ['member.deactivated']);
  return database.transaction(async (tx) => {
    await tx.get('select id from webhook_endpoints where id = $1 for update', [endpoint]);
    return meanwhile((count) => waitForLock(database, count));
  });
}

/** Until this many transactions wait for another's row. */
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
