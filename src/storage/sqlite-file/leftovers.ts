// Finds what deleted rows have left in a database file: SQLite only marks their space as free. Since Rota deletes with
// `secure_delete`, that space is overwritten, except for what was deleted before, and what stays in a page when its rows move to
// another one.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** How many bytes to read at a time. */
const CHUNK = 4 * 1024 ** 2;
const HEADER = 100;

export interface Leftovers {
  /** Matches in free space. */
  free: number;
  /** Matches in a page that continues a long value: they may be part of it, or left over from before. */
  continued: number;
}

/** Searches for bytes in a file that no transaction writes to. The caller must have no connection to it in this process. */
export function leftoversIn(file: string, wanted: RegExp): Leftovers {
  const descriptor = openSync(file, 'r');
  try {
    const found: Leftovers = { free: 0, continued: 0 };
    const { size } = fstatSync(descriptor);
    if (size < HEADER) return found;
    const header = readAt(descriptor, 0, HEADER);
    const pageSize = pageSizeIn(header);
    const free = freePages(descriptor, header, pageSize);
    for (let at = 0; at < size; at += CHUNK) {
      const chunk = readAt(descriptor, at, CHUNK);
      const text = chunk.toString('latin1');
      for (const { index, 0: match } of text.matchAll(wanted)) {
        const page = Math.floor((at + index) / pageSize);
        const start = page * pageSize - at;
        const kind = free.has(page + 1)
          ? 'free'
          : kindOfSpace(
              chunk.subarray(start, start + pageSize),
              page === 0 ? HEADER : 0,
              index - start,
              match.length,
            );
        if (kind !== 'taken') found[kind] += 1;
      }
    }
    return found;
  } finally {
    closeSync(descriptor);
  }
}

function readAt(descriptor: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(descriptor, bytes, 0, length, position));
}

/** As the format says: 1 stands for 65,536. A chunk has a whole number of pages of any size. */
function pageSizeIn(header: Buffer): number {
  const size = header.readUInt16BE(16);
  return size === 1 ? 65_536 : size;
}

/** The numbers of the pages on the free list: a chain of pages, each with a list of others. */
function freePages(descriptor: number, header: Buffer, pageSize: number): Set<number> {
  const pages = new Set<number>();
  for (let trunk = header.readUInt32BE(32); trunk !== 0 && !pages.has(trunk); ) {
    pages.add(trunk);
    const page = readAt(descriptor, (trunk - 1) * pageSize, pageSize);
    const count = Math.min(page.readUInt32BE(4), pageSize / 4 - 2);
    for (let place = 0; place < count; place += 1) pages.add(page.readUInt32BE(8 + place * 4));
    trunk = page.readUInt32BE(0);
  }
  return pages;
}

/** The first byte of a page of rows or of an index. Others continue a long value. */
const INNER = [2, 5];
const LEAF = [10, 13];

function kindOfSpace(
  page: Buffer,
  offset: number,
  at: number,
  length: number,
): 'free' | 'continued' | 'taken' {
  const type = page[offset] as number;
  if (![...INNER, ...LEAF].includes(type)) return 'continued';
  const cells = page.readUInt16BE(offset + 3);
  const pointersEnd = offset + (INNER.includes(type) ? 12 : 8) + cells * 2;
  const contentStart = page.readUInt16BE(offset + 5) || 65_536;
  const overlaps = (from: number, to: number) => at < to && at + length > from;
  if (overlaps(pointersEnd, contentStart)) return 'free';
  // Free space between rows: a chain, in ascending order.
  for (let block = page.readUInt16BE(offset + 1), last = 0; block > last && block + 4 <= page.length; ) {
    if (overlaps(block, block + page.readUInt16BE(block + 2))) return 'free';
    last = block;
    block = page.readUInt16BE(block);
  }
  return 'taken';
}
