// Mail that people write to the service, handed in as a provider would, and how it was understood.
import assert from 'node:assert/strict';
import type { Message } from '../server/resources.ts';
import { dataOf, type Node } from '../server/rota.ts';
import { REQUESTS } from './meeting-requests.ts';
import { showRequest, untilIdle } from './scheduling.ts';

export const MAIL_DOMAIN = 'rota.localhost';

export interface Letter {
  from?: string;
  to?: string;
  cc?: string;
  subject?: string;
  text?: string;
  /** The Message-ID of the mail that it answers. */
  answers?: string;
  messageId?: string;
  /** Other lines of the header. */
  header?: string[];
  /** Replaces the text: the last header lines (with the content type), an empty line, and the body. */
  body?: string;
}

let letters = 0;

/** As it goes over the wire. */
export function rawLetter(letter: Letter): string {
  const { from = 'Grace Hopper <grace@example.org>', to, cc, subject = 'Product demo', text = '' } = letter;
  letters += 1;
  return [
    ...(letter.header ?? []),
    `From: ${from}`,
    ...(to === undefined ? [] : [`To: ${to}`]),
    ...(cc === undefined ? [] : [`Cc: ${cc}`]),
    `Subject: ${subject}`,
    `Message-ID: ${letter.messageId ?? `<letter-${letters}@example.org>`}`,
    ...(letter.answers === undefined
      ? []
      : [`In-Reply-To: ${letter.answers}`, `References: ${letter.answers}`]),
    'MIME-Version: 1.0',
    letter.body ?? `Content-Type: text/plain; charset=utf-8\n\n${text}`,
    '',
  ]
    .join('\n')
    .replaceAll('\n', '\r\n');
}

/** From an unknown machine outside: nothing proves who sent it. */
export const FROM_OUTSIDE =
  'Received: from mx.example.org (mx.example.org [198.51.100.7]) by mail.example.net; Mon, 2 Mar 2026 08:00:00 +0000';

/** Hands in a mail, and waits until it was read. Returns the stored message for each address of ours. */
export async function handIn(
  node: Node,
  letter: Letter,
  query: Record<string, string> = {},
  key = node.rawKey,
): Promise<Message[]> {
  const answer = await node.call('POST', `/api/v1/inbound_messages?${new URLSearchParams(query)}`, {
    key,
    rawBody: rawLetter(letter),
    headers: { 'content-type': 'message/rfc822' },
  });
  assert.equal(answer.status, 202, answer.text);
  await untilIdle(node);
  const { meta } = answer.body as { meta: { message_ids: string[] } };
  return Promise.all(meta.message_ids.map((id) => showMessage(node, id, key)));
}

/** The same for a mail to one address. */
export async function handInOne(...given: Parameters<typeof handIn>): Promise<Message> {
  const [message, ...others] = await handIn(...given);
  assert.equal(others.length, 0);
  return message as Message;
}

export async function showMessage(node: Node, id: string, key = node.rawKey): Promise<Message> {
  return dataOf(await node.get(`/api/v1/messages/${id}`, { key }));
}

/** How a mail was understood, in short: `chose_options by reply.option_number`, `ignored: it is not from a member`. */
export const madeOf = ({ status, understood_as, rule, ignored_because }: Message) =>
  status === 'ignored' ? `ignored: ${ignored_because}` : `${understood_as} by ${rule}`;

/** The conversation about a request, the oldest first: `in reply received`, `out options kept`. */
export async function conversation(node: Node, id: string): Promise<string[]> {
  const messages = dataOf<Message[]>(await node.get(`${REQUESTS}/${id}/messages?limit=100`));
  return messages.map(({ direction, kind, status }) => `${direction} ${kind} ${status}`).reverse();
}

export interface WrittenRow {
  id: string;
  kind: string;
  message_id: string;
  reply_to: string | null;
  recipient_address: string;
  in_reply_to: string | null;
  subject: string;
  text: string;
}

/** Messages of the service about a request, the oldest first, with what the API does not show. */
export function writtenTo(node: Node, id: string, address?: string): Promise<WrittenRow[]> {
  return node.services.database.all<WrittenRow>(
    `select id, kind, message_id, reply_to, recipient_address, in_reply_to, subject, text from messages
     where request_id = $1 and direction = 'out' and (recipient_address = $2 or $2 = '') order by id`,
    [id, address ?? ''],
  );
}

/** The participant's reply to the last message that they got about the request. */
export async function reply(
  node: Node,
  id: string,
  text: string,
  fields: Letter = {},
  place = 0,
): Promise<Message> {
  const email = (await showRequest(node, id)).participants[place]?.email as string;
  const last = (await writtenTo(node, id, email)).at(-1);
  assert.ok(last?.reply_to);
  return handInOne(
    node,
    {
      from: email,
      to: last.reply_to,
      subject: `Re: ${last.subject}`,
      answers: last.message_id,
      text,
      ...fields,
    },
    { recipient: last.reply_to },
  );
}
