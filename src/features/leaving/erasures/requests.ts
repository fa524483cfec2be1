// Erases everything about a person from one request, at once. Here more is known about them than their address: their name, and
// what they wrote.

import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../storage/database.ts';
import { answerInLine } from '../../../text/answers.ts';
import { phoneNumberInWords } from '../../../text/phone-numbers.ts';
import { multiline } from '../../../text/plain-text.ts';
import { answerInWords } from '../../meetings/meeting-types/questions.ts';
import { lockRequest } from '../../meetings/requests/lifecycle/transitions.ts';
import { findRequestOf } from '../../meetings/requests/participants/person.ts';
import { readRespondents } from '../../meetings/requests/participants/responses.ts';
import { isOpen, type MeetingRequest } from '../../meetings/requests/rules.ts';
import { ERASED, isAddressOf, type Person, personOf, standInAt } from './person.ts';
import type { CountedKind } from './place.ts';
import { deleteRowOf, selectRowForUpdate, selectRowsOf, updateRowOf, type Walked } from './row-queries.ts';
import type { Fields } from './row-rules.ts';
import { erasedRow, walkedOf } from './walk.ts';

const walkedAs = (table: string) => walkedOf(table) as Walked;
/** Leaves out the mail itself, which is large. */
const mailRow: Walked = { ...walkedAs('inbox'), columns: [] };
/** Writes a few columns only; the others stay. */
const participantRow: Walked = { ...walkedAs('meeting_request_participants'), written: [] };

export type Counts = Partial<Record<CountedKind, number>>;

/** Erases the person from one of their requests, and counts. Undefined if none is left; `open` if the next must be cancelled first. */
export async function eraseNextRequest(
  context: Context,
  tx: Transaction,
  email: string,
): Promise<Counts | 'open' | undefined> {
  const next = await findRequestOf(context, tx, email);
  if (!next) return undefined;
  const { request_id: id, place } = next;
  const request = await lockRequest(context, tx, id);
  if (isOpen(request, context.clock.now())) return 'open';
  const entries = await rowsOf(context, tx, 'audit_entries', 'target_id', id, ['action', 'actor_type']);
  const messages = await rowsOf(context, tx, 'messages', 'request_id', id, ['kind']);
  const { person, isAuthor } = await knownIn(context, tx, { email, place, request, entries, messages });
  const counts: Counts = { meeting_requests: 1, mails: 0 };

  for (const message of messages) {
    if (message.direction !== 'in' || !isAddressOf(person, message.sender_address)) continue;
    const mail = await selectRowForUpdate(tx, context.caller.workspaceId, mailRow, [message.id as string]);
    if (!mail) continue;
    await deleteRowOf(tx, context.caller.workspaceId, mailRow, [message.id as string]);
    counts.mails = (counts.mails ?? 0) + 1;
  }
  counts.messages = await eraseRows(context, tx, person, 'messages', messages);
  counts.audit_entries = await eraseRows(context, tx, person, 'audit_entries', entries);
  const invites = await rowsOf(context, tx, 'invites', 'request_id', id);
  counts.invites = await eraseRows(context, tx, person, 'invites', invites);

  const [row] = await rowsOf(context, tx, 'meeting_requests', 'id', id);
  // The description is theirs alone if they wrote it.
  const own: Fields = isAuthor ? { description: null } : {};
  if (row) await eraseRows(context, tx, person, 'meeting_requests', [{ ...row, ...own }], own);
  const { workspaceId } = context.caller;
  await updateRowOf(
    tx,
    workspaceId,
    participantRow,
    { request_id: id, place },
    {
      email: person.standIn,
      email_folded: person.standIn,
      name: null,
      timezone: null,
      comment: null,
      wishes: null,
      answers: null,
      phone_number: null,
    },
  );
  return counts;
}

function rowsOf(
  { caller }: Context,
  tx: Transaction,
  table: string,
  column: string,
  value: string,
  also: string[] = [],
): Promise<Fields[]> {
  const walked = walkedAs(table);
  const columns = [...walked.columns, ...also];
  return selectRowsOf(tx, caller.workspaceId, { ...walked, columns }, column, value);
}

async function eraseRows(
  { caller }: Context,
  tx: Transaction,
  person: Person,
  table: string,
  rows: Fields[],
  always: Fields = {},
): Promise<number> {
  const walked = walkedAs(table);
  let changed = 0;
  for (const row of rows) {
    const found = erasedRow(table, person, row);
    const erased = { ...always, ...(typeof found === 'object' && found) };
    if (Object.keys(erased).length === 0) continue;
    await updateRowOf(tx, caller.workspaceId, walked, row, erased);
    changed += 1;
  }
  return changed;
}

interface Where {
  email: string;
  place: number;
  request: MeetingRequest;
  entries: Fields[];
  messages: Fields[];
}

/** The person, with their names and words in this request. */
async function knownIn(
  context: Context,
  tx: Transaction,
  { email, place, request, entries, messages }: Where,
): Promise<{ person: Person; isAuthor: boolean }> {
  const everybody = await readRespondents(context, tx, request.id);
  const them = everybody.find((participant) => participant.place === place);
  const others = everybody.filter((participant) => participant !== them);
  const person = personOf(email);
  const isFromThem = (row: Fields) => row.direction === 'in' && isAddressOf(person, row.sender_address);
  const numbers = [
    them?.phone_number,
    ...entries.filter((row) => isAddressOf(person, row.actor_id)).flatMap(numbersGiven),
  ].filter((number) => typeof number === 'string');
  const names = [
    them?.name,
    // Stand in the middle of texts, as names do.
    ...numbers.flatMap((number) => [number, phoneNumberInWords(number)]),
    ...messages.filter(isFromThem).map(({ sender_name }) => sender_name),
  ];
  const othersNames = new Set<unknown>(others.map(({ name }) => name));
  const isAuthor =
    messages.some((row) => row.kind === 'request' && isFromThem(row)) ||
    entries.some((row) => isMadeBy(person, row));
  return {
    isAuthor,
    person: personOf(email, {
      names: [...new Set(names)].filter(
        (name): name is string => typeof name === 'string' && name !== ERASED && !othersNames.has(name),
      ),
      words: [
        them?.comment,
        isAuthor ? request.description : null,
        ...(them?.answers ?? []).map(({ value }) =>
          typeof value === 'boolean' ? null : answerInWords(value),
        ),
      ].filter((words) => typeof words === 'string'),
      lines: [
        multiline((isAuthor && request.description) || ''),
        ...(them?.answers ?? []).map(({ label, value }) =>
          answerInLine({ label, words: answerInWords(value) }),
        ),
      ].filter(Boolean),
      standIn: freeStandIn(place, new Set(others.map((participant) => participant.email))),
    }),
  };
}

/** The number that a participant gave, and the one before it. */
function numbersGiven({ action, changes }: Fields): (string | null)[] {
  if (action !== 'meeting_request.number_given') return [];
  return (JSON.parse(String(changes)) as { phone_number: (string | null)[] }).phone_number;
}

/** Whether the person made the request, by mail or on a public page, where the booker is the only participant. */
const isMadeBy = (person: Person, { action, actor_type, actor_id }: Fields) =>
  action === 'meeting_request.created' &&
  (actor_type === 'booking_link' ||
    actor_type === 'meeting_type' ||
    (actor_type === 'participant' && isAddressOf(person, actor_id)));

/** A stand-in that nobody has, since somebody may have typed one as an address. */
function freeStandIn(place: number, taken: Set<string>): string {
  let number = place;
  while (taken.has(standInAt(number))) number += taken.size + 1;
  return standInAt(number);
}
