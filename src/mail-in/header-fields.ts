// Header fields as text, and values with parameters (RFC 2045, RFC 2231). Every loop is linear.
import { decodedText } from './decoding.ts';
import { headerFieldsIn } from './headers.ts';

interface Field {
  /** In lower case. */
  name: string;
  /** Unfolded, as written. */
  value: string;
}
export type Fields = Field[];

export interface Structured {
  /** In lower case, without comments: `text/plain`. */
  value: string;
  /** Names in lower case. If a name occurs twice, the first counts. */
  parameters: Map<string, string>;
}

/** The first field of that name, always: otherwise a second one could make two readers see different mails. Empty without one. */
export const firstOf = (fields: Fields, name: string) => allOf(fields, name)[0] ?? '';
export const allOf = (fields: Fields, name: string) =>
  fields.filter((field) => field.name === name).map(({ value }) => value);

/** The header of a mail or a part. International mail has UTF-8 there, and some programs use the local charset. */
export const fieldsIn = (bytes: Uint8Array): Fields =>
  headerFieldsIn(bytes).fields.map(({ name, value }) => ({
    name,
    value: utf8In(value).replace(/\r?\n/g, '').trim(),
  }));

/** Skips ASCII: there can be thousands of fields, and most have nothing else. */
const utf8In = (value: string) =>
  /[\x80-\xff]/.test(value) ? decodedText(Buffer.from(value, 'latin1'), 'utf-8') : value;

/** `multipart/mixed; boundary="a b"`. */
export function structured(text: string): Structured {
  const [value = '', ...rest] = split(withoutComments(text));
  const written = new Map<string, string>();
  for (const parameter of rest) {
    const equals = parameter.indexOf('=');
    if (equals === -1) continue;
    const name = parameter.slice(0, equals).trim().toLowerCase();
    if (!written.has(name)) written.set(name, unquoted(parameter.slice(equals + 1).trim()));
  }
  return { value: value.trim().toLowerCase(), parameters: joined(written) };
}

function withoutComments(text: string): string {
  if (!text.includes('(')) return text;
  const kept: string[] = [];
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') {
      if (depth === 0) kept.push(text.slice(at, at + 2));
      at += 1;
    } else if (depth === 0 && character === '"') {
      isQuoted = !isQuoted;
      kept.push(character);
    } else if (!isQuoted && character === '(') depth += 1;
    else if (!isQuoted && depth > 0 && character === ')') depth -= 1;
    else if (depth === 0) kept.push(character);
  }
  return kept.join('');
}

/** At semicolons outside quotation marks. */
function split(text: string): string[] {
  const found: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\' && isQuoted) at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === ';' && !isQuoted) {
      found.push(text.slice(start, at));
      start = at + 1;
    }
  }
  found.push(text.slice(start));
  return found;
}

function unquoted(text: string): string {
  if (!text.startsWith('"')) return text;
  const end = text.length > 1 && text.endsWith('"') ? text.length - 1 : text.length;
  return text.slice(1, end).replace(/\\(.)/g, '$1');
}

/** RFC 2231: `filename*0*=utf-8''a%20; filename*1=b`. */
function joined(written: Map<string, string>): Map<string, string> {
  const parameters = new Map<string, string>();
  const sections = new Map<string, { number: number; isEncoded: boolean; value: string }[]>();
  for (const [key, value] of written) {
    const [, name = '', number = '0', star = ''] = /^([^*]+)\*(\d{0,3})(\*?)$/.exec(key) ?? [];
    if (name === '') parameters.set(key, value);
    else {
      const section = { number: Number(number), isEncoded: star === '*' || number === '', value };
      sections.set(name, [...(sections.get(name) ?? []), section]);
    }
  }
  for (const [name, parts] of sections) {
    if (parameters.has(name)) continue;
    parts.sort((a, b) => a.number - b.number);
    const charset = /^([^']*)'[^']*'/.exec(parts[0]?.isEncoded ? parts[0].value : '');
    const bytes = parts.map(({ value, isEncoded }, place) => {
      const text = place === 0 && charset ? value.slice(charset[0].length) : value;
      return isEncoded ? percentDecoded(text) : Buffer.from(text);
    });
    parameters.set(name, decodedText(Buffer.concat(bytes), charset?.[1] || 'utf-8'));
  }
  return parameters;
}

function percentDecoded(text: string): Buffer {
  const latin = Buffer.from(text, 'utf8').toString('latin1');
  return Buffer.from(
    latin.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}
