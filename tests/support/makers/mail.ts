// Queues messages as features do, and reads what becomes of them.
import type { Context, Services } from '../../../src/context.ts';
import type { Draft } from '../../../src/mail-out/drafts.ts';
import { queueMessages } from '../../../src/mail-out/enqueue.ts';
import { usualShades } from '../../../src/mail-out/shades.ts';
import type { Transaction } from '../../../src/storage/database.ts';
import { localeOf } from '../../../src/text/languages.ts';
import { dataOf, type Node } from '../server/rota.ts';
import { eventually } from './webhooks.ts';

export const MAIL_DOMAIN = 'mail.example.com';

/** The settings of a node that sends through this server. */
export const sendingThrough = (smtpUrl: string) => ({
  ROTA_SMTP_URL: smtpUrl,
  ROTA_MAIL_DOMAIN: MAIL_DOMAIN,
});

/** A message that isn't about a request. */
export function draftTo(address: string, fields: Partial<Draft> = {}): Draft {
  return {
    meeting_request_id: null,
    place: null,
    from: { name: 'Ada Lovelace (Acme)', address: `sales.acme@${MAIL_DOMAIN}` },
    to: { name: 'Grace Hopper', address },
    reply_to: null,
    timezone: 'UTC',
    locale: localeOf('en'),
    brand: { company: 'Acme', address: null, shows_rota: true, ...usualShades, logo: null },
    links: {},
    signature: null,
    invite: null,
    kind: 'calendar_failing',
    calendar: 'Work',
    last_error: 'the server answered 404',
    failing_since: Date.parse('2026-03-02T08:00:00Z'),
    ...fields,
  } as Draft;
}

/** An offer of one time to a participant of this request. */
export function offerTo(address: string, requestId: string): Draft {
  const starts_at = Date.parse('2026-03-04T10:00:00Z');
  const url = 'https://meet.example.com/m/token';
  return draftTo(address, {
    kind: 'options',
    meeting_request_id: requestId,
    place: 0,
    reason: 'new',
    introduction: null,
    is_poll: false,
    links: { page: url, more_times: `${url}/times` },
    stop_url: 'https://meet.example.com/m/stop/token',
    options: [{ starts_at, ends_at: starts_at + 30 * 60_000, url: `${url}?option=1` }],
    meeting: {
      title: 'Product demo',
      purpose: null,
      description: null,
      organizer: 'Ada Lovelace',
      organizer_title: null,
      duration_minutes: 30,
      where: null,
    },
  });
}

/** An offer, about a new request, with content that is easily damaged on the way: letters, dots, empty lines, white space, an invite. */
export async function delicateOffer(node: Node, address: string): Promise<Draft> {
  const request = dataOf<{ id: string }>(
    await node.post('/api/v1/meeting_requests', {
      organizer_email: 'owner@example.com',
      participant_emails: [address],
      notify_participants: false,
    }),
  );
  return {
    ...offerTo(address, request.id),
    from: { name: 'Zoë "Ada" Łovelace (Acme, Łódź) 🦉', address: `sales.acme@${MAIL_DOMAIN}` },
    reply_to: `re-token@${MAIL_DOMAIN}`,
    signature: '.\n..\n.signed  \n\n\nFrom here\t\n\n',
    invite: { method: 'REQUEST', text: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' },
  };
}

/** Runs `work` on messages in one transaction, as the service itself. */
export function inMail<Result>(
  { services, workspaceId }: { services: Services; workspaceId: string },
  work: (context: Context, tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const actor = { type: 'system', id: 'tests' } as const;
  const context: Context = { ...services, caller: { workspaceId, actor, scopes: [] } };
  return services.database.transaction((tx) => work(context, tx));
}

/** Returns their ids, in order. */
export function queue(
  place: { services: Services; workspaceId: string },
  ...drafts: Draft[]
): Promise<string[]> {
  return inMail(place, (context, tx) => queueMessages(context, tx, drafts));
}

export interface ShownMessage {
  id: string;
  status: string;
  attempts: number;
  last_error: string | null;
  sent_at: string | null;
}

export async function readMessage(node: Node, id: string, key?: string): Promise<ShownMessage> {
  return dataOf(await node.get(`/api/v1/messages/${id}`, key === undefined ? {} : { key }));
}

/** The message, once the condition holds. */
export function messageOnce(
  node: Node,
  id: string,
  isAsExpected: (message: ShownMessage) => boolean,
): Promise<ShownMessage> {
  return eventually(async () => {
    const message = await readMessage(node, id);
    return isAsExpected(message) && message;
  });
}

export const afterAttempts = (node: Node, id: string, attempts: number) =>
  messageOnce(node, id, (message) => message.attempts === attempts);

/** Rows from the database, with columns that the API doesn't show. */
export function selectMessages<Row>(node: Node, columns: string, ids: string[]): Promise<Row[]> {
  return node.services.database.all<Row>(
    `select ${columns} from messages
     where id in (select id from ${node.services.database.dialect.rows('$1', { id: 'text' })}) order by id`,
    [JSON.stringify(ids.map((id) => ({ id })))],
  );
}
