// Signed and encrypted mail: reads what is in clear text, and leaves the rest alone.
import { type Part, readTree } from './mime.ts';
import { bytesOf } from './text.ts';

const SMIME = /^application\/(?:x-)?pkcs7-mime$/;

/** With S/MIME, the whole mail may be inside its signature. Otherwise returns the part itself. */
export function insideSignature(root: Part): Part {
  if (!SMIME.test(root.content_type.value)) return root;
  const signed = signedContent(bytesOf(root));
  if (!signed) return root;
  const inner = readTree(signed);
  if (inner.excess !== null) return root;
  const envelope = root.fields.filter(({ name }) => !name.startsWith('content-'));
  return { ...inner.root, fields: [...envelope, ...inner.root.fields] };
}

/** `text` is what could be read of it. */
export const isEncrypted = (root: Part, text: string) =>
  SMIME.test(root.content_type.value) ||
  root.content_type.value === 'multipart/encrypted' ||
  /^-----BEGIN PGP MESSAGE-----$/m.test(text.slice(0, 2_000));

const ARMOUR = '-----BEGIN PGP SIGNED MESSAGE-----';

/** The text without the PGP signature around it. */
export function withoutArmour(text: string): string {
  const start = text.indexOf(ARMOUR);
  if (start === -1 || text.slice(0, start).trim() !== '') return text;
  const body = text.indexOf('\n\n', start);
  const end = text.indexOf('\n-----BEGIN PGP SIGNATURE-----', start);
  if (body === -1 || end < body) return text;
  return text.slice(body + 2, end).replace(/^- /gm, '');
}

const SEQUENCE = 0x30;
const SET = 0x31;
const OID = 0x06;
const OCTETS = 0x04;
const CONSTRUCTED_OCTETS = 0x24;
const CONTENT = 0xa0;
const SIGNED_DATA = Buffer.from('2a864886f70d010702', 'hex');
const DATA = Buffer.from('2a864886f70d010701', 'hex');

/**
 * The signed content of CMS (RFC 5652): ContentInfo { signedData, [0] SignedData { version, digests, { data, [0] octets } … } }.
 * Undefined for anything else, above all for encrypted content.
 */
function signedContent(bytes: Buffer): Buffer | undefined {
  const info = childrenOf(elementAt(bytes, 0), SEQUENCE);
  if (!info?.[0] || info[0].tag !== OID || !info[0].content.equals(SIGNED_DATA)) return undefined;
  const signedData = childrenOf(childrenOf(info[1], CONTENT)?.[0], SEQUENCE);
  if (signedData?.[1]?.tag !== SET) return undefined;
  const encapsulated = childrenOf(signedData[2], SEQUENCE);
  if (!encapsulated?.[0]?.content.equals(DATA)) return undefined;
  const octets = childrenOf(encapsulated[1], CONTENT)?.[0];
  if (octets?.tag === OCTETS) return octets.content;
  return octets?.tag === CONSTRUCTED_OCTETS
    ? Buffer.concat((childrenOf(octets, CONSTRUCTED_OCTETS) ?? []).map(({ content }) => content))
    : undefined;
}

interface Element {
  tag: number;
  content: Buffer;
  end: number;
}

/** Only the first few: nobody needs more, except for octets, which can have many pieces. */
function childrenOf(element: Element | undefined, tag: number): Element[] | undefined {
  if (element?.tag !== tag) return undefined;
  const children: Element[] = [];
  const limit = tag === CONSTRUCTED_OCTETS ? 10_000 : 4;
  for (let at = 0; at < element.content.length && children.length < limit; ) {
    const child = elementAt(element.content, at);
    if (!child || child.tag === 0) break;
    children.push(child);
    at = child.end;
  }
  return children;
}

/** An element of BER. Without a length, its content is all that follows: the reader stops at the end mark. */
function elementAt(bytes: Buffer, at: number): Element | undefined {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined) return undefined;
  if (first === 0x80) return { tag, content: bytes.subarray(at + 2), end: bytes.length };
  const digits = first < 0x80 ? 0 : first & 0x7f;
  if (digits > 4 || at + 2 + digits > bytes.length) return undefined;
  const length = digits === 0 ? first : bytes.readUIntBE(at + 2, digits);
  const start = at + 2 + digits;
  const end = start + length;
  return end <= bytes.length ? { tag, content: bytes.subarray(start, end), end } : undefined;
}
