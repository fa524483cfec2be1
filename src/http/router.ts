import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerFactory,
} from 'fastify';
import type { Logger } from 'pino';
import type { Services } from '../context.ts';
import { ReadOnly } from '../errors.ts';
import { readTrace, type Trace, type Traces, traceFields } from '../trace.ts';
import type { AccessKind, Visitor } from './access/access.ts';
import { clientAddress } from './access/failures.ts';
import { allowFrames } from './access/frames.ts';
import { proxySignIn } from './access/this-machine.ts';
import type { Connections } from './connections.ts';
import type { Bytes } from './content-types.ts';
import { MethodNotAllowed } from './error-response.ts';
import type { OpenStream } from './event-stream.ts';
import { requestId, setCommonHeaders } from './headers.ts';
import type { Idempotency } from './idempotency.ts';
import {
  createOverlaps,
  createPathSearch,
  hasEmptyParameter,
  type KnownPath,
  knownPathsOf,
} from './known-paths.ts';
import { refuseMalformedHttp } from './malformed-http.ts';
import type { Metrics } from './metrics.ts';
import { type Mount, registerMount } from './mount.ts';
import type { FileOf } from './page-files.ts';
import { compileSerializer, refuseOtherMethods, registerKind } from './registration.ts';
import { hasSpan, routeOf, spanOf } from './request-span.ts';
import type { Route } from './route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the caller is identified. */
    visitor: Visitor | undefined;
    /** Set if the path is known, but not with this method. */
    knownPath: KnownPath | undefined;
    /** The request's span, in the caller's trace or in a new one. */
    trace: Trace;
    /** The raw body, for the digest of an Idempotency-Key. */
    bodyBytes: Buffer | undefined;
    /** The header's value, and a digest of the request, which has to be the same whenever the key is used again. */
    idempotencyKey: { key: string; requestDigest: string } | undefined;
  }
  interface FastifyContextConfig {
    /** The route's kind of access. Undefined for unknown paths. */
    kind?: AccessKind;
    /** The body the route accepts, if not JSON. */
    bytes?: Bytes;
  }
}

const BODY_LIMIT = 256 * 1024;
const PROXY_SEEN =
  'a call came through a proxy or from another machine: until the next start, webhooks go to no loopback address and not ' +
  'over http. Set ROTA_TRUSTED_PROXIES to the address of the proxy, so that this applies from the start; allow receivers on ' +
  'this machine with ROTA_WEBHOOK_ALLOWED_NETWORKS';

export interface RouterOptions {
  routes: Route[];
  mounts: Mount[];
  /** The last one claims all paths. */
  accessKinds: AccessKind[];
  /** Files that pages need, by path. */
  files: Record<string, FileOf>;
  services: Services;
  idempotency: Idempotency;
  metrics: Metrics;
  traces: Traces;
  log: Logger;
  /** While the service is for this machine only, the server watches for calls from elsewhere. */
  addressPolicy: { readonly isLocal: boolean };
  /** Aborted as soon as the process is told to stop. */
  leaving: AbortSignal;
}

/** Shared by all routers of a server. */
interface Shared {
  connections: Connections;
  openStream: OpenStream;
}

/**
 * Finds the route of each request, and does what every request needs. Receives requests from `serverFactory`'s server,
 * or through `routing`.
 */
