// Makes one PostgreSQL transaction wait for another at an exact moment, so that a race isn't left to chance.
import assert from 'node:assert/strict';
import type { Database, Transaction } from '../../../src/storage/database.ts';
import { subscribe } from '../makers/events.ts';
import { untilIdle } from './idle.ts';
import type { Node } from './rota.ts';

const DEADLINE_MS = 30_000;

/**
 * Runs `work` in a transaction that commits only once the call waits for it. Returns the call's response. The call goes to another
 * node, so that PostgreSQL shows whether it waits.
 */
export async function answerBehind<Answer>(
  database: Database,
  work: (tx: Transaction) => Promise<unknown>,
  call: () => Promise<Answer>,
  meanwhile: () => void = () => {},
): Promise<Answer> {
  // Wrapped in an object, because the transaction would await a returned promise before it ends.
  const { answer } = await database.transaction(async (tx) => {
    await work(tx);
    const sent = { answer: call() };
    await waitBehind(database, tx);
    meanwhile();
    return sent;
  });
  return answer;
}

/**
 * Stops each change just before it announces its event, which is its last step: everything else is then done, but not committed. All
 * continue once `meanwhile` is done.
 */
export async function whileChangesWait<Result>(
  node: Node,
  meanwhile: (waiting: (count: number) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const { database } = node.services;
  // Background work would wait, too.
  await untilIdle(node);
  const endpoint = await subscribe(node, ['member.deactivated']);
  return database.transaction(async (tx) => {
    await tx.get('select id from webhook_endpoints where id = $1 for update', [endpoint]);
    return meanwhile((count) => waitBehind(database, tx, count));
  });
}

/**
 * Waits until this many transactions are waiting for this one, directly or indirectly. Others don't count: the nodes themselves may wait
 * for each other at any time.
 */
export async function waitBehind(database: Database, blocker: Transaction, count = 1): Promise<void> {
  const self = await blocker.get<{ pid: number }>('select pg_backend_pid() as pid');
  const deadline = Date.now() + DEADLINE_MS;
  while (Date.now() < deadline) {
    const row = await database.get<{ waiting: number }>(
      `with recursive blocked as (
         select pid, pg_blocking_pids(pid) as by from pg_stat_activity
         where wait_event_type = 'Lock' and datname = current_database()
       ), behind as (
         select pid from blocked where $1 = any(by)
         union select blocked.pid from blocked join behind on behind.pid = any(blocked.by)
       )
       select count(*) as waiting from behind`,
      [self?.pid ?? null],
    );
    if (row && row.waiting >= count) return;
  }
  assert.fail(`${count} should have been waiting for a lock`);
}
