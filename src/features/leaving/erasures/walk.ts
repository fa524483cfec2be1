// Erases a person from one batch of rows of one table. Everything else stays as it is.
import type { Context } from '../../../context.ts';
import { firstIdAt } from '../../../ids.ts';
import type { Transaction, Value } from '../../../storage/database.ts';
import { findPlacesOf } from '../../meetings/requests/participants/person.ts';
import { type Person, standInAt } from './person.ts';
import type { Place } from './place.ts';
import { places } from './places.ts';
import { deleteRowOf, selectNext, selectRowForUpdate, updateRowOf, type Walked } from './row-queries.ts';
import { type Content, type Erased, erasedByContents, type Fields, keyOf } from './row-rules.ts';

/** Small, so that other writers get a turn between two batches. */
const BATCH = 200;
/** A transaction that began before an erasure may commit this much later. */
const MAX_LATE_MS = 60_000;

const untouched: readonly Content[] = ['own', 'sealed', 'mirror', 'setting'];

/** How a table is walked; undefined if it is not searched. */
export function walkedOf(table: string): Walked | undefined {
  const { walk, columns } = places[table] as Place;
  if (!walk) return undefined;
  const read = Object.keys(columns).filter((column) => !untouched.includes(columns[column] as Content));
  return {
    table,
    by: walk.by,
    columns: [...read, ...(walk.also ?? [])],
    written: read.filter((column) => columns[column] !== 'mail'),
    workspace: walk.workspace ?? 'workspace_id',
  };
}

/** What the erasure does to a row. */
export function erasedRow(table: string, person: Person, row: Fields): Erased {
  const { columns, walk } = places[table] as Place;
  const otherwise = () => erasedByContents(columns, person, row);
  return walk?.erase ? walk.erase(person, row, otherwise) : otherwise();
}

interface Walk {
  table: string;
  /** The key of the last row seen; null at the beginning. */
  lastKey: string | null;
  /** Only rows since then, where the ids have a time. */
  since?: number | undefined;
}

interface Step {
  /** Where to continue; null at the end of the table. */
  lastKey: string | null;
  changed: number;
  /** The part of a step that it took: 1 for a whole one. */
  cost: number;
  /** A row is still needed before it can be erased. */
  mustWait: boolean;
}

export async function eraseBatch(
  context: Context,
  tx: Transaction,
  person: Person,
  { table, lastKey, since }: Walk,
): Promise<Step> {
  const { workspaceId } = context.caller;
  const { walk } = places[table] as Place;
  const walked = walkedOf(table);
  if (!walk || !walked) return { lastKey: null, changed: 0, cost: 0, mustWait: false };
  const limit = walk.batch ?? BATCH;
  const after = lastKey === null ? recentKey(walk, since) : (JSON.parse(lastKey) as Value[]);
  const rows = await selectNext(tx, workspaceId, walked, after, limit);
  const found = rows.filter(
    (row) => erasedRow(table, person, row) !== undefined || walk.withoutFirst?.(row) !== undefined,
  );
  const placed = await placesIn(context, tx, person, walk.request, found);
  let changed = 0;
  let seen: Fields | undefined;
  const cost = rows.length / limit;
  for (const row of rows) {
    if (found.includes(row)) {
      const place = placed.get(String(walk.request?.(row)));
      const them = place === undefined ? person : { ...person, standIn: standInAt(place) };
      const now = await selectRowForUpdate(tx, workspaceId, walked, keyOf(walked, row));
      const erased = now && erasedWith(walk, erasedRow(table, them, now), now, place);
      if (erased === 'wait')
        return {
          lastKey: seen ? JSON.stringify(keyOf(walked, seen)) : lastKey,
          changed,
          cost,
          mustWait: true,
        };
      if (erased === 'delete') await deleteRowOf(tx, workspaceId, walked, keyOf(walked, row));
      else if (erased) await updateRowOf(tx, workspaceId, walked, now, erased);
      if (erased) changed += 1;
    }
    seen = row;
  }
  const isEnd = rows.length < limit;
  return {
    lastKey: isEnd || !seen ? null : JSON.stringify(keyOf(walked, seen)),
    changed,
    cost,
    mustWait: false,
  };
}

/** The same, and if they are the first participant, without what only its request shows to be theirs. */
function erasedWith(
  { withoutFirst }: NonNullable<Place['walk']>,
  erased: Erased,
  row: Fields,
  place: number | undefined,
): Erased {
  if (place !== 0 || !withoutFirst || typeof erased === 'string') return erased;
  const rest = withoutFirst({ ...row, ...erased });
  return rest ? { ...erased, ...rest } : erased;
}

/** The key before the first row that may be younger than `since`. */
function recentKey(
  { by, recent }: NonNullable<Place['walk']>,
  since: number | undefined,
): Value[] | undefined {
  if (since === undefined || recent === undefined) return undefined;
  const first = firstIdAt(recent, since - MAX_LATE_MS);
  // In a key of several columns, the others are numbers.
  return [first, ...by.slice(1).map(() => -1)];
}

async function placesIn(
  context: Context,
  tx: Transaction,
  person: Person,
  request: ((row: Fields) => Value | undefined) | undefined,
  rows: Fields[],
): Promise<Map<string, number>> {
  const ids = request ? rows.map(request).filter((id): id is string => typeof id === 'string') : [];
  return ids.length > 0 ? findPlacesOf(context, tx, ids, person.folded) : new Map();
}