export function createRouter(
  options: RouterOptions,
  { connections, openStream }: Shared,
  serverFactory?: FastifyServerFactory,
): FastifyInstance {
  const { services, log, metrics, traces, accessKinds, idempotency, addressPolicy } = options;
  const server = Fastify({
    ...(serverFactory && { serverFactory }),
    genReqId: (request) => requestId(request.headers, services.ids),
    bodyLimit: BODY_LIMIT,
    trustProxy: services.config.trustedProxies ?? false,
    // While stopping, requests on open connections are still served; new connections are refused.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (_error, request, reply) => {
      // A path with broken percent-encoding. Hooks don't run for it.
      const kind = kindOf(request);
      beginSpan(request);
      if (addressPolicy.isLocal) watchForProxy(request);
      setCommonHeaders(request, reply, kind.headers);
      reply.raw.once('finish', () => observe(request, reply));
      sendError(kind.unknownPath(), request, reply);
    },
    clientErrorHandler: refuseMalformedHttp,
    // Otherwise Fastify loads its own compilers, which nothing uses: handlers validate, and responses have their own serializers.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
  });

  server.decorateRequest('visitor', undefined);
  server.decorateRequest('knownPath', undefined);
  server.decorateRequest('trace');
  server.decorateRequest('bodyBytes', undefined);
  server.decorateRequest('idempotencyKey', undefined);
  server.setSerializerCompiler(compileSerializer);

  // Hooks that await nothing use `done`: each promise costs time on every request.
  server.addHook('onRequest', (request, reply, done) => {
    // First, so that refused requests get a log line, too.
    beginSpan(request);
    if (request.is404) request.knownPath = findPath(request);
    if (!connections.admit(request.raw, reply.raw)) {
      reply.hijack();
      return;
    }
    // First, so that it applies to this request already.
    if (addressPolicy.isLocal) watchForProxy(request);
    setCommonHeaders(request, reply, kindOf(request).headers);
    if (wantsPageAtRoot(request)) reply.redirect('console');
    else if (request.is404) refuseUnknownPath(request, reply).catch(done);
    else done();
  });
  server.addHook('onSend', (_request, reply, _payload, done) => {
    // Connections kept alive would delay the stop.
    if (options.leaving.aborted) reply.header('connection', 'close');
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    observe(request, reply);
    done();
  });
  server.setErrorHandler((error, request, reply) => sendError(error, request, reply));

  const byKind = [...Map.groupBy(options.routes, ({ access }) => access.kind)].map(([name, routes]) => ({
    kind: kindNamed(name),
    routes,
  }));
  for (const { kind, routes } of byKind) {
    server.register(async (instance) =>
      registerKind(instance, kind, routes, { services, idempotency, openStream, traces }),
    );
  }
  // Most paths have one or two methods, so routes for refusing the others would outnumber all else: 100 ms of CPU time
  // (measured).
  const overlaps = createOverlaps([
    ...options.routes.map(({ url }) => url),
    ...options.mounts.map(({ url }) => url),
    ...Object.keys(options.files),
  ]);
  const known = Map.groupBy(
    byKind.flatMap(({ kind, routes }) => knownPathsOf(kind, routes)),
    ({ url }) => overlaps(url),
  );
  const findPath = createPathSearch(known.get(false) ?? []);
  for (const path of known.get(true) ?? []) {
    refuseOtherMethods(server, path, (request, reply) => refuseMethod(path, request, reply));
  }
  for (const mount of options.mounts) {
    const kind = kindNamed(mount.access.kind);
    server.register(async (instance) =>
      registerMount(instance, kind, mount, { services, idempotency, report, leaving: options.leaving }),
    );
  }
  for (const [url, file] of Object.entries(options.files)) {
    server.get(url, async (request, reply) =>
      (await file(request.query as Record<string, unknown>)).send(request, reply),
    );
  }
  return server;

  function kindNamed(name: string): AccessKind {
    const kind = accessKinds.find((candidate) => candidate.name === name);
    if (!kind) throw new Error(`There is no kind of access named ${name}`);
    return kind;
  }

  /** An unknown path belongs to the first kind that claims it. */
  function kindOf({ routeOptions, knownPath, url }: FastifyRequest): AccessKind {
    return (
      routeOptions.config?.kind ??
      knownPath?.kind ??
      (accessKinds.find((kind) => kind.ownsPath(url)) as AccessKind)
    );
  }

  async function refuseMethod(path: KnownPath, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    request.visitor = await path.kind.identify(request, reply);
    throw hasEmptyParameter(path, request.url) ? path.kind.unknownPath() : new MethodNotAllowed(path.methods);
  }

  async function refuseUnknownPath(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (request.knownPath) return refuseMethod(request.knownPath, request, reply);
    const kind = kindOf(request);
    request.visitor = await kind.identify(request, reply);
    const path = kind.pathInstead?.(request);
    if (path === undefined) throw kind.unknownPath();
    reply.redirect(path);
  }

  function beginSpan(request: FastifyRequest): void {
    const { traceparent, tracestate } = request.headers;
    request.trace = traces.begin(readTrace(traceparent?.toString(), tracestate?.toString()));
  }

  function watchForProxy(request: FastifyRequest): void {
    const sign = proxySignIn(request.raw);
    if (sign === undefined) return;
    services.proxy.isSeen = true;
    log.warn({ ...idsOf(request), sign }, PROXY_SEEN);
  }

  function observe(request: FastifyRequest, reply: FastifyReply): void {
    const { method } = request;
    const route = routeOf(request) ?? '(unknown)';
    metrics.observeRequest(method, route, reply.statusCode, reply.elapsedTime / 1000);
    if (hasSpan(request)) traces.record(spanOf(request, reply, services.clock.now()));
    // The route, not the path: a secret pasted into a URL must not be logged.
    log.info(
      {
        ...idsOf(request),
        method,
        route,
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime * 100) / 100,
        ...request.visitor?.logged,
        client: clientAddress(request),
      },
      'request',
    );
  }

  function report(error: unknown, request: FastifyRequest): void {
    log.error({ err: error, ...idsOf(request) }, 'request failed');
  }

  function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const { status, headers, contentType, text, framedBy } = kindOf(request).errorResponse(error, request);
    if (status >= 500 && !(error instanceof ReadOnly)) report(error, request);
    if (framedBy) allowFrames(reply, framedBy);
    reply.code(status).headers(headers).type(contentType).send(text);
  }
}

function noCompiler(): never {
  throw new Error('A route has a schema that nothing is to compile');
}

const idsOf = ({ id, trace }: FastifyRequest) => ({ request_id: id, ...traceFields(trace) });

/** For people who open the server's address in a browser: the console, which asks those to sign in who haven't yet. */
function wantsPageAtRoot({ method, url, headers }: FastifyRequest): boolean {
  return url === '/' && ['GET', 'HEAD'].includes(method) && (headers.accept ?? '').includes('text/html');
}
