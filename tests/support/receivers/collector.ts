// A trace collector: a real HTTP server that strictly parses OTLP as JSON, and answers as a test wants.
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const DEADLINE_MS = 30_000;

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  traceState: string | undefined;
  name: string;
  kind: number;
  startNs: bigint;
  endNs: bigint;
  attributes: Record<string, string | number>;
  /** 2 for an error. */
  statusCode: number | undefined;
  resource: Record<string, string | number>;
}

/** A status, or a function that handles the response. `place` is the number of earlier requests. */
export type CollectorAnswer = number | ((response: ServerResponse, place: number) => void);

export class Collector implements AsyncDisposable {
  readonly url: string;
  readonly requests: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];
  readonly spans: CollectedSpan[] = [];
  answer: CollectorAnswer;
  readonly #server: Server;
  readonly #changes = new EventEmitter().setMaxListeners(0);

  private constructor(server: Server, answer: CollectorAnswer) {
    this.#server = server;
    this.answer = answer;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', async (request, response) => {
      let body = '';
      for await (const chunk of request.setEncoding('utf8')) body += chunk;
      assert.equal(request.method, 'POST');
      assert.equal(request.headers['content-type'], 'application/json');
      const place = this.requests.push({ path: request.url ?? '', headers: request.headers, body }) - 1;
      const spans = spansIn(body);
      if (typeof this.answer === 'number') {
        if (this.answer === 200) this.spans.push(...spans);
        response.writeHead(this.answer, { 'content-type': 'application/json' }).end('{"partialSuccess":{}}');
      } else this.answer(response, place);
      this.#changes.emit('change');
    });
  }

  static async start(answer: CollectorAnswer = 200): Promise<Collector> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Collector(server, answer);
  }

  /** Waits for this many requests. */
  async atLeast(count: number): Promise<void> {
    while (this.requests.length < count) {
      await once(this.#changes, 'change', { signal: AbortSignal.timeout(DEADLINE_MS) }).catch(() =>
        assert.fail(`nothing more has come, after ${this.requests.length} of ${count}`),
      );
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => void this.#server.close(() => resolve()));
  }
}

interface Value {
  stringValue?: unknown;
  intValue?: unknown;
}

interface Body {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] };
    scopeSpans: { scope: { name: string }; spans: Record<string, unknown>[] }[];
  }[];
}

/** Checks every known field for its type in the protocol. Unknown fields fail. */
function spansIn(body: string): CollectedSpan[] {
  const { resourceSpans } = JSON.parse(body) as Body;
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ scope, spans }) => {
      assert.equal(scope.name, 'rota');
      return spans.map((span) => spanOf(span, valuesOf(resource.attributes)));
    }),
  );
}

function spanOf(span: Record<string, unknown>, resource: CollectedSpan['resource']): CollectedSpan {
  const { traceId, spanId, parentSpanId, traceState, name, kind, flags, attributes, status, ...times } = span;
  const { startTimeUnixNano, endTimeUnixNano, ...unknown } = times;
  assert.deepEqual(unknown, {}, 'no field that OTLP does not know');
  assert.match(String(traceId), /^[0-9a-f]{32}$/);
  assert.match(String(spanId), /^[0-9a-f]{16}$/);
  assert.ok(typeof name === 'string' && name !== '');
  assert.ok([1, 2, 3, 4, 5].includes(kind as number));
  assert.equal(flags, 1);
  for (const time of [startTimeUnixNano, endTimeUnixNano]) assert.match(String(time), /^\d{19}$/);
  const [startNs, endNs] = [BigInt(startTimeUnixNano as string), BigInt(endTimeUnixNano as string)];
  assert.ok(startNs <= endNs);
  return {
    traceId: String(traceId),
    spanId: String(spanId),
    parentSpanId: parentSpanId as string | undefined,
    traceState: traceState as string | undefined,
    name,
    kind: kind as number,
    startNs,
    endNs,
    attributes: valuesOf(attributes as { key: string; value: Value }[]),
    statusCode: (status as { code: number } | undefined)?.code,
    resource,
  };
}

function valuesOf(attributes: { key: string; value: Value }[]): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, ...unknown } }) => {
      assert.deepEqual(unknown, {});
      if (intValue === undefined) assert.equal(typeof stringValue, 'string');
      // 64 bits: as text in JSON.
      else assert.match(String(intValue), /^-?\d+$/);
      return [key, intValue === undefined ? String(stringValue) : Number(intValue)];
    }),
  );
}
