import type { LookupAddress } from 'node:dns';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { isIP } from 'node:net';

/** Of a larger file the rest is not read. */
const MOST_BYTES = 1024 * 1024;

/** What is made of a file, anew whenever the file has changed. A file that can't be read is an empty one. */
export function createWatched<Made>(file: string, make: (lines: string[][]) => Made): () => Made {
  let last: { stamp: string; made: Made } | undefined;
  return () => {
    const stamp = stampOf(file);
    if (last?.stamp !== stamp) last = { stamp, made: make(stamp === '' ? [] : wordsIn(beginningOf(file))) };
    return last.made;
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

function beginningOf(file: string): string {
  const bytes = Buffer.alloc(MOST_BYTES);
  try {
    const opened = openSync(file, 'r');
    try {
      const length = readSync(opened, bytes, 0, MOST_BYTES, 0);
      const text = bytes.toString('utf8', 0, length);
      // Half a line could be half a name.
      return length < MOST_BYTES ? text : text.slice(0, text.lastIndexOf('\n'));
    } finally {
      closeSync(opened);
    }
  } catch {
    return '';
  }
}

/** The words of each line that has some, without comments. */
function wordsIn(text: string): string[][] {
  const lines = text.split('\n').map((line) => line.replace(/[#;].*/, '').trim());
  return lines.filter((line) => line !== '').map((line) => line.split(/\s+/));
}

/** /etc/hosts: an address, and the names that it has. */
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

export interface Search {
  /** Domains that a name may be short of. */
  domains: string[];
  /** A name with so many dots is taken for a whole one at first. */
  dots: number;
}

/** What /etc/resolv.conf says of names that are not whole. The servers in it are for those who ask them. */
export function searchIn(lines: string[][]): Search {
  const search: Search = { domains: [], dots: 1 };
  for (const [keyword, ...words] of lines) {
    if (keyword === 'search' || keyword === 'domain') search.domains = words.map((one) => one.toLowerCase());
    if (keyword !== 'options') continue;
    for (const [, dots] of words.join(' ').matchAll(/\bndots:(\d{1,2})\b/g)) search.dots = Number(dots);
  }
  return search;
}

/** What a name may stand for, in the order in which it is to be asked for. One that ends with a dot is whole. */
export function candidatesFor(name: string, { domains, dots }: Search): string[] {
  if (name.endsWith('.')) return [name];
  const longer = domains.map((domain) => `${name}.${domain.replace(/^\.|\.$/g, '')}`);
  return name.split('.').length > dots ? [name, ...longer] : [...longer, name];
}
