// DKIM (RFC 6376): signs a message in the name of a domain, over its body and the header fields that matter. This is our own,
// because the signers of nodemailer and mailauth can't sign that a field occurs only once, and both block the process while they
// compute.
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

// Each name is signed once more than its field occurs, so that adding another field of that name breaks the signature.

/** Signed even if absent: mail programs show them or reply to them. */
const ALWAYS = ['From', 'To', 'Cc', 'Subject', 'Reply-To'];
/** Signed if present. Servers on the way may add those that are missing. */
const IF_PRESENT = [
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
 * Puts the signature in front of the message, which must be exactly as it goes over the wire, with CR LF at the end of each line.
 * The signature has no timestamp, so it is the same on every attempt, like the message.
 */
export async function signed(raw: string, { domain, selector, key }: Signing): Promise<string> {
  const end = raw.indexOf('\r\n\r\n');
  const fields = raw.slice(0, end).split(/\r\n(?![ \t])/);
  const { names, lines } = selectFields(fields.map(relaxed));
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

/** Normalizes what may change on the way: white space, and the case of the name. */
function relaxed(field: string): Field {
  const colon = field.indexOf(':');
  const value = field
    .slice(colon + 1)
    .replaceAll('\r\n', '')
    .replace(/[ \t]+/g, ' ')
    .replace(/^ | $/g, '');
  return { name: field.slice(0, colon).trimEnd().toLowerCase(), value };
}

/** The names to sign, and the fields with these names. */
function selectFields(fields: Field[]): { names: string[]; lines: string[] } {
  const names: string[] = [];
  const lines: string[] = [];
  for (const name of [...ALWAYS, ...IF_PRESENT]) {
    const own = fields.filter((field) => field.name === name.toLowerCase());
    if (own.length === 0 && !ALWAYS.includes(name)) continue;
    // Verifiers match them from the end.
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

/** Runs in the thread pool: it takes about 4 ms with 2,048 bits, and six times as long with 4,096. */
function signatureOf(text: string, key: KeyObject): Promise<string> {
  return new Promise((resolve, reject) =>
    sign('sha256', Buffer.from(text), key, (error, signature) =>
      error ? reject(error) : resolve(signature.toString('base64')),
    ),
  );
}

/** Wraps a list of names into short lines. */
function folded(list: string): string[] {
  const lines = [''];
  for (const [name] of list.matchAll(/[^:]+:?/g)) {
    const line = lines.at(-1) as string;
    if (line.length + name.length < LINE_LENGTH) lines[lines.length - 1] = line + name;
    else lines.push(name);
  }
  return lines;
}

/** The DNS record that publishes the key. */
export function recordOf({ domain, selector, key }: Signing): { name: string; value: string } {
  const bytes = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return {
    name: `${selector}._domainkey.${domain}`,
    value: `v=DKIM1; k=rsa; p=${bytes.toString('base64')}`,
  };
}
