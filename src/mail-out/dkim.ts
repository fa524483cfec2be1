// DKIM (RFC 6376): a signature in the name of a domain, over the text of a message and the header fields that matter. Our own, because
// the signers of nodemailer and mailauth can't sign that a field is there only once, and both block the process while they compute.
// More: docs/decisions/0026-outgoing-mail.md.
import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { Config } from '../settings/config.ts';

export interface Signing {
  domain: string;
  /** The name of the key. */
  selector: string;
  key: KeyObject;
}

/** Undefined without a key: then nothing is signed. */
export function signingOf({
  dkimDomain: domain,
  dkimSelector: selector,
  dkimKey: key,
}: Pick<Config, 'dkimDomain' | 'dkimSelector' | 'dkimKey'>): Signing | undefined {
  if (domain === undefined || selector === undefined || key === undefined) return undefined;
  return { domain, selector, key };
}

// Each name is signed once more than its field is there: whoever adds another field of the name breaks the signature.

/** Also if they are not there: readers show them, or answer to them. */
const ALWAYS = ['From', 'To', 'Cc', 'Subject', 'Reply-To'];
/** If they are there. Servers on the way may add them where they are not. */
const IF_THERE = [
  'Date',
  'Message-ID',
  'In-Reply-To',
  'References',
  'Auto-Submitted',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
  'MIME-Version',
  'Content-Type',
];
const LINE_LENGTH = 76;

/**
 * The message with its signature in front. It must be as it goes over the wire, with CR LF at the end of each line. Without a time in it,
 * the signature is the same on every attempt, as the message is.
 */
export async function signed(raw: string, { domain, selector, key }: Signing): Promise<string> {
  const end = raw.indexOf('\r\n\r\n');
  const fields = raw.slice(0, end).split(/\r\n(?![ \t])/);
  const { names, lines } = chosen(fields.map(relaxed));
  const unsigned = [
    'DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;',
    `d=${domain}; s=${selector};`,
    ...folded(`h=${names.join(':')};`),
    `bh=${hashOf(raw.slice(end + 4))};`,
    'b=',
  ].join('\r\n ');
  const { name, value } = relaxed(unsigned);
  const signature = await signatureOf(`${lines.join('')}${name}:${value}`, key);
  return `${unsigned}${signature.replace(/(.{72})(?=.)/g, '$1\r\n ')}\r\n${raw}`;
}

interface Field {
  name: string;
  value: string;
}

/** White space and capital letters of the name may change on the way. */
function relaxed(field: string): Field {
  const colon = field.indexOf(':');
  const value = field
    .slice(colon + 1)
    .replaceAll('\r\n', '')
    .replace(/[ \t]+/g, ' ')
    .replace(/^ | $/g, '');
  return { name: field.slice(0, colon).trimEnd().toLowerCase(), value };
}

/** Which names are signed, and the fields of these names. */
function chosen(fields: Field[]): { names: string[]; lines: string[] } {
  const names: string[] = [];
  const lines: string[] = [];
  for (const name of [...ALWAYS, ...IF_THERE]) {
    const own = fields.filter((field) => field.name === name.toLowerCase());
    if (own.length === 0 && !ALWAYS.includes(name)) continue;
    // Verifiers look for them from the end.
    lines.push(...own.toReversed().map((field) => `${field.name}:${field.value}\r\n`));
    names.push(...own.map(() => name), name);
  }
  return { names, lines };
}

function hashOf(body: string): string {
  const text = body.replace(/[ \t]+/g, ' ').replaceAll(' \r\n', '\r\n');
  let length = text.length;
  // Empty lines at the end may be added on the way.
  while (text.endsWith('\r\n', length)) length -= 2;
  return createHash('sha256')
    .update(length === 0 ? '' : `${text.slice(0, length)}\r\n`)
    .digest('base64');
}

/** In the thread pool: it takes about 4 ms of work with 2,048 bits, and six times as long with 4,096. */
function signatureOf(text: string, key: KeyObject): Promise<string> {
  return new Promise((resolve, reject) =>
    sign('sha256', Buffer.from(text), key, (error, signature) =>
      error ? reject(error) : resolve(signature.toString('base64')),
    ),
  );
}

/** A list of names in short lines. */
function folded(list: string): string[] {
  const lines = [''];
  for (const [name] of list.matchAll(/[^:]+:?/g)) {
    const line = lines.at(-1) as string;
    if (line.length + name.length < LINE_LENGTH) lines[lines.length - 1] = line + name;
    else lines.push(name);
  }
  return lines;
}

/** The record that publishes the key. */
export function recordOf({ domain, selector, key }: Signing): { name: string; value: string } {
  const bytes = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return {
    name: `${selector}._domainkey.${domain}`,
    value: `v=DKIM1; k=rsa; p=${bytes.toString('base64')}`,
  };
}
