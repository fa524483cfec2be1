import type { Metrics } from './metrics.ts';
import type { OpenApiDocument } from './openapi.ts';
import { renderReference } from './reference-page.ts';
import { publicRoute, type Route } from './route.ts';
import { OneOf, Resource } from './shapes.ts';
import { Type } from './type.ts';

export interface SystemState {
  metrics: Metrics;
  assertReady(): Promise<void>;
  describeApi(): OpenApiDocument;
}

const Status = Resource({ status: OneOf(['ok'], 'Always `ok`: anything else is another HTTP status.') });

/** What monitors, operators and newcomers read. None of it needs a key. */
export function systemRoutes(state: SystemState): Route[] {
  const group = {
    name: 'Service',
    description: 'For monitors, operators and newcomers. None of it needs a key.',
  };
  // Made when first asked for, and the same as long as the process lives.
  let description: OpenApiDocument | undefined;
  let page: string | undefined;
  function describe(): OpenApiDocument {
    description ??= state.describeApi();
    return description;
  }
  return [
    publicRoute({
      method: 'GET',
      url: '/healthz',
      operation: 'getHealth',
      group,
      summary: 'Does the process live?',
      description:
        'Answers for as long as the process can answer at all, whatever the state of the database.',
      answer: { status: 200, description: 'It does.', shape: Status },
      handle: async () => ({ status: 'ok' }),
    }),
    publicRoute({
      method: 'GET',
      url: '/readyz',
      operation: 'getReadiness',
      group,
      summary: 'Can it serve?',
      description:
        'Answers 200 when the database can be written and the process is not about to stop, else 503. For load balancers.',
      answer: { status: 200, description: 'It can.', shape: Status },
      needsDatabase: true,
      async handle() {
        await state.assertReady();
        return { status: 'ok' };
      },
    }),
    publicRoute({
      method: 'GET',
      url: '/metrics',
      operation: 'getMetrics',
      group,
      summary: 'Figures for Prometheus',
      description: 'Counters and histograms of this process, in the text format of Prometheus.',
      answer: {
        status: 200,
        description: 'Prometheus text format.',
        shape: Type.String({
          examples: ['rota_http_requests_total{method="GET",route="/healthz",status="200"} 1'],
        }),
        contentType: state.metrics.contentType,
      },
      handle: () => state.metrics.text(),
    }),
    publicRoute({
      method: 'GET',
      url: '/openapi.json',
      operation: 'getApiDescription',
      group,
      summary: 'This description of the API, as OpenAPI 3.1',
      description:
        "Made from the definitions that serve the API, so that it can't differ from it. Comes with an `ETag`.",
      answer: {
        status: 200,
        description: 'An OpenAPI document.',
        shape: Type.Object(
          {},
          { additionalProperties: true, description: 'OpenAPI 3.1.', examples: [{ openapi: '3.1.1' }] },
        ),
      },
      handle: async () => describe(),
    }),
    publicRoute({
      method: 'GET',
      url: '/docs',
      operation: 'getReference',
      group,
      summary: 'This description of the API, as a page to read',
      description: 'For browsers: every operation with its fields and samples, to be searched and tried.',
      answer: {
        status: 200,
        description: 'A page.',
        shape: Type.String({ examples: ['<!doctype html>'] }),
        contentType: 'text/html; charset=utf-8',
      },
      async handle() {
        page ??= renderReference(describe());
        return page;
      },
    }),
  ];
}
