import type { Logger } from 'pino';
import type { Services } from '../../../context.ts';
import { BATCH } from '../../../storage/batches.ts';
import { ConstraintViolation, type Transaction, type Value } from '../../../storage/database.ts';
import {
  readWorkspaceTables,
  removeWorkspaceRows,
  type WorkspaceTable,
} from '../../../storage/workspace-tables.ts';
import { MINUTE_MS } from '../../../time/timestamps.ts';
import { pauseAfter, type Worker, wokenWorker } from '../../../workers/worker.ts';
import { WORKSPACE_STATUS_CHANGED } from './lifecycle.ts';
import { deleteWorkspaceRow, selectIsOver, selectToRemove } from './lifecycle-queries.ts';

const POLL_MS = MINUTE_MS;
const LOCK = 'removal of workspaces';

/** Whatever was under way when the workspace was closed has ended after this time: no lease is longer. */
export const QUIET_MS = 10 * MINUTE_MS;

/** After a batch that took longer, batches get smaller: the engine looks for references in many tables. */
const SLOW_BATCH_MS = 500;
const SIZES = [BATCH, 50, 5] as const;

interface RemovalOptions {
  services: Services;
  log: Logger;
  /** What has to be done elsewhere while its rows are still there. */
  before(workspaceId: string, signal: AbortSignal): Promise<void>;
}

/**
 * Removes every row of workspaces whose days of grace are over, table by table, in batches; the row of the workspace goes last. If
 * interrupted, it starts again with the first table, and finds what is left.
 */
export function createRemoval({ services, log, before }: RemovalOptions): Worker {
  const { clock, storage } = services;
  const database = storage.background;

  /** Undefined if another node is doing it, or if there is nothing left to remove. */
  function inTurn<Result>(workspaceId: string, work: (tx: Transaction) => Promise<Result>) {
    return database.transaction(async (tx) =>
      (await tx.tryLock(LOCK)) && (await selectIsOver(tx, workspaceId, clock.now())) ? work(tx) : undefined,
    );
  }

  /** How many rows were removed; undefined if it was cut short. */
  async function removeFrom(table: WorkspaceTable, workspaceId: string, signal: AbortSignal) {
    let removed = 0;
    let size: number = BATCH;
    for (let from: Value[] | undefined = []; from !== undefined; ) {
      if (signal.aborted) return undefined;
      const start: Value[] = from;
      const began = performance.now();
      const batch = await inTurn(workspaceId, (tx) =>
        removeWorkspaceRows(tx, workspaceId, table, start, size),
      );
      if (!batch) return undefined;
      removed += batch.removed;
      from = batch.next;
      if (performance.now() - began > SLOW_BATCH_MS) size = SIZES.find((smaller) => smaller < size) ?? size;
      if (batch.removed > 0) await pauseAfter(began);
    }
    return removed;
  }

  async function remove(workspaceId: string, signal: AbortSignal): Promise<void> {
    const began = performance.now();
    await before(workspaceId, signal);
    let rows = 0;
    for (const table of await readWorkspaceTables(database)) {
      const removed = await removeFrom(table, workspaceId, signal);
      if (removed === undefined) return;
      rows += removed;
    }
    const isGone = await inTurn(workspaceId, (tx) => deleteWorkspaceRow(tx, workspaceId, clock.now()));
    if (!isGone) return;
    const duration_ms = Math.round(performance.now() - began);
    log.info({ workspace_id: workspaceId, rows, duration_ms }, 'workspace deleted');
  }

  async function removeAll(signal: AbortSignal): Promise<void> {
    const now = clock.now();
    for (const { id } of await selectToRemove(database, now, now - QUIET_MS)) {
      await remove(id, signal).catch((error) => {
        // A very late transaction has written a row into a table that was already done. The next poll finds it.
        const isLate = error instanceof ConstraintViolation && error.kind === 'foreign_key';
        const [level, message] = isLate
          ? (['info', 'has new rows'] as const)
          : (['warn', 'not deleted yet'] as const);
        log[level]({ err: error, workspace_id: id }, `workspace ${message}; will retry`);
      });
    }
  }

  return wokenWorker({
    name: 'workspace removal',
    clock,
    storage,
    wakeUp: WORKSPACE_STATUS_CHANGED,
    pollMs: POLL_MS,
    work: (signal) =>
      removeAll(signal).catch((error) => log.warn({ err: error }, 'workspaces not deleted yet; will retry')),
  });
}
