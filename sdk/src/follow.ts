import type { Event } from './api.ts';
import type { Wait } from './call.ts';
import { RotaError } from './error.ts';

export interface FollowOptions {
  /** The id of an event: begin after it. Without it, with what happens from now on. */
  after?: string | undefined;
  /** Ends it, with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Told when the connection is there, and when it is lost and will be made again. */
  onConnection?: ((state: 'connected' | 'lost') => void) | undefined;
}

/** Opens the stream of events; after a connection that broke, with the id of the last that had come. */
export type OpenStream = (lastEventId: string | undefined) => Promise<Response>;

/** The server says something every 15 seconds. After so long in silence it, or the way to it, is gone. */
const SILENCE_MS = 45_000;
const LONGEST_PAUSE_MS = 30_000;
/** When a connection is made again, the events of the last seconds come again: as many are recognised. */
const IDS_KEPT = 10_000;

/** Events as they happen, each once. A connection that breaks is made again, unless the server refuses. */
export async function* follow(
  open: OpenStream,
  { signal, onConnection }: FollowOptions,
  wait: Wait,
): AsyncGenerator<Event> {
  /** The place in the list where it all began: what comes again from before it was never asked for. */
  let start: string | undefined;
  let last: string | undefined;
  const seen = new Set<string>();
  for (let failures = 0; ; failures++) {
    try {
      for await (const { id, data } of messagesOf(await open(last), signal)) {
        failures = 0;
        if (data === undefined) {
          start ??= id;
          last ??= id;
          onConnection?.('connected');
        } else if (!seen.has(id) && !(start !== undefined && id <= start)) {
          remember(seen, id);
          last = id;
          yield JSON.parse(data);
        }
      }
    } catch (error) {
      signal?.throwIfAborted();
      // Whoever can't connect at first, or is refused, should hear of it.
      if (last === undefined || isRefusal(error)) throw error;
    }
    signal?.throwIfAborted();
    onConnection?.('lost');
    await wait(Math.min(1000 * 2 ** failures, LONGEST_PAUSE_MS), signal);
  }
}

const isRefusal = (error: unknown) =>
  error instanceof RotaError && error.status !== undefined && error.status < 500 && error.status !== 429;

function remember(seen: Set<string>, id: string): void {
  seen.add(id);
  if (seen.size > IDS_KEPT) seen.delete(seen.values().next().value as string);
}

interface Message {
  id: string;
  /** Undefined where a message only says how far the stream is. */
  data: string | undefined;
}

/** Reads server-sent events until the connection ends, falls silent, or the signal comes. */
async function* messagesOf({ body }: Response, signal: AbortSignal | undefined): AsyncGenerator<Message> {
  if (!body) return;
  const reader = body.getReader();
  const end = () => void reader.cancel().catch(() => {});
  signal?.addEventListener('abort', end);
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const timer = setTimeout(end, SILENCE_MS);
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      if (done) return;
      const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n');
      text = blocks.pop() as string;
      for (const block of blocks) {
        const id = fieldOf(block, 'id');
        if (id !== undefined) yield { id, data: fieldOf(block, 'data') };
      }
    }
  } finally {
    signal?.removeEventListener('abort', end);
    end();
  }
}

function fieldOf(block: string, name: string): string | undefined {
  const line = block.split('\n').find((one) => one.startsWith(`${name}: `));
  return line?.slice(name.length + 2);
}
