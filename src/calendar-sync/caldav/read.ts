import { MAX_BUSY_TIMES } from '../busy-times.ts';
import { MOST_ZONES } from '../ical/bounds.ts';
import type { BusyTime } from '../ical/busy-times.ts';
import { formerNote, isNoteKept, noteOnZones } from '../ics.ts';
import {
  countBusyTimes,
  deleteObjects,
  forgetReadState,
  type ReadObjectRow,
  replaceBusyTimes,
  selectObjects,
  updateState,
  writeObjects,
} from '../object-queries.ts';
import { isStillRead, rangeToRead, readFor } from '../range.ts';
import { type Changes, type Fetched, fetchObjects, findChanges, type Listed, type State } from './changes.ts';
import { CaldavError } from './errors.ts';
import type { Sync } from './one-sync.ts';

interface Range {
  from: number;
  until: number;
}

/** An object that has been read. Without `busy`, it keeps its old busy times: the last good copy. */
interface ReadObject extends ReadObjectRow {
  busy: BusyTime[] | undefined;
  unknown_zones: string[];
}

/**
 * With every change, up to this many objects that weren't fully understood are read again, so that the reason given is current.
 */
const MAX_READ_AGAIN = 100;

/**
 * Reads what has changed since the state `since`, part by part. Writes each part at once, so that a calendar that is too large
 * for one sync is complete after a few. Returns why some of it wasn't understood, if that is known.
 */
export async function readChanges(
  sync: Sync,
  { collection, state, since }: { collection: string; state: State; since: string | null },
): Promise<string | null> {
  const { item, dav, clock, database } = sync;
  const { workspace_id, id } = item;
  const range = rangeToRead(clock.now());
  const isKnown = isStillRead(item, clock.now());
  if (isKnown) range.until = item.expanded_until ?? range.until;
  else {
    const reading = { expanded_until: range.until, read_for: readFor(item) };
    await sync.whileClaimed((tx) => forgetReadState(tx, workspace_id, id, reading));
  }
  if (isKnown && since !== null && state.name === since && isNoteKept(item)) return formerNote(item);

  const rows = await selectObjects(database, workspace_id, id);
  const known = new Map(rows.map(({ href, etag }) => [href, etag]));
  const changes = await findChanges(dav, collection, { state, since: isKnown ? since : null, known });
  await apply(sync, [], changes.removed);
  const unknownZones = new Set<string>();
  for await (const part of fetchObjects(dav, collection, withDoubtful(changes, rows))) {
    const objects = await readObjects(sync, part.objects, range);
    for (const name of objects.flatMap(({ unknown_zones }) => unknown_zones)) {
      if (unknownZones.size < MOST_ZONES) unknownZones.add(name);
    }
    await apply(sync, objects, part.removed);
    if (objects.length < part.objects.length) {
      throw new CaldavError('the calendar takes too long to read; the rest is read next time');
    }
  }
  await sync.whileClaimed((tx) => updateState(tx, workspace_id, id, changes.state));
  return noteOnZones(unknownZones);
}

function withDoubtful({ changed, removed }: Changes, known: ReadObjectRow[]): Listed[] {
  const others = new Set([...changed.map(({ href }) => href), ...removed]);
  const doubtful = known.filter(({ href, doubtful }) => doubtful > 0 && !others.has(href));
  return [...changed, ...doubtful.slice(0, MAX_READ_AGAIN)];
}

/** Reads as many objects as it can before the deadline. */
async function readObjects(sync: Sync, objects: Fetched[], range: Range): Promise<ReadObject[]> {
  const { item, reader, clock, deadline, ownUids } = sync;
  const { workspace_id, timezone, email } = item;
  const read: ReadObject[] = [];
  for (const { href, etag, text } of objects) {
    if (clock.now() >= deadline.until) break;
    const result =
      text === undefined
        ? undefined
        : await reader.read({ workspace_id, body: text, ...range, timezone, email, own_uid: ownUids });
    const isRead = result !== undefined && !('error' in result);
    read.push({
      href,
      etag,
      busy: isRead ? result.busy : undefined,
      doubtful: isRead ? result.doubtful : 1,
      unknown_zones: isRead ? result.unknown_zones : [],
    });
  }
  return read;
}

async function apply(sync: Sync, objects: ReadObject[], removed: string[]): Promise<void> {
  if (objects.length + removed.length === 0) return;
  const { workspace_id, id, member_id } = sync.item;
  const replaced = objects.filter(({ busy }) => busy !== undefined).map(({ href }) => href);
  const busy = objects.flatMap(({ href, busy = [] }) =>
    busy.map((time) => ({ calendar_id: id, object: href, member_id, ...time })),
  );
  await sync.whileClaimed(async (tx) => {
    await replaceBusyTimes(tx, workspace_id, id, { hrefs: [...replaced, ...removed], busy });
    await deleteObjects(tx, workspace_id, id, removed);
    await writeObjects(tx, workspace_id, id, objects);
    if ((await countBusyTimes(tx, workspace_id, id, MAX_BUSY_TIMES + 1)) > MAX_BUSY_TIMES) {
      throw new CaldavError(`the calendar has more than ${MAX_BUSY_TIMES} busy times`);
    }
  });
}
