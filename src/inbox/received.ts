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
  const from = /^from (.*?)(?: by |;|$)/i.exec(text)?.[1];
  // Ids and versions can look like addresses.
  const named = addressesIn(text.replace(/;[^;]*$/, '').replace(/ id \S+/gi, ''));
  // In Exim's lines, `[203.0.113.7] (helo=x)` and `name ([203.0.113.7] helo=[127.0.0.1])`.
  const [name = '', ...comments] = (from ?? '').replace(/\bhelo=\S+/gi, '').split('(');
  const client = addressesIn(comments.join(' ')).at(-1) ?? addressesIn(name)[0] ?? null;
  const isLocal = from === undefined || / with local\b/i.test(text) || from.includes('[local]');
  return { client, named, isLocal };
}

function addressesIn(text: string): string[] {
  const words = text.replace(/ipv6:/gi, ' ').match(/[0-9a-f:.]+/gi) ?? [];
  return words.map((word) => word.replace(/\.$/, '')).filter((word) => isIP(word) !== 0);
}
