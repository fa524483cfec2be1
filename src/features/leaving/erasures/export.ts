// Everything that is kept about a person, from the same places that an erasure searches.
import type { Context } from '../../../context.ts';
import { invalidRequest } from '../../../errors.ts';
import type { Static } from '../../../shapes/type.ts';
import type { Value } from '../../../storage/database.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import { answersIn } from '../../meetings/meeting-types/questions.ts';
import { getMessages } from '../../meetings/messages/operations.ts';
import { findRequests } from '../../meetings/requests/operations.ts';
import { isAddressOf, type Person, personOf } from './person.ts';
import { places } from './places.ts';
import { selectNext } from './row-queries.ts';
import { erasedByContents, type Fields } from './row-rules.ts';
import type { ExportInput } from './shapes.ts';
import { erasedRow, walkedOf } from './walk.ts';

const tables = Object.keys(places).filter((table) => places[table]?.walk);

/** A call reads at most this many rows. The caller goes on from there. */
const MAX_READ = 2_000;
const BATCH = 200;
/** A page ends with the record that exceeds this: a mail as it came in can have a megabyte. */
const MAX_LENGTH = 1024 ** 2;
/** Large rows are read one by one, or a few at a time. */
const LARGE = 8;
const USUAL_LIMIT = 25;

interface Record {
  kind: string;
  id: string;
  data: object;
}

interface Place {
  table: string;
  key: Value[] | null;
}

export async function exportPerson(context: Context, body: Static<typeof ExportInput>) {
  const { database, caller } = context;
  const { email, limit = USUAL_LIMIT, after } = body;
  const person = personOf(email);
  const data: Record[] = [];
  let at: Place | undefined = after ? placeIn(after) : { table: tables[0] as string, key: null };
  for (let read = 0, length = 0; at && read < MAX_READ && data.length < limit && length < MAX_LENGTH; ) {
    const walked = walkedOf(at.table);
    if (!walked) break;
    const batch: number | undefined = places[walked.table]?.walk?.batch;
    const size: number = batch === undefined ? BATCH : Math.ceil(batch / LARGE);
    const rows = await selectNext(database, caller.workspaceId, walked, at.key ?? undefined, size);
    const found = rows.filter((row) => isAbout(walked.table, person, row));
    const taken = found.slice(0, limit - data.length);
    const records = await presented(context, person, walked.table, walked.by, taken);
    data.push(...records);
    length += JSON.stringify(records).length;
    // Rows that did not fit are read again for the next page.
    const last = taken.length < found.length ? taken.at(-1) : rows.at(-1);
    const isEnd = rows.length < size && taken.length === found.length;
    read += (rows.length * BATCH) / size;
    at = isEnd
      ? afterTable(at.table)
      : { table: at.table, key: walked.by.map((column) => last?.[column] as Value) };
  }
  return { data, meta: { has_more: at !== undefined, next_cursor: at ? cursorOf(at) : null } };
}

function afterTable(table: string): Place | undefined {
  const next = tables[tables.indexOf(table) + 1];
  return next === undefined ? undefined : { table: next, key: null };
}

const cursorOf = ({ table, key }: Place) => Buffer.from(JSON.stringify([table, key])).toString('base64url');

function placeIn(cursor: string): Place {
  try {
    const [table, key] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as [
      string,
      Value[] | null,
    ];
    const size = places[table]?.walk?.by.length;
    const isKey = key === null || (Array.isArray(key) && key.length === size && key.every(isScalar));
    if (tables.includes(table) && isKey) return { table, key };
  } catch {
    // Refused below.
  }
  throw invalidRequest('after must be the next_cursor of an earlier page of this export');
}

const isScalar = (value: unknown) => typeof value === 'string' || Number.isSafeInteger(value);

const isAbout = (table: string, person: Person, row: Fields) =>
  isAddressOf(person, row.email_folded) || erasedRow(table, person, row) !== undefined;

async function presented(
  context: Context,
  person: Person,
  table: string,
  by: string[],
  rows: Fields[],
): Promise<Record[]> {
  const idOf = (row: Fields) => by.map((column) => row[column]).join(' ');
  const ids = rows.map(idOf);
  switch (table) {
    case 'messages': {
      const messages = await getMessages(context, ids);
      return ids.flatMap((id) => ({ kind: 'message', id, data: messages.get(id) ?? {} }));
    }
    case 'meeting_request_participants': {
      const requests = await findRequests(
        context,
        rows.map(({ request_id }) => String(request_id)),
      );
      return rows.map((row) => {
        const { request_id, email, name, phone_number, comment, wishes, answers } = row;
        const participation = {
          email,
          name,
          phone_number,
          comment,
          wishes: typeof wishes === 'string' ? JSON.parse(wishes) : null,
          answers: answersIn(typeof answers === 'string' ? answers : null),
        };
        const request = requests.get(String(request_id)) ?? {};
        return { kind: 'meeting_request', id: String(request_id), data: { ...request, participation } };
      });
    }
    case 'meeting_requests': {
      const requests = await findRequests(context, ids);
      return ids.map((id) => ({ kind: 'meeting_request', id, data: requests.get(id) ?? {} }));
    }
    case 'events':
      return rows.map((row) => ({
        kind: 'event',
        id: idOf(row),
        data: JSON.parse(String(row.payload)) as object,
      }));
    default:
      return rows.map((row) => ({
        kind: kinds[table] ?? table,
        id: idOf(row),
        data: fieldsAbout(table, person, row),
      }));
  }
}

const kinds: { [table: string]: string } = { audit_entries: 'audit_entry', inbox: 'mail', invites: 'invite' };

/** What is about the person: whole rows, or the fields that mention them. A mail as it came in is shown as text. */
function fieldsAbout(table: string, person: Person, row: Fields): object {
  const columns = places[table]?.columns ?? {};
  const isWhole = isAddressOf(person, row.email_folded);
  const mentioned = erasedByContents(columns, person, row);
  const shown = Object.entries(row).filter(
    ([column]) =>
      isWhole || columns[column] === 'mail' || (typeof mentioned === 'object' && column in mentioned),
  );
  return Object.fromEntries(
    shown.map(([column, value]) => [column, shownValue(column, columns[column], value)]),
  );
}

function shownValue(column: string, content: string | undefined, value: Value): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  if (content === 'json' && typeof value === 'string') return JSON.parse(value);
  return column.endsWith('_at') && typeof value === 'number' ? formatTimestamp(value) : value;
}
