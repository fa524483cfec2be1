import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { endianness } from 'node:os';

/** What is in SQLite's journal, the file `-wal` beside the database. */
export interface Journal {
  /** Whole transactions that SQLite will read. */
  transactions: number;
  /** What was committed behind them, and SQLite will pass over: there is damage. */
  lost: Lost | undefined;
}

export interface Lost {
  /** Where what SQLite reads comes to an end. */
  fromByte: number;
  frames: number;
  /** At least so many: one whose end is damaged can't be counted. */
  transactions: number;
}

// https://www.sqlite.org/walformat.html
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** One more when the sums are made of big-endian words. */
const MAGIC = 0x377f0682;
/** What SQLite gives to new databases. */
const USUAL_PAGE_BYTES = 4096;
/** What a disk writes wholly or not at all. */
const SECTOR_BYTES = 512;
const FRAMES_AT_ONCE = 32;

export const journalOf = (databaseFile: string) => `${databaseFile}-wal`;

/** After a clean stop there is none. */
export function hasJournal(databaseFile: string): boolean {
  return (statSync(journalOf(databaseFile), { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/**
 * Reads the journal as SQLite does after a crash, and goes on where SQLite ends. At the first frame that does not carry on
 * the sum of those before it, SQLite takes the rest for a transaction that was never committed. That is so when the
 * machine stopped while the last transaction was being written. It is not when, behind the bad frame, a transaction ends and
 * another one, whole, carries on its sum: that one was begun after the other had been committed, synced and acknowledged.
 *
 * Nothing else looks like this. Frames from before the journal was begun anew have other salts than its header; a
 * transaction that was undone, or that failed at its commit, is carried on by none.
 *
 * What can't be told: damage in the last transaction, or at the very end of the one before it; and that a journal ended
 * later once, or was there at all.
 */
export function readJournal(databaseFile: string): Journal {
  const { journal, digest } = scan(databaseFile);
  // Somebody may be writing. What is the same a second time was all there at one moment.
  if (journal.lost && scan(databaseFile).digest !== digest) return { ...journal, lost: undefined };
  return journal;
}

function scan(databaseFile: string): { journal: Journal; digest: string } {
  const digest = createHash('sha1');
  let replayed = { frames: 0, transactions: 0 };
  let lost: Lost | undefined;
  let fromByte: number | undefined;
  let frames = 0;
  let transactions = 0;
  /** Since a transaction ended, behind the bad frame, every frame carries on the one before it. */
  let isCarriedOn = false;

  for (const frame of framesOf(databaseFile, (header) => digest.update(header))) {
    digest.update(frame.bytes);
    frames += 1;
    if (frame.endsTransaction && frame.isOfThisRound) transactions += 1;
    if (frame.isReplayed) {
      if (frame.endsTransaction) replayed = { frames, transactions };
      continue;
    }
    fromByte ??= frame.position;
    isCarriedOn &&= frame.isLinked;
    if (!frame.endsTransaction) continue;
    if (isCarriedOn) {
      lost = {
        fromByte,
        frames: frames - replayed.frames,
        transactions: transactions - replayed.transactions,
      };
    }
    // That it ends one is known when its sum is right, or when the disk can't have written a part of its header only.
    const isInOneSector = (frame.position % SECTOR_BYTES) + FRAME_HEADER_BYTES <= SECTOR_BYTES;
    isCarriedOn ||= frame.isLinked || isInOneSector;
  }
  return { journal: { transactions: replayed.transactions, lost }, digest: digest.digest('hex') };
}

export interface Frame {
  /** Good until the next one is asked for. */
  bytes: Buffer;
  position: number;
  endsTransaction: boolean;
  /** Written since the journal was begun anew. */
  isOfThisRound: boolean;
  /** It carries on the sum of the one before it. */
  isLinked: boolean;
  /** So do all before it, from the header on, so that SQLite reads it. */
  isReplayed: boolean;
}

export const pageNumberOf = ({ bytes }: Frame) => bytes.readUInt32BE(0);
export const pageOf = ({ bytes }: Frame) => bytes.subarray(FRAME_HEADER_BYTES);

/** All of the journal, as far as it is whole frames. */
export function* framesOf(
  databaseFile: string,
  seeHeader: (header: Buffer) => void = () => {},
): Generator<Frame> {
  const descriptor = openIfThere(journalOf(databaseFile));
  if (descriptor === undefined) return;
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    if (readSync(descriptor, header) < HEADER_BYTES) return;
    seeHeader(header);
    yield* follow(descriptor, header);
  } finally {
    closeSync(descriptor);
  }
}

function* follow(descriptor: number, header: Buffer): Generator<Frame> {
  const { isWhole, littleEndian, pageBytes } = readHeader(header);
  let sum = sumAt(header, 24);
  let salts = sumAt(header, 16);
  let isReplayed = isWhole;
  let position = HEADER_BYTES;
  for (const bytes of piecesOf(descriptor, FRAME_HEADER_BYTES + pageBytes)) {
    const hasSalts = isSame(sumAt(bytes, 8), salts);
    const isLinked = hasSalts && isSame(sumOf(bytes, littleEndian, sum), sumAt(bytes, 16));
    isReplayed &&= isLinked;
    yield {
      bytes,
      position,
      endsTransaction: bytes.readUInt32BE(4) !== 0,
      isOfThisRound: isWhole ? hasSalts : isLinked,
      isLinked,
      isReplayed,
    };
    sum = sumAt(bytes, 16);
    // Without a header that says which they are, those of the frame before are as good.
    if (!isWhole) salts = sumAt(bytes, 8);
    position += bytes.length;
  }
}

function* piecesOf(descriptor: number, length: number): Generator<Buffer> {
  const bytes = Buffer.allocUnsafe(length * FRAMES_AT_ONCE);
  for (let position = HEADER_BYTES; ; position += bytes.length) {
    const count = Math.floor(readSync(descriptor, bytes, 0, bytes.length, position) / length);
    for (let place = 0; place < count; place += 1) yield bytes.subarray(place * length, (place + 1) * length);
    if (count < FRAMES_AT_ONCE) return;
  }
}

function openIfThere(file: string): number | undefined {
  try {
    return openSync(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** In place of what a damaged header says, what is usual. */
function readHeader(header: Buffer) {
  const magic = header.readUInt32BE(0);
  const littleEndian = magic === MAGIC;
  const pageBytes = header.readUInt32BE(8);
  const isWhole =
    (magic === MAGIC || magic === MAGIC + 1) &&
    pageBytes >= 512 &&
    pageBytes <= 65_536 &&
    isSame(addTo([0, 0], header, 0, 24, littleEndian), sumAt(header, 24));
  if (isWhole) return { isWhole, littleEndian, pageBytes };
  return { isWhole, littleEndian: endianness() === 'LE', pageBytes: USUAL_PAGE_BYTES };
}

type Sum = [number, number];

const sumAt = (bytes: Buffer, offset: number): Sum => [
  bytes.readUInt32BE(offset),
  bytes.readUInt32BE(offset + 4),
];
const isSame = (one: Sum, other: Sum) => one[0] === other[0] && one[1] === other[1];

/** Of a frame, but for its salts and its sum. */
function sumOf(frame: Buffer, littleEndian: boolean, before: Sum): Sum {
  const header = addTo(before, frame, 0, 8, littleEndian);
  return addTo(header, frame, FRAME_HEADER_BYTES, frame.length, littleEndian);
}

function addTo([one, other]: Sum, bytes: Buffer, from: number, to: number, littleEndian: boolean): Sum {
  for (let at = from; at < to; at += 8) {
    one = (one + (littleEndian ? bytes.readInt32LE(at) : bytes.readInt32BE(at)) + other) | 0;
    other = (other + (littleEndian ? bytes.readInt32LE(at + 4) : bytes.readInt32BE(at + 4)) + one) | 0;
  }
  return [one >>> 0, other >>> 0];
}
