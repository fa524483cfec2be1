// Messages written directly into their table: many at once, old ones, or in a state that takes long to reach.
import type { Direction, Status } from '../../../src/features/meetings/messages/rules.ts';
import { createIds } from '../../../src/ids.ts';
import type { Content } from '../../../src/mail-out/content.ts';
import type { MessageKind } from '../../../src/mail-out/drafts.ts';
import { insertRows } from '../../../src/storage/rows.ts';
import { ManualClock } from '../server/manual-clock.ts';
import type { Node } from '../server/rota.ts';
import type { Place } from './events.ts';

/** A message as it is in the database. */
export interface MessageRow {
  id: string;
  request_id: string | null;
  place: number | null;
  direction: Direction;
  kind: MessageKind;
  sender_name: string | null;
  sender_address: string;
  recipient_address: string;
  subject: string;
  text: string;
  status: Status;
  understood_as: string | null;
  attempts: number;
  last_error: string | null;
  created_at: number;
  sent_at: number | null;
  due_at: number | null;
}

const columns = {
  ...({ id: 'text', request_id: 'text', place: 'bigint', direction: 'text', kind: 'text' } as const),
  ...({ sender_name: 'text', sender_address: 'text', recipient_address: 'text', subject: 'text' } as const),
  ...({ text: 'text', content: 'text', message_id: 'text', thread: 'text', status: 'text' } as const),
  ...({ understood_as: 'text', attempts: 'bigint', last_error: 'text', created_at: 'bigint' } as const),
  ...({ sent_at: 'bigint', lane: 'text', due_at: 'bigint' } as const),
};

interface Writing {
  /** Their creation time; now by default. */
  madeAt?: number;
  /** Fields that differ. By default, messages are kept, and not about a request. */
  fieldsOf?: (place: number) => Partial<MessageRow>;
}

/** Ordered by id. */
export async function writeMessages(
  { services: { database, clock, ids: now }, workspaceId }: Place,
  count: number,
  { madeAt, fieldsOf = () => ({}) }: Writing = {},
): Promise<MessageRow[]> {
  const ids = madeAt === undefined ? now : createIds(new ManualClock(madeAt));
  const rows = Array.from(
    { length: count },
    (_, place): MessageRow => ({
      id: ids('message'),
      request_id: null,
      place: null,
      direction: 'out',
      kind: 'options',
      sender_name: 'Ada Lovelace via Rota',
      sender_address: 'sales.acme@rota.localhost',
      recipient_address: 'grace@example.org',
      subject: `Demo ${place}`,
      text: 'Hello Grace,\n\nwhich of these times suits you?\n',
      status: 'kept',
      understood_as: null,
      attempts: 0,
      last_error: null,
      created_at: madeAt ?? clock.now(),
      sent_at: null,
      due_at: null,
      ...fieldsOf(place),
    }),
  );
  const stored = rows.map((row) => ({
    ...row,
    content: JSON.stringify({
      preview: row.subject,
      blocks: [{ type: 'paragraph', text: row.text }],
    } satisfies Content),
    message_id: `<${row.id}@rota.localhost>`,
    thread: '[]',
    lane: `${workspaceId} ${row.recipient_address.split('@')[1]}`,
  }));
  await database.transaction((tx) => insertRows(tx, 'messages', workspaceId, columns, stored));
  return rows;
}

/** A kept message about a request, in its workspace. Returns its id. */
export async function writeMessageAbout({ services }: Node, requestId: string): Promise<string> {
  const found = await services.database.get<{ workspace_id: string }>(
    'select workspace_id from meeting_requests where id = $1',
    [requestId],
  );
  const place = { services, workspaceId: found?.workspace_id as string };
  const [row] = await writeMessages(place, 1, { fieldsOf: () => ({ request_id: requestId, place: 0 }) });
  return row?.id as string;
}
