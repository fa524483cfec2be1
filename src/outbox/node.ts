// How a node says that it is alive, and what happens to one that doesn't: docs/decisions/0008-one-clock-and-a-heartbeat.md.
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { OpenDatabase } from '../storage/database.ts';
import type { Clock } from '../time/clock.ts';
import { HOUR_MS } from '../time/timestamps.ts';
import type { Worker } from '../workers/worker.ts';
import { declareDead, deleteDeadSince, endNode, insertNode, keepAlive } from './node-queries.ts';

const BEAT_MS = 5_000;
/** The pause before a database that didn't respond is asked again. */
const RETRY_MS = 1_000;
/** A node without a heartbeat for this long may be declared dead. */
const ALIVE_MS = 15_000;
/** A node trusts its own claims for less: the nodes' clocks differ, and what it then begins takes a moment. */
const TRUST_MS = 12_000;
/**
 * A node declares others dead only after its own heartbeats have succeeded for this long. While the database is down, no node has
 * a heartbeat; once it is back, each has time to say that it is alive, and to record what it has done meanwhile.
 */
const UNBROKEN_MS = 10_000;
/** Longer than any lease: by then, all claims of a dead node have ended. */
const DEAD_KEPT_MS = HOUR_MS;

/** This process, among those that share the database. */
export interface Node extends Worker {
  /** The id of a new claim. Rejects while this node can't tell the database that it is alive. */
  nextClaim(): Promise<string>;
  /** Whether this claim still belongs to this node, so that it may act. When in doubt, asks the database until it responds. */
  holds(claimId: string): true | Promise<boolean>;
}

/** Another node has claimed the item, or may have: nothing was done. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

/**
 * Says that this process is alive, and declares those dead that no longer do. Their claims are free at once: what a killed
 * process was working on doesn't wait for the end of its lease.
 *
 * The embedded database has one server, which holds its lock: any earlier node is dead, and no other needs a heartbeat from this
 * one.
 */
export function createNode(options: { storage: OpenDatabase; clock: Clock; log: Logger }): Node {
  const { storage, clock, log } = options;
  const database = storage.probe;
  const isAlone = database.dialect.engine === 'sqlite';
  let id: string | undefined;
  let claims = 0;
  let lastBeat = Number.NEGATIVE_INFINITY;
  let unbrokenSince = 0;
  let beating: Promise<void> | undefined;
  let isStopped = false;
  let cancel = () => {};

  const isTrusted = () => id !== undefined && (isAlone || clock.now() < lastBeat + TRUST_MS);

  async function beat(): Promise<void> {
    const now = clock.now();
    if (id === undefined || !(await keepAlive(database, id, now + ALIVE_MS))) {
      if (id !== undefined) log.warn('heartbeat missed for too long; claims lost to other nodes');
      id = await register(now);
    }
    if (now - lastBeat > ALIVE_MS) unbrokenSince = now;
    lastBeat = now;
    if (!isAlone && now - unbrokenSince >= UNBROKEN_MS) await declareDead(database, now, now);
  }

  async function register(now: number): Promise<string> {
    const newId = randomUUID();
    if (isAlone) await declareDead(database, Number.MAX_SAFE_INTEGER, now);
    await deleteDeadSince(database, now - DEAD_KEPT_MS);
    await insertNode(database, newId, now + ALIVE_MS);
    return newId;
  }

  /** One at a time. */
  function beatOnce(): Promise<void> {
    beating ??= beat().finally(() => {
      beating = undefined;
    });
    return beating;
  }

  async function keepBeating(): Promise<void> {
    const startedAt = clock.now();
    await beatOnce().catch((error) => log.warn({ err: error }, 'heartbeat failed; will retry'));
    if (isStopped || (isAlone && id !== undefined)) return;
    cancel = clock.after(Math.max(startedAt + BEAT_MS - clock.now(), 0), () => void keepBeating());
  }

  async function ask(claimId: string): Promise<boolean> {
    while (!isTrusted()) {
      const isAnswered = await beatOnce().then(
        () => true,
        () => false,
      );
      if (!isAnswered) await new Promise<void>((resolve) => void clock.after(RETRY_MS, resolve));
    }
    return isOurs(claimId);
  }

  const isOurs = (claimId: string) => id !== undefined && claimId.startsWith(id);

  return {
    name: 'node',
    start: () => void keepBeating(),
    async stop() {
      isStopped = true;
      cancel();
      await beating?.catch(() => {});
      // Frees the claims that the engines couldn't release.
      if (id !== undefined) {
        await endNode(database, id, clock.now()).catch((error) =>
          log.warn({ err: error }, 'node not marked as ended; its claims expire with their leases'),
        );
      }
    },
    stopsLast: true,
    async nextClaim() {
      if (!isTrusted()) await beatOnce();
      claims += 1;
      return `${id}.${claims}`;
    },
    holds: (claimId) => (isTrusted() && isOurs(claimId) ? true : ask(claimId)),
  };
}
