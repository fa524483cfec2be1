// Decides what an erasure does to one row. Nothing here knows where the row is stored.
import { type Content as MessageContent, toText } from '../../../mail-out/content.ts';
import type { Value } from '../../../storage/database.ts';
import { isInMail } from './mail-mentions.ts';
import { ERASED, erasedJson, erasedText, isAddressOf, type Person } from './person.ts';

export type Content =
  /** Written by Rota: an id, a digest, a word from a list, an address of the service, the address of a member. */
  | 'own'
  /** Written by people: mentions are replaced. */
  | 'text'
  | 'json'
  /** From another system, which may repeat anything: removed as a whole if it has a mention. */
  | 'echo'
  /** An address, folded or not: replaced if it is the person's. */
  | 'address'
  /** Something works with it, such as the URL of a calendar: while it has the address, an erasure is refused. */
  | 'setting'
  /** The names of objects in a member's calendar. Each sync brings them back as long as the calendar has them. */
  | 'mirror'
  /** Unreadable without a key. Has nothing about participants, or is gone within a day. */
  | 'sealed'
  /** A mail as it came in. */
  | 'mail';

export type Fields = Record<string, Value>;
/** The key of a row. */
export const keyOf = ({ by }: { by: string[] }, row: Fields) => by.map((column) => row[column] as Value);

/** The columns to change; undefined if nothing is about the person. `wait`: another part of Rota still needs the row as it is. */
export type Erased = Fields | 'delete' | 'wait' | undefined;
export type EraseRow = (person: Person, row: Fields, otherwise: () => Erased) => Erased;

/** Erases each column according to its content. */
export function erasedByContents(columns: Record<string, Content>, person: Person, row: Fields): Erased {
  const changes: Fields = {};
  for (const [column, content] of Object.entries(columns)) {
    const value = row[column];
    if (typeof value !== 'string') continue;
    const erased = erasedValue(content, person, value);
    if (erased !== value) changes[column] = erased;
  }
  return Object.keys(changes).length > 0 ? changes : undefined;
}

function erasedValue(content: Content, person: Person, value: string): string | null {
  switch (content) {
    case 'address':
      return isAddressOf(person, value) ? person.standIn : erasedText(person, value);
    case 'text':
      return erasedText(person, value);
    case 'json':
      return erasedJson(person, value);
    case 'echo':
      return person.mentions.isIn(value) ? null : value;
    default:
      return value;
  }
}

/** Deletes a row of the person, because it is about nobody else. */
export const deleteOwnRow: EraseRow = (person, row, otherwise) =>
  isAddressOf(person, row.email_folded) ? 'delete' : otherwise();

/** Skips a row of the person: it is erased with their request, so that no request is half erased. */
export const skipOwnRow: EraseRow = (person, row, otherwise) =>
  isAddressOf(person, row.email_folded) ? undefined : otherwise();

/**
 * Deletes mails from the person, and, once processed, mails from others that mention them. A mail that waits for a paused request
 * may wait for ever, so it is deleted unprocessed.
 */
export const eraseMail: EraseRow = (person, row) => {
  if (isAddressOf(person, row.envelope_sender)) return 'delete';
  const { raw, client_name, due_at, waits_for_request_id } = row;
  const isMentioned =
    (raw instanceof Uint8Array && isInMail(raw, person.mentions)) ||
    (typeof client_name === 'string' && person.mentions.isIn(client_name));
  if (!isMentioned) return undefined;
  return due_at !== null && waits_for_request_id === null && !isFrom(person, raw as Uint8Array)
    ? 'wait'
    : 'delete';
};

/** Whether the mail names the person as its author, whoever handed it in. */
function isFrom(person: Person, raw: Uint8Array): boolean {
  const [head = ''] = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
    .toString('utf8')
    .split(/\r?\n\r?\n/, 1);
  const [, from = ''] = /^from:((?:.*\r?\n[ \t])*.*)$/im.exec(head) ?? [];
  return person.mentions.isIn(from);
}

/** The fields with participants' own words, in entries about what they did. */
const OWN_WORDS = ['comment', 'wishes', 'timezone', 'phone_number'];

/** In entries about what the person did, erases their words, too. */
export const eraseEntry: EraseRow = (person, row, otherwise) => {
  const erased = otherwise();
  if (!isAddressOf(person, row.actor_id)) return erased;
  const changes = JSON.parse(String(erasedFields(erased).changes ?? row.changes)) as Record<
    string,
    unknown[]
  >;
  for (const field of OWN_WORDS)
    changes[field] &&= changes[field].map((value) => (value === null ? null : ERASED));
  return { ...erasedFields(erased), changes: JSON.stringify(changes) };
};

const NOTHING = JSON.stringify({ preview: '', blocks: [] } satisfies MessageContent);

/** Empties a message to or from the person. In others, mentions are replaced. */
export const eraseMessage: EraseRow = (person, row, otherwise) => {
  const isOut = row.direction === 'out';
  const isToOrFrom = isAddressOf(person, isOut ? row.recipient_address : row.sender_address);
  if (isToOrFrom) return emptied(person, row, isOut);
  // A reply would go to the person, so they caused it, and it has their words.
  if (isOut && isAddressOf(person, row.reply_to)) {
    return { ...erasedFields(otherwise()), text: ERASED, content: NOTHING, reply_to: person.standIn };
  }
  return withText(row, otherwise());
};

function emptied(person: Person, row: Fields, isOut: boolean): Fields {
  const invite = typeof row.invite === 'string' ? erasedText(person, row.invite) : null;
  const shared = { subject: ERASED, text: '', invite, invite_details: null, thread: '[]', last_error: null };
  if (!isOut) {
    return {
      ...shared,
      sender_name: null,
      sender_address: person.standIn,
      message_id: '',
      in_reply_to: null,
      ignored_because: row.ignored_because === null ? null : ERASED,
    };
  }
  const stopped = row.status === 'queued' && {
    status: 'failed',
    last_error: 'not sent: the recipient was erased',
    due_at: null,
    claim_id: null,
    lease_until: null,
  };
  return {
    ...shared,
    recipient_name: null,
    recipient_address: person.standIn,
    content: NOTHING,
    in_reply_to: null,
    lane: null,
    ...stopped,
  };
}

const erasedFields = (erased: Erased): Fields => (typeof erased === 'object' ? erased : {});

/** Rebuilds the text if it was made from the content, which may have the person's words. */
function withText(row: Fields, erased: Erased): Erased {
  if (typeof erased !== 'object' || typeof erased.content !== 'string') return erased;
  const before = toText(JSON.parse(String(row.content)) as MessageContent);
  if (before !== row.text) return erased;
  return { ...erased, text: toText(JSON.parse(erased.content) as MessageContent) };
}
