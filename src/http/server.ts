import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type HTTPMethods,
} from 'fastify';
import type { Logger } from 'pino';
import type { Services } from '../context.ts';
import { invalidRequest, missingScope, notFound } from '../errors.ts';
import type { Ids } from '../ids.ts';
import { type AccessOptions, type Credentials, clientAddress, createAccess } from './access.ts';
import { bearerToken } from './authorization.ts';
import { createConnections } from './connections.ts';
import { answerTo, MethodNotAllowed } from './error-answer.ts';
import { createStreams } from './event-stream.ts';
import { createHandler } from './handler.ts';
import { checkIdempotencyKey, digestRequest, type Idempotency } from './idempotency.ts';
import { createIgnored } from './ignored.ts';
import type { Metrics } from './metrics.ts';
import { proxySignIn } from './proxy-signs.ts';
import { PublicFile } from './public-file.ts';
import { JSON_TYPE, type Route } from './route.ts';
import { compileSerializer } from './serialization.ts';

declare module 'fastify' {
  interface FastifyRequest {
    credentials: Credentials | undefined;
    /** As they were sent: what an Idempotency-Key compares. */
    bodyBytes: Buffer | undefined;
    /** On requests that carry the header: its value, and a digest of what must be the same when it comes again. */
    idempotencyKey: { key: string; requestDigest: string } | undefined;
  }
}

const BODY_LIMIT = 256 * 1024;
/** A client that sends slower than this holds a connection that others could use. */
const REQUEST_TIMEOUT_MS = 30_000;
const TIMEOUT_CHECK_MS = 5_000;
const PROXY_SEEN =
  'a call came through a proxy or from another machine: until the next start, webhooks go to no loopback address and not ' +
  'over http. Set ROTA_TRUSTED_PROXIES to the address of the proxy, so that this holds from the start; receivers on this ' +
  'machine can be allowed with ROTA_WEBHOOK_ALLOWED_NETWORKS';
const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export interface ServerOptions {
  routes: Route[];
  /** What belongs to a page of ours, by its URL. */
  files: Record<string, () => Promise<PublicFile>>;
  services: Services;
  access: AccessOptions;
  idempotency: Idempotency;
  metrics: Metrics;
  log: Logger;
  trustedProxies: string[] | undefined;
  connectionsPerAddress: number;
  /** While the service is for this machine only, calls that come from elsewhere are watched for. */
  local: { readonly isLocal: boolean };
  /** Aborted from the moment the process has been asked to stop, */
  leaving: AbortSignal;
  /** and from the moment it does. */
  stopping: AbortSignal;
}

