// What a `Received` line says about where a mail came from. Every server words it in its own way. A line is as good as the server
// that wrote it, and even a good server repeats what its client has called itself.
import { isIP } from 'node:net';

/** No server writes longer ones. */
const MAX_LENGTH = 4_096;

export interface Hop {
  /** The address of the client, as the server saw it; null if the line has none. */
  client: string | null;
  /** Every address in the line, also what the client has called itself. */
  named: string[];
  /** It was handed in on the server itself: there is no client. */
  isLocal: boolean;
}

/** Takes the line without the field's name. */
export function hopIn(line: string): Hop {
  if (line.length > MAX_LENGTH) return { client: null, named: [], isLocal: false };
  const text = line.replace(/\s+/g, ' ').trim();
  const isFrom = /^from /i.test(text);
  const [given = '', written, ...others] = text.split(/ by /i);
  // A client, or whom it writes for, has put in a "by" of its own: nobody can tell the parts of the line apart.
  if (isFrom && others.length > 0) return { client: null, named: addressesIn(text), isLocal: false };
  const isLocal = !isFrom || / with local\b/i.test(text) || given.includes('[local]');
  // What the server writes of itself has ids and versions, which can look like addresses.
  const ofServer = (isFrom ? (written ?? '') : text).replace(/;[^;]*$/, '').replace(/ id \S+/gi, '');
  const named = [...addressesIn(isFrom ? given : ''), ...addressesIn(ofServer)];
  return { client: isFrom ? clientIn(given) : null, named, isLocal };
}

/** What the client calls itself comes before its address, but for Exim: `name ([203.0.113.7] helo=x)`, `[203.0.113.7] (helo=x)`. */
function clientIn(given: string): string | null {
  const [name = '', ...comments] = given.replace(/\bhelo=.*$/i, '').split('(');
  const [, alone = ''] = /^from (\[\S+\]) ?$/i.exec(name) ?? [];
  return addressesIn(comments.join(' ')).at(-1) ?? addressesIn(alone)[0] ?? null;
}

function addressesIn(text: string): string[] {
  const words = text.replace(/ipv6:/gi, ' ').match(/[0-9a-f:.]+/gi) ?? [];
  return words.map((word) => word.replace(/\.$/, '')).filter((word) => isIP(word) !== 0);
}
