// Collects an incoming mail in memory, within the limits for one mail and for all of them.
import type { Readable } from 'node:stream';

/** How much memory mails may use while they are arriving or being stored. */
interface Share {
  /** False if there isn't that much left. */
  take(bytes: number): boolean;
  giveBack(bytes: number): void;
}

export interface Budget {
  /** For all mails together. */
  all: Share;
  /** Limits one client to a part of it, whether or not it ever finishes its mails. */
  shareOf(client: string): Share;
}

export function createBudget(bytes: number, bytesOfClient: number): Budget {
  let left = bytes;
  const takenBy = new Map<string, number>();
  const all: Share = {
    take(wanted) {
      if (wanted > left) return false;
      left -= wanted;
      return true;
    },
    giveBack(taken) {
      left += taken;
    },
  };
  return {
    all,
    shareOf: (client) => ({
      take(wanted) {
        const taken = (takenBy.get(client) ?? 0) + wanted;
        if (taken > bytesOfClient || !all.take(wanted)) return false;
        takenBy.set(client, taken);
        return true;
      },
      giveBack(taken) {
        all.giveBack(taken);
        const rest = (takenBy.get(client) ?? 0) - taken;
        if (rest > 0) takenBy.set(client, rest);
        else takenBy.delete(client);
      },
    }),
  };
}

export interface Collected {
  /** `gone`: the client left before the end. `endless`: the mail doesn't end. `fragmented`: it arrives in too many pieces. */
  fate: 'whole' | 'too_large' | 'no_room' | 'gone' | 'endless' | 'fragmented';
  raw: Buffer;
  /** Returns its memory to the budget. */
  release(): void;
}

const FIRST_BYTES = 16 * 1024;
/** Reads a mail that is too large to its end, so that the client can be told, but only up to this many times the limit. */
const READ_PAST_LIMIT = 16;
/** smtp-server emits a piece for each line that begins with a dot. Measured: 8 µs each, or 2 s for a megabyte of only such lines. */
const MAX_PIECES = 20_000;

export function collect(stream: Readable, budget: Share, maxBytes: number): Promise<Collected> {
  return new Promise((resolve) => {
    let kept = Buffer.alloc(0);
    let length = 0;
    let refused: 'too_large' | 'no_room' | undefined;
    let pieces = 0;
    let isOver = false;
    const release = () => {
      budget.giveBack(kept.length);
      kept = Buffer.alloc(0);
    };
    const end = (fate: Collected['fate']) => {
      if (isOver) return;
      isOver = true;
      if (fate !== 'whole') release();
      resolve({ fate, raw: kept.subarray(0, fate === 'whole' ? length : 0), release });
    };

    /** Copies the chunk, because one of three bytes can keep 64 KiB in memory. */
    function keep(chunk: Buffer): void {
      if (length + chunk.length > maxBytes) refused = 'too_large';
      else if (!hasRoomFor(length + chunk.length)) refused = 'no_room';
      if (refused) release();
      else chunk.copy(kept, length);
    }

    function hasRoomFor(bytes: number): boolean {
      if (bytes <= kept.length) return true;
      const size = Math.min(maxBytes, Math.max(FIRST_BYTES, bytes, kept.length * 2));
      if (!budget.take(size - kept.length)) return false;
      const larger = Buffer.allocUnsafe(size);
      kept.copy(larger, 0, 0, length);
      kept = larger;
      return true;
    }

    stream.on('data', (chunk: Buffer) => {
      if (isOver) return;
      if (!refused) keep(chunk);
      length += chunk.length;
      pieces += 1;
      if (pieces > MAX_PIECES) end('fragmented');
      if (length > maxBytes * READ_PAST_LIMIT) end('endless');
    });
    stream.once('end', () => end(refused ?? 'whole'));
    stream.once('error', () => end('gone'));
    stream.once('close', () => end('gone'));
  });
}
