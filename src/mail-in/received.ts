// What a `Received` line says about where a mail came from. Every server words it differently. A line is only as trustworthy as
// the server that wrote it, and even a trustworthy server repeats what its client called itself.
import { isIP } from 'node:net';

/** No server writes longer lines. */
const MAX_LENGTH = 4_096;

export interface Hop {
  /** The address of the client, as the server saw it; null if the line has none. */
  client: string | null;
  /** Every address in the line, including what the client called itself. */
  named: string[];
  /** Handed in on the server itself: there is no client. */
  isLocal: boolean;
}

/** Takes the line without the field's name. */
export function hopIn(line: string): Hop {
  if (line.length > MAX_LENGTH) return { client: null, named: [], isLocal: false };
  const text = line.replace(/\s+/g, ' ').trim();
  const isFrom = /^from /i.test(text);
  const [clientPart = '', serverPart, ...others] = text.split(/ by /i);
  // The client, or its user, has smuggled in another "by": the parts of the line can't be told apart.
  if (isFrom && others.length > 0) return { client: null, named: addressesIn(text), isLocal: false };
  const isLocal = !isFrom || / with local\b/i.test(text) || clientPart.includes('[local]');
  // What the server says about itself has ids and versions, which can look like addresses.
  const ofServer = (isFrom ? (serverPart ?? '') : text).replace(/;[^;]*$/, '').replace(/ id \S+/gi, '');
  const named = [...addressesIn(isFrom ? clientPart : ''), ...addressesIn(ofServer)];
  return { client: isFrom ? clientIn(clientPart) : null, named, isLocal };
}

/**
 * What the client calls itself comes before its address, except with Exim: `name ([203.0.113.7] helo=x)`, `[203.0.113.7]
 * (helo=x)`.
 */
function clientIn(clientPart: string): string | null {
  const [name = '', ...comments] = clientPart.replace(/\bhelo=.*$/i, '').split('(');
  const [, alone = ''] = /^from (\[\S+\]) ?$/i.exec(name) ?? [];
  return addressesIn(comments.join(' ')).at(-1) ?? addressesIn(alone)[0] ?? null;
}

function addressesIn(text: string): string[] {
  const words = text.replace(/ipv6:/gi, ' ').match(/[0-9a-f:.]+/gi) ?? [];
  return words.map((word) => word.replace(/\.$/, '')).filter((word) => isIP(word) !== 0);
}
