import { unavailable } from '../errors.ts';
import { OneOf, Resource } from '../shapes/fields.ts';
import { Type } from '../shapes/type.ts';
import type { Access } from './access/access.ts';
import { everybody } from './access/public.ts';
import { JSON_TYPE } from './content-types.ts';
import { withRequestId } from './error-response.ts';
import type { Metrics } from './metrics.ts';
import type { OpenApiDocument } from './openapi.ts';
import { lazily, PublicFile } from './public-file.ts';
import { referencePage } from './reference-page.ts';
import { type Route, route } from './route.ts';

const Status = Resource({ status: OneOf(['ok'], 'Always `ok`: anything else has a different HTTP status.') });

const Readiness = Resource({
  status: OneOf(['ok'], 'Always `ok`: anything else has a different HTTP status.'),
  read_only: Type.Optional(
    Type.Boolean({
      description: 'Present, and `true`, while the node only serves reads (`ROTA_READ_ONLY`).',
      examples: [true],
    }),
  ),
});

/** Callers may cache it, but revalidate each time: most responses are a 304. */
const REVALIDATED = { 'cache-control': 'public, no-cache' };

const group = {
  name: 'Service',
  description: 'For monitors, operators and newcomers. None of it needs a key.',
};

/** The endpoints that monitors call. */
export function probeRoutes({
  assertReady,
  isReadOnly,
}: {
  assertReady(): Promise<void>;
  isReadOnly: boolean;
}): Route[] {
  return [
    route({
      method: 'GET',
      url: '/healthz',
      access: everybody,
      operation: 'getHealth',
      group,
      summary: 'Is the process alive?',
      description:
        'Answers for as long as the process can answer at all, whatever the state of the database.',
      response: { status: 200, description: 'It is.', shape: Status },
      handle: async () => ({ status: 'ok' }),
    }),
    route({
      method: 'GET',
      url: '/readyz',
      access: everybody,
      operation: 'getReadiness',
      group,
      summary: 'Is it ready to serve?',
      description:
        'For load balancers. Answers 200 when the database can be read and written and the process is not about to stop, else 503. ' +
        'Once a write has failed because the database could accept none, answers 503 until one succeeds. A read-only ' +
        'node (`ROTA_READ_ONLY`) is ready when the database can be read, and says so.',
      response: { status: 200, description: 'It is.', shape: Readiness },
      refusals: { unavailable: withRequestId(unavailable(undefined).message, 'req_…') },
      async handle() {
        await assertReady();
        return { status: 'ok', ...(isReadOnly && { read_only: true }) };
      },
    }),
  ];
}

/** At a separate address, it is open to everybody who can reach that. */
export function metricsRoute(metrics: Metrics, access: Access): Route {
  return route({
    method: 'GET',
    url: '/metrics',
    access,
    operation: 'getMetrics',
    group,
    summary: 'Figures for Prometheus',
    description:
      'Counters and histograms of this process, in the text format of Prometheus, for callers on the same machine. They are collected at most ' +
      'once a second. With `ROTA_METRICS_LISTEN`, served only at that address, to everybody who can reach it.',
    response: {
      status: 200,
      description: 'Prometheus text format.',
      shape: Type.String({
        examples: ['rota_http_requests_total{method="GET",route="/healthz",status="200"} 1'],
      }),
      contentType: metrics.contentType,
    },
    handle: () => metrics.text(),
  });
}

/** For people who want to know what the API can do. */
export function referenceRoutes(describeApi: () => OpenApiDocument): Route[] {
  const description = lazily(() =>
    PublicFile.of(JSON.stringify(describeApi()), { contentType: JSON_TYPE, headers: REVALIDATED }),
  );
  return [
    route({
      method: 'GET',
      url: '/openapi.json',
      access: everybody,
      operation: 'getApiDescription',
      group,
      summary: 'The description of the API, as OpenAPI 3.1',
      description:
        "Made from the definitions that serve the API, so that it can't differ from it. Comes with an `ETag`.",
      response: {
        status: 200,
        description: 'An OpenAPI document.',
        etag: true,
        shape: Type.Object(
          {},
          { additionalProperties: true, description: 'OpenAPI 3.1.', examples: [{ openapi: '3.1.1' }] },
        ),
      },
      handle: description,
    }),
    route({
      method: 'GET',
      url: '/docs',
      access: everybody,
      operation: 'getReference',
      group,
      summary: 'The description of the API, as a page',
      description: 'For browsers: every operation with its fields and samples, to search and to try out.',
      response: {
        status: 200,
        description: 'A page.',
        etag: true,
        shape: Type.String({ examples: ['<!doctype html>'] }),
        contentType: 'text/html; charset=utf-8',
      },
      handle: referencePage,
    }),
  ];
}
