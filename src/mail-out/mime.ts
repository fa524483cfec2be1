// A stored message as it goes over the wire: the same bytes on every attempt. Headers are ASCII, with one exception that is told at
// `addressOf`. Bodies are quoted-printable or base64: no line is longer than 76 characters, and none can be taken for a boundary.
import { domainToASCII } from 'node:url';
import { encode as quotedPrintable, wrap } from 'nodemailer/lib/qp';
import { onOneLine } from '../text/plain-text.ts';
import type { Content } from './content.ts';
import type { MessageKind } from './drafts.ts';
import { toHtml } from './html.ts';
import { OWN_MARK } from './message-ids.ts';

/** What is sent of a message, as its row has it. */
export interface StoredMessage {
  id: string;
  kind: MessageKind;
  sender_name: string | null;
  sender_address: string;
  recipient_name: string | null;
  recipient_address: string;
  reply_to: string | null;
  subject: string;
  text: string;
  /** JSON of its `Content`; null for plain text alone. */
  content: string | null;
  invite: string | null;
  invite_method: string | null;
  message_id: string;
  in_reply_to: string | null;
  /** JSON of the Message-IDs before it. */
  thread: string;
  created_at: number;
}

export interface WireMessage {
  envelope: { from: string; to: string };
  raw: string;
}

/**
 * What asks a participant for a time is written for the organizer. An out-of-office reply to it says when they are back, so nothing
 * asks machines to keep quiet: neither `Auto-Submitted`, nor what Exchange knows.
 */
const asksParticipants = (kind: MessageKind) => kind === 'options' || kind === 'follow_up';

/** `bounceAddress` is where mail servers send what they can't deliver, `stopUrl` where the reader asks for no more of it, if they can. */
export function toMime(
  message: StoredMessage,
  bounceAddress: string,
  stopUrl: string | null = null,
): WireMessage {
  const from = addressOf(message.sender_address);
  const to = addressOf(message.recipient_address);
  const thread: string[] = JSON.parse(message.thread);
  const headers = [
    `From: ${mailbox(message.sender_name, from)}`,
    `To: ${mailbox(message.recipient_name, to)}`,
    ...(message.reply_to === null ? [] : [`Reply-To: <${addressOf(message.reply_to)}>`]),
    folded('Subject', message.subject),
    `Date: ${new Date(message.created_at).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: ${message.message_id}`,
    ...(message.in_reply_to === null ? [] : [`In-Reply-To: ${message.in_reply_to}`]),
    ...(thread.length === 0 ? [] : [`References: ${thread.join('\r\n ')}`]),
    ...(asksParticipants(message.kind) ? [] : ['Auto-Submitted: auto-generated']),
    `${OWN_MARK}: ${message.kind}`,
    ...(stopUrl === null ? [] : unsubscribing(stopUrl)),
    'MIME-Version: 1.0',
  ];
  return {
    envelope: { from: addressOf(bounceAddress), to },
    raw: `${headers.join('\r\n')}\r\n${bodyOf(message)}`,
  };
}

/** RFC 2369. Mail programs have a button for it, and with RFC 8058 call it themselves, which takes https. */
const unsubscribing = (stopUrl: string) => [
  `List-Unsubscribe: <${stopUrl}>`,
  ...(stopUrl.startsWith('https:') ? ['List-Unsubscribe-Post: List-Unsubscribe=One-Click'] : []),
];

/** Headers of a part, an empty line, its content. It ends with a line break. */
function bodyOf({ id, subject, text, content, invite, invite_method }: StoredMessage): string {
  const method = invite_method ?? 'REQUEST';
  const alternatives = [
    textPart('text/plain', text),
    ...(content === null ? [] : [textPart('text/html', toHtml(subject, JSON.parse(content) as Content))]),
  ];
  if (invite === null) return multipart('alternative', `${id}_a`, alternatives);
  const calendar = `charset=utf-8; method=${method}`;
  alternatives.push(base64Part(`text/calendar; ${calendar}`, invite));
  return multipart('mixed', `${id}_m`, [
    multipart('alternative', `${id}_a`, alternatives),
    base64Part(`application/ics; ${calendar};\r\n name="invite.ics"`, invite, [
      'Content-Disposition: attachment; filename="invite.ics"',
    ]),
  ]);
}

function multipart(type: string, name: string, parts: string[]): string {
  // Neither quoted-printable nor base64 has `=_` in it.
  const boundary = `=_${name}`;
  const inside = parts.map((part) => `--${boundary}\r\n${part}`).join('');
  return `Content-Type: multipart/${type};\r\n boundary="${boundary}"\r\n\r\n${inside}--${boundary}--\r\n`;
}

function textPart(type: string, text: string): string {
  return `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${wrap(
    quotedPrintable(text.replace(/\r?\n/g, '\r\n')),
  )}\r\n`;
}

function base64Part(type: string, text: string, headers: string[] = []): string {
  const encoded = Buffer.from(text)
    .toString('base64')
    .replace(/(.{76})(?=.)/g, '$1\r\n');
  return `${[`Content-Type: ${type}`, ...headers, 'Content-Transfer-Encoding: base64'].join('\r\n')}\r\n\r\n${encoded}\r\n`;
}

const LINE_LENGTH = 76;
/** Of an encoded word, so that the line of the header has at most 76 characters with its name. */
const WORD_BYTES = 39;

/** Longer ones can't be folded into short lines, but encoded words can. */
const MAX_PLAIN = 60;

/** Printable ASCII that no reader takes for an encoded word. */
const isPlain = (text: string) => /^[ -~]*$/.test(text) && !text.includes('=?');

function mailbox(name: string | null, address: string): string {
  const shown = onOneLine(name ?? '');
  if (shown === '') return `<${address}>`;
  const phrase =
    isPlain(shown) && shown.length <= MAX_PLAIN
      ? `"${shown.replace(/["\\]/g, '\\$&')}"`
      : encodedWords(shown);
  return `${phrase}\r\n <${address}>`;
}

function folded(header: string, value: string): string {
  const text = onOneLine(value);
  const [first, ...words] = text.split(' ');
  if (!isPlain(text) || [first, ...words].some((word = '') => word.length > MAX_PLAIN)) {
    return `${header}: ${encodedWords(text)}`;
  }
  const lines = [`${header}: ${first}`];
  for (const word of words) {
    const line = lines.at(-1) as string;
    if (line.length + 1 + word.length > LINE_LENGTH) lines.push(` ${word}`);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.join('\r\n');
}

/** RFC 2047. Each word has whole characters; readers drop the breaks between words. */
function encodedWords(text: string): string {
  const words = [''];
  for (const character of text) {
    const word = words.at(-1) as string;
    if (Buffer.byteLength(word + character) > WORD_BYTES) words.push(character);
    else words[words.length - 1] = word + character;
  }
  return words.map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ');
}

/** What `isEmail` lets through, and domains without a dot. */
const ADDRESS = /^([^\s\p{C}"(),:;<>@[\\\]]+)@([\p{L}\p{M}\p{N}.-]+)$/u;

/**
 * A domain goes as ASCII. A name before the @ that is not ASCII can't: such an address stays as it is in envelope and header, and a
 * server without SMTPUTF8 refuses it. Throws for what could be read as something else than one address.
 */
function addressOf(address: string): string {
  const [, name, domain = ''] = ADDRESS.exec(address) ?? [];
  const ascii = domainToASCII(domain);
  if (name === undefined || ascii === '') throw new Error(`${JSON.stringify(address)} is no address`);
  return `${name}@${ascii}`;
}
