import type { Event } from './api.ts';
import type { Wait } from './call.ts';
import { RotaError } from './error.ts';

export interface FollowOptions {
  /** Starts after the event with this id. By default, with the next event. */
  after?: string | undefined;
  /** Ends the iteration with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Called when the connection is open, and when it is lost and will be opened again. */
  onConnection?: ((state: 'connected' | 'lost') => void) | undefined;
}

/** Opens the stream of events; after a broken connection, with the id of the last event received. */
export type OpenStream = (lastEventId: string | undefined) => Promise<Response>;

/** The server sends a heartbeat every 15 seconds. After this long, the connection is taken for lost. */
const SILENCE_MS = 45_000;
const MAX_PAUSE_MS = 30_000;
/** A new connection repeats the events of the last seconds. This many are recognised. */
const MAX_SEEN_IDS = 10_000;

/** Events as they happen, each once. Reconnects after a broken connection, unless the server refuses. */
export async function* follow(
  open: OpenStream,
  { signal, onConnection }: FollowOptions,
  wait: Wait,
): AsyncGenerator<Event> {
  /** The first position of the stream. Repeated events from before it are dropped. */
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
      // A failed first connection, or a refusal, is an error for the caller.
      if (last === undefined || isRefusal(error)) throw error;
    }
    signal?.throwIfAborted();
    onConnection?.('lost');
    await wait(Math.min(1000 * 2 ** failures, MAX_PAUSE_MS), signal);
  }
}

const isRefusal = (error: unknown) =>
  error instanceof RotaError && error.status !== undefined && error.status < 500 && error.status !== 429;

function remember(seen: Set<string>, id: string): void {
  seen.add(id);
  if (seen.size > MAX_SEEN_IDS) seen.delete(seen.values().next().value as string);
}

interface Message {
  id: string;
  /** Undefined in a message that only gives the position of the stream. */
  data: string | undefined;
}

/** Reads server-sent events until the connection ends, is silent for too long, or the signal fires. */
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