export function createServer(options: ServerOptions): FastifyInstance {
  const { services, log, metrics } = options;
  const server = Fastify({
    genReqId: (request) => requestId(request.headers, services.ids),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Node takes the larger of its two limits for the whole request, and looks at them only so often.
    http: { headersTimeout: REQUEST_TIMEOUT_MS, connectionsCheckingInterval: TIMEOUT_CHECK_MS },
    trustProxy: options.trustedProxies ?? false,
    // While stopping, requests on open connections are still served; new connections are not accepted.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (_error, request, reply) => {
      // A path with broken percent-encoding. Hooks do not run for it.
      if (options.local.isLocal) watchForProxy(request);
      setCommonHeaders(request, reply);
      reply.raw.once('finish', () => observe(request, reply));
      sendError(unknownPath(request.url), request, reply);
    },
    clientErrorHandler: answerMalformedHttp,
  });

  const connections = createConnections({
    clock: services.clock,
    log,
    metrics,
    mostPerAddress: options.connectionsPerAddress,
    trustedProxies: options.trustedProxies ?? [],
  });
  connections.limitAddresses(server.server);
  server.addHook('onClose', () => connections.stop());

  const { authenticate, isStillGood } = createAccess(options.access);
  const openStream = createStreams({ services, stopping: options.stopping, isStillGood });
  server.decorateRequest('credentials', undefined);
  server.decorateRequest('bodyBytes', undefined);
  server.decorateRequest('idempotencyKey', undefined);
  server.setSerializerCompiler(compileSerializer);
  acceptJsonOnly(server);
  // An Expect header that we do not know is ignored, like any other header; Node would answer 417 without a body.
  server.server.on('checkExpectation', (request, response) =>
    server.server.emit('request', request, response),
  );

  // With `done` where nothing is waited for: each promise that Fastify waits for is a detour for every request.
  server.addHook('onRequest', (request, reply, done) => {
    if (!connections.admit(request.raw, reply.raw)) {
      reply.hijack();
      return;
    }
    // First of all, so that it holds for this very request.
    if (options.local.isLocal) watchForProxy(request);
    setCommonHeaders(request, reply);
    if (wantsPageAtRoot(request)) reply.redirect('docs');
    else if (request.is404) refuseUnknownPath(request, reply).catch(done);
    else done();
  });
  server.addHook('onSend', (_request, reply, _payload, done) => {
    // A connection that is kept alive would hold up the stop.
    if (options.leaving.aborted) reply.header('connection', 'close');
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    observe(request, reply);
    done();
  });
  server.setErrorHandler((error, request, reply) => sendError(error, request, reply));

  function watchForProxy(request: FastifyRequest): void {
    const sign = proxySignIn(request.raw);
    if (sign === undefined) return;
    services.proxy.isSeen = true;
    log.warn({ request_id: request.id, sign }, PROXY_SEEN);
  }

  async function refuseUnknownPath(request: FastifyRequest, reply: FastifyReply): Promise<never> {
    if (UNDER_API.test(request.url)) request.credentials = await authenticate(request, reply);
    throw unknownPath(request.url);
  }

  function observe(request: FastifyRequest, reply: FastifyReply): void {
    const { method } = request;
    const route = request.routeOptions.url ?? '(unknown)';
    metrics.observeRequest(method, route, reply.statusCode, reply.elapsedTime / 1000);
    // The route, not the path: whatever somebody pasted into a URL stays out of the log.
    log.info(
      {
        request_id: request.id,
        method,
        route,
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime * 100) / 100,
        workspace_id: request.credentials?.caller.workspaceId,
        api_key_id: request.credentials?.caller.actor.id,
        client: clientAddress(request),
      },
      'request',
    );
  }

  function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const { status, headers, body } = answerTo(error, request.id);
    if (status >= 500) log.error({ err: error, request_id: request.id }, 'request failed');
    reply.code(status).headers(headers).type(JSON_TYPE).send(JSON.stringify(body));
  }

  for (const route of options.routes) register(route);
  for (const [url, file] of Object.entries(options.files)) {
    server.get(url, async (request, reply) => (await file()).send(request, reply));
  }
  for (const url of new Set(options.routes.map((route) => route.url))) refuseOtherMethods(url);
  return server;

  function register(route: Route): void {
    const { response, method, url } = route;
    const shape = response.shape &&
      !response.contentType && { response: { [response.status]: response.shape } };
    if (route.scope === 'public') {
      server.route({
        method,
        url,
        schema: { ...shape },
        handler: async (request, reply) => {
          const result = await route.handle(services);
          if (result instanceof PublicFile) return result.send(request, reply);
          if (response.contentType) reply.type(response.contentType);
          return reply.code(response.status).send(result);
        },
      });
      return;
    }
    const { scope } = route;
    const ignored = createIgnored(route);
    server.route({
      method,
      url,
      // Input is checked by the handler, so that a 422 can be kept like any other response.
      schema: { ...shape },
      async onRequest(request, reply) {
        request.credentials = await authenticate(request, reply);
        ignored.noteQuery(request, reply);
        if (!request.credentials.caller.scopes.includes(scope)) throw missingScope(scope);
      },
      ...(method !== 'GET' && { preHandler: prepareBody }),
      handler: createHandler(route, services, options.idempotency, openStream),
    });

    async function prepareBody(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      ignored.noteBody(request, reply);
      if (request.body === undefined && route.body) request.body = {};
      const key = request.headers['idempotency-key'];
      if (key === undefined || method !== 'POST') return;
      request.idempotencyKey = {
        key: checkIdempotencyKey(String(key)),
        requestDigest: digestRequest(method, request.url, request.bodyBytes),
      };
    }
  }

  /** A known path with another method is 405, and says which methods it has. */
  function refuseOtherMethods(url: string): void {
    const known: HTTPMethods[] = options.routes
      .filter((route) => route.url === url)
      .map((route) => route.method);
    if (known.includes('GET')) known.push('HEAD');
    const isPublic = options.routes.some((route) => route.url === url && route.scope === 'public');
    server.route({
      method: METHODS.filter((method) => !known.includes(method)),
      url,
      async onRequest(request, reply) {
        if (!isPublic) request.credentials = await authenticate(request, reply);
        // `/api_keys/` is no path of ours, though the router finds `/api_keys/:id` with nothing for an id.
        const hasEmptyId = Object.values(request.params as Record<string, string>).includes('');
        throw hasEmptyId ? unknownPath(url) : new MethodNotAllowed(known);
      },
      handler: async () => {},
    });
  }
}

/** A browser that was pointed at the server itself. */
function wantsPageAtRoot({ method, url, headers }: FastifyRequest): boolean {
  return url === '/' && method === 'GET' && (headers.accept ?? '').includes('text/html');
}

const UNDER_API = /^\/api\/v1(?:[/?]|$)/;

function unknownPath(url: string): Error {
  const advice = UNDER_API.test(url)
    ? '/docs lists all paths'
    : "the API's paths begin with /api/v1, and /docs lists them";
  return notFound('Path', advice);
}

/** An empty body is no body, whatever the content type says. */
function acceptJsonOnly(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser<Buffer>(
    /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (bytes.length === 0) return undefined;
      request.bodyBytes = bytes;
      if (!isUtf8(bytes)) throw invalidRequest('body must be UTF-8 text');
      try {
        return JSON.parse(bytes.toString('utf8'));
      } catch {
        throw invalidRequest('body must be valid JSON');
      }
    },
  );
}

/** A caller's own request id is kept when it can't do harm in a log or a header, and is not its key. */
function requestId(headers: IncomingHttpHeaders, ids: Ids): string {
  const given = headers['x-request-id'];
  const isSane = typeof given === 'string' && /^[\w.:/+=@-]{1,128}$/.test(given);
  const token = bearerToken(headers.authorization);
  return isSane && !(token && given.includes(token)) ? given : ids('request');
}

function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({
    'x-request-id': request.id,
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
}

const malformations: Record<string, [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers must be at most 16 KiB'],
  ERR_HTTP_REQUEST_TIMEOUT: [
    '408 Request Timeout',
    `The request must arrive within ${REQUEST_TIMEOUT_MS / 1000} seconds`,
  ],
};

/** What is not even HTTP gets an answer in the usual form, and the connection is closed. */
function answerMalformedHttp(this: FastifyInstance, error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = malformations[error.code ?? ''] ?? [
    '400 Bad Request',
    'The request must be valid HTTP/1.1',
  ];
  const body = JSON.stringify({ error: { type: 'invalid_request', message } });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: ${JSON_TYPE}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
