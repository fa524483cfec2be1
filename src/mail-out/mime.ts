// A stored message as it goes over the wire: the same bytes on every attempt. Headers are ASCII, with one exception (see
// `addressOf`). Bodies are quoted-printable or base64: no line is longer than 76 characters, and none can be taken for a
// boundary.

import { domainToASCII } from 'node:url';
import { encode as quotedPrintable, wrap } from 'nodemailer/lib/qp';
import { type InviteDetails, withDetails } from '../icalendar/details.ts';
import { onOneLine } from '../text/plain-text.ts';
import type { Content } from './content.ts';
import type { MessageKind } from './drafts.ts';
import { toHtml } from './html.ts';
import type { Logo } from './logo-queries.ts';
import { OWN_MARK } from './message-ids.ts';

/** The columns of a message that sending needs. */
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
  /** JSON of what the invitation says to this reader alone. */
  invite_details: string | null;
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
 * These messages ask a participant for a time, on behalf of the organizer. An out-of-office reply to them says when the
 * participant is back, so they have no header that suppresses automatic replies: neither `Auto-Submitted`, nor Exchange's own.
 */
const asksParticipants = (kind: MessageKind) => kind === 'options' || kind === 'follow_up';

interface Extras {
  /** Where the recipient opts out; null if they can't. */
  stopUrl?: string | null;
  logo?: Logo | undefined;
}

/** `bounceAddress` is where mail servers return what they can't deliver. */
export function toMime(
  message: StoredMessage,
  bounceAddress: string,
  { stopUrl = null, logo }: Extras = {},
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
    raw: `${headers.join('\r\n')}\r\n${bodyOf(message, logo)}`,
  };
}

/** RFC 2369. Mail programs show a button for it. With RFC 8058, which needs https, they call the URL themselves. */
const unsubscribing = (stopUrl: string) => [
  `List-Unsubscribe: <${stopUrl}>`,
  ...(stopUrl.startsWith('https:') ? ['List-Unsubscribe-Post: List-Unsubscribe=One-Click'] : []),
];

/** The headers of a part, an empty line and its content, with a line break at the end. */
function bodyOf(message: StoredMessage, logo: Logo | undefined): string {
  const { id, text, content, invite_method } = message;
  const invite = inviteOf(message);
  const method = invite_method ?? 'REQUEST';
  const alternatives = [
    textPart('text/plain', text),
    ...(content === null ? [] : [htmlPart(message, JSON.parse(content) as Content, logo)]),
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

function inviteOf({ invite, invite_details }: StoredMessage): string | null {
  if (invite === null || invite_details === null) return invite;
  return withDetails(invite, JSON.parse(invite_details) as InviteDetails);
}

/** With the image of the logo beside it (RFC 2387), which no reader takes for an attachment. */
function htmlPart({ id, subject }: StoredMessage, content: Content, logo: Logo | undefined): string {
  if (!logo) return textPart('text/html', toHtml(subject, content));
  const contentId = `logo@${id}`;
  const [, extension] = logo.contentType.split('/');
  return multipart('related', `${id}_r`, [
    textPart('text/html', toHtml(subject, content, { logo: `cid:${contentId}` })),
    base64Part(logo.contentType, logo.bytes, [
      `Content-ID: <${contentId}>`,
      `Content-Disposition: inline; filename="logo.${extension}"`,
    ]),
  ]);
}

function multipart(type: string, name: string, parts: string[]): string {
  // `=_` can't occur in quoted-printable or base64.
  const boundary = `=_${name}`;
  const inside = parts.map((part) => `--${boundary}\r\n${part}`).join('');
  return `Content-Type: multipart/${type};\r\n boundary="${boundary}"\r\n\r\n${inside}--${boundary}--\r\n`;
}

function textPart(type: string, text: string): string {
  return `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${wrap(
    quotedPrintable(text.replace(/\r?\n/g, '\r\n')),
  )}\r\n`;
}

function base64Part(type: string, bytes: string | Uint8Array, headers: string[] = []): string {
  const encoded = Buffer.from(bytes as Uint8Array)
    .toString('base64')
    .replace(/(.{76})(?=.)/g, '$1\r\n');
  return `${[`Content-Type: ${type}`, ...headers, 'Content-Transfer-Encoding: base64'].join('\r\n')}\r\n\r\n${encoded}\r\n`;
}

const LINE_LENGTH = 76;
/** In an encoded word, so that the header line, including its name, has at most 76 characters. */
const WORD_BYTES = 39;

/** Longer words can't be folded into short lines, unless encoded. */
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

/** RFC 2047. No character is split between words; readers drop the breaks between them. */
function encodedWords(text: string): string {
  const words = [''];
  for (const character of text) {
    const word = words.at(-1) as string;
    if (Buffer.byteLength(word + character) > WORD_BYTES) words.push(character);
    else words[words.length - 1] = word + character;
  }
  return words.map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ');
}

/** What `isEmail` accepts, and domains without a dot. */
const ADDRESS = /^([^\s\p{C}"(),:;<>@[\\\]]+)@([\p{L}\p{M}\p{N}.-]+)$/u;

/**
 * Writes the domain in ASCII. There is no ASCII form for the part before the @: if it has other characters, the address stays as
 * it is in envelope and header, and a server without SMTPUTF8 refuses it. Throws for text that could be read as anything but one
 * address.
 */
function addressOf(address: string): string {
  const [, name, domain = ''] = ADDRESS.exec(address) ?? [];
  const ascii = domainToASCII(domain);
  if (name === undefined || ascii === '') throw new Error(`${JSON.stringify(address)} is no address`);
  return `${name}@${ascii}`;
}
