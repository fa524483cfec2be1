// Which processes share the database, and which of them are dead. Nodes belong to no workspace.
import type { Database } from '../storage/database.ts';

/**
 * The length of a node's id. A claim begins with it. A claim from before there were nodes has this length altogether and matches
 * none.
 */
const ID_LENGTH = 36;

/** The claim belongs to a dead node. There are few: a statement reads them once, from their own index. */
export const isOfDeadNode = (claimId: string) =>
  `substr(${claimId}, 1, ${ID_LENGTH}) in (select id from nodes where dead_at is not null)`;

export async function insertNode(database: Database, id: string, aliveUntil: number): Promise<void> {
  await database.change('insert into nodes (id, alive_until) values ($1, $2)', [id, aliveUntil]);
}

/** False if it was declared dead. */
export async function keepAlive(database: Database, id: string, aliveUntil: number): Promise<boolean> {
  const kept = await database.change(
    'update nodes set alive_until = $2 where id = $1 and dead_at is null returning id',
    [id, aliveUntil],
  );
  return kept.length > 0;
}

/** Declares nodes dead that have promised to be alive until `aliveUntil` or less. */
export async function declareDead(database: Database, aliveUntil: number, now: number): Promise<void> {
  await database.change('update nodes set dead_at = $2 where dead_at is null and alive_until <= $1', [
    aliveUntil,
    now,
  ]);
}

export async function endNode(database: Database, id: string, now: number): Promise<void> {
  await database.change('update nodes set dead_at = $2 where id = $1 and dead_at is null', [id, now]);
}

export async function deleteDeadSince(database: Database, before: number): Promise<void> {
  await database.change('delete from nodes where dead_at <= $1', [before]);
}
