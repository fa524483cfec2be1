import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../context.ts';
import { rateLimited } from '../errors.ts';
import { isId } from '../ids.ts';
import type { Credentials } from './access/api-key.ts';
import { malformedId } from './query.ts';
import type { Input, PathShape, ScopedRoute } from './route.ts';

/** Server-sent events, as browsers and `curl -N` read them. */
export const STREAM_TYPE = 'text/event-stream';
/** Of an event that has been received, when a connection that broke is made again. */
export const RESUME_HEADER = 'Last-Event-ID';
/** So often at least something is sent, so that both ends notice when the other is gone. */
const BEAT_MS = 15_000;
/** For each key, and for all keys of a workspace, on each node. Every one of them asks the database several times a second. */
const MOST_STREAMS_OF_KEY = 10;
const MOST_STREAMS_OF_WORKSPACE = 100;
/** How long a reader is asked to wait before it connects again. */
const RECONNECT_MS = 1_000;

type Stream = NonNullable<ScopedRoute['stream']>;
export type OpenStream = ReturnType<typeof createStreams>;

export interface StreamOptions {
  services: Services;
  stopping: AbortSignal;
  isStillGood(credentials: Credentials): Promise<boolean>;
}

/** Answers with what a list's items are from now on, until the reader goes, the process stops or the key is no longer good. */
export function createStreams({ services, stopping, isStillGood }: StreamOptions) {
  const { clock } = services;
  /** How many there are, by the id of the key and by that of the workspace. */
  const open = new Map<string, number>();

  function count(id: string, change: 1 | -1): void {
    const left = (open.get(id) ?? 0) + change;
    if (left > 0) open.set(id, left);
    else open.delete(id);
  }

  async function* textOf({ from, batches }: Awaited<ReturnType<Stream['open']>>, credentials: Credentials) {
    // At once, so that the reader knows that it is heard, and from where on, should the connection break before the first.
    yield `retry: ${RECONNECT_MS}\nid: ${from}\n\n`;
    let saidAt = clock.now();
    for await (const items of batches) {
      if (items.length === 0 && clock.now() < saidAt + BEAT_MS) continue;
      if (!(await isStillGood(credentials))) return;
      saidAt = clock.now();
      yield items.length === 0 ? ':\n\n' : items.map(inStream).join('');
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
    // Whoever went while the key was looked up is not heard of any more, and must not be counted.
    if (reply.raw.destroyed) return reply.hijack();
    const credentials = request.credentials as Credentials;
    const { caller } = credentials;
    const { workspaceId, actor } = caller;
    if ((open.get(actor.id) ?? 0) >= MOST_STREAMS_OF_KEY) {
      throw rateLimited(BEAT_MS / 1000, `this key has ${MOST_STREAMS_OF_KEY} streams open`);
    }
    if ((open.get(workspaceId) ?? 0) >= MOST_STREAMS_OF_WORKSPACE) {
      throw rateLimited(BEAT_MS / 1000, `this workspace has ${MOST_STREAMS_OF_WORKSPACE} streams open`);
    }
    const counted = [actor.id, workspaceId];
    for (const id of counted) count(id, 1);

    const gone = new AbortController();
    reply.raw.once('close', () => {
      gone.abort();
      for (const id of counted) count(id, -1);
    });
    const signal = AbortSignal.any([gone.signal, stopping]);
    const following = await follow({ ...services, caller }, input, { resumeAt, signal });
    return (
      reply
        .type(STREAM_TYPE)
        .header('connection', 'close')
        // For nginx, which otherwise holds back what it passes on.
        .header('x-accel-buffering', 'no')
        .send(Readable.from(textOf(following, credentials)))
    );
  };
}

/** JSON has no line breaks, so each item is one line of data. */
function inStream(item: { id: string }): string {
  return `id: ${item.id}\ndata: ${JSON.stringify(item)}\n\n`;
}
