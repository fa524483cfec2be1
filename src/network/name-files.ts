import type { LookupAddress } from 'node:dns';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { isIP } from 'node:net';

/** Ignores the rest of a larger file. */
const MAX_BYTES = 1024 * 1024;

/** Parses the file again whenever it has changed. An unreadable file counts as empty. */
export function createFileCache<Parsed>(file: string, parse: (lines: string[][]) => Parsed): () => Parsed {
  let last: { stamp: string; parsed: Parsed } | undefined;
  return () => {
    const stamp = stampOf(file);
    if (last?.stamp !== stamp) last = { stamp, parsed: parse(stamp === '' ? [] : wordsIn(startOf(file))) };
    return last.parsed;
  };
}

function stampOf(file: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(file);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return '';
  }
}

function startOf(file: string): string {
  const bytes = Buffer.alloc(MAX_BYTES);
  try {
    const opened = openSync(file, 'r');
    try {
      const length = readSync(opened, bytes, 0, MAX_BYTES, 0);
      const text = bytes.toString('utf8', 0, length);
      // The last line may be cut off.
      return length < MAX_BYTES ? text : text.slice(0, text.lastIndexOf('\n'));
    } finally {
      closeSync(opened);
    }
  } catch {
    return '';
  }
}

/** The words of each line, without comments and empty lines. */
function wordsIn(text: string): string[][] {
  const lines = text.split('\n').map((line) => line.replace(/[#;].*/, '').trim());
  return lines.filter((line) => line !== '').map((line) => line.split(/\s+/));
}

/** Reads /etc/hosts: each line has an address and its names. */
export function hostsIn(lines: string[][]): Map<string, LookupAddress[]> {
  const hosts = new Map<string, LookupAddress[]>();
  for (const [address = '', ...names] of lines) {
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of names.map((one) => one.toLowerCase())) {
      hosts.set(name, [...(hosts.get(name) ?? []), { address, family }]);
    }
  }
  return hosts;
}

interface Search {
  /** Domains to append to incomplete names. */
  domains: string[];
  /** A name with at least this many dots is first tried as it is. */
  dots: number;
}

/** Reads the search domains from /etc/resolv.conf. `Resolver` reads the servers itself. */
export function searchIn(lines: string[][]): Search {
  const search: Search = { domains: [], dots: 1 };
  for (const [keyword, ...words] of lines) {
    if (keyword === 'search' || keyword === 'domain') search.domains = words.map((one) => one.toLowerCase());
    if (keyword !== 'options') continue;
    for (const [, dots] of words.join(' ').matchAll(/\bndots:(\d{1,2})\b/g)) search.dots = Number(dots);
  }
  return search;
}

/** The names to query, in order. A trailing dot makes a name complete. */
export function candidatesFor(name: string, { domains, dots }: Search): string[] {
  if (name.endsWith('.')) return [name];
  const longer = domains.map((domain) => `${name}.${domain.replace(/^\.|\.$/g, '')}`);
  return name.split('.').length > dots ? [name, ...longer] : [...longer, name];
}
