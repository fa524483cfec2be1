import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../context.ts';
import { rateLimited } from '../errors.ts';
import { isId } from '../ids.ts';
import type { Identity, Visitor } from './access/access.ts';
import { malformedId } from './query.ts';
import type { Input, PathShape, Route } from './route.ts';

/** Server-sent events, as browsers and `curl -N` read them. */
export const STREAM_TYPE = 'text/event-stream';
/** The id of the last received item, sent by a reader that connects again. */
export const RESUME_HEADER = 'Last-Event-ID';
/** Shows each side that the other is alive. */
const HEARTBEAT_MS = 15_000;
/** Per node. Every stream polls the database several times a second. */
const MAX_STREAMS_PER_KEY = 10;
const MAX_STREAMS_PER_WORKSPACE = 100;
/** How long a reader waits before it reconnects. */
const RECONNECT_MS = 1_000;

type Stream = NonNullable<Route['stream']>;
export type OpenStream = ReturnType<typeof createStreams>;

/** Sends new items of a list until the reader leaves, the process stops or the access ends. */
export function createStreams(services: Services, stopping: AbortSignal) {
  const { clock } = services;
  /** The number of open streams, by identity and by workspace. */
  const open = new Map<string, number>();

  function count(id: string, change: 1 | -1): void {
    const left = (open.get(id) ?? 0) + change;
    if (left > 0) open.set(id, left);
    else open.delete(id);
  }

  async function* textOf({ from, batches }: Awaited<ReturnType<Stream['open']>>, identity: Identity) {
    // Sent at once, so that the reader can resume even if the connection breaks before the first item.
    yield `retry: ${RECONNECT_MS}\nid: ${from}\n\n`;
    let sentAt = clock.now();
    for await (const items of batches) {
      if (items.length === 0 && clock.now() < sentAt + HEARTBEAT_MS) continue;
      if (!(await identity.isStillGood())) return;
      sentAt = clock.now();
      yield items.length === 0 ? ':\n\n' : items.map(asEvent).join('');
    }
  }

  return async function openStream(
    { kind, open: follow }: Stream,
    input: Input<PathShape, never, never>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const resumeAt = request.headers['last-event-id']?.toString();
    if (resumeAt !== undefined && !isId(kind, resumeAt)) throw malformedId(RESUME_HEADER, kind);
    // A connection that closed while the key was looked up emits no second `close`, so don't count it.
    if (reply.raw.destroyed) return reply.hijack();
    const { given, identity } = request.visitor as Visitor;
    if (!identity) throw new Error('A stream needs a caller who is known');
    const { id, workspaceId } = identity;
    if ((open.get(id) ?? 0) >= MAX_STREAMS_PER_KEY) {
      throw rateLimited(HEARTBEAT_MS / 1000, `this key has ${MAX_STREAMS_PER_KEY} streams open`);
    }
    if ((open.get(workspaceId) ?? 0) >= MAX_STREAMS_PER_WORKSPACE) {
      throw rateLimited(HEARTBEAT_MS / 1000, `this workspace has ${MAX_STREAMS_PER_WORKSPACE} streams open`);
    }
    const counted = [id, workspaceId];
    for (const counting of counted) count(counting, 1);

    const gone = new AbortController();
    reply.raw.once('close', () => {
      gone.abort();
      for (const counting of counted) count(counting, -1);
    });
    const signal = AbortSignal.any([gone.signal, stopping]);
    const following = await follow({ ...services, ...given }, input, { resumeAt, signal });
    return (
      reply
        .type(STREAM_TYPE)
        .header('connection', 'close')
        // Stops nginx from buffering the response.
        .header('x-accel-buffering', 'no')
        .send(Readable.from(textOf(following, identity)))
    );
  };
}

/** JSON has no line breaks, so an item fits on one line of data. */
function asEvent(item: { id: string }): string {
  return `id: ${item.id}\ndata: ${JSON.stringify(item)}\n\n`;
}
