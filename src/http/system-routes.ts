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

const Status = Resource({ status: OneOf(['ok']) });

/** What monitors, operators and newcomers read. None of it needs a key. */
export function systemRoutes(state: SystemState): Route[] {
  const group = 'Service';
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
      answer: { status: 200, description: 'It does.', shape: Status },
      handle: async () => ({ status: 'ok' }),
    }),
    publicRoute({
      method: 'GET',
      url: '/readyz',
      operation: 'getReadiness',
      group,
      summary: 'Can it serve: can the database be written, and is it not about to stop?',
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
      answer: {
        status: 200,
        description: 'Prometheus text format.',
        shape: Type.String(),
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
      answer: {
        status: 200,
        description: 'An OpenAPI document.',
        shape: Type.Object({}, { additionalProperties: true, examples: [{ openapi: '3.1.1' }] }),
      },
      handle: async () => describe(),
    }),
    publicRoute({
      method: 'GET',
      url: '/docs',
      operation: 'getReference',
      group,
      summary: 'This description of the API, as a page to read',
      answer: {
        status: 200,
        description: 'A page.',
        shape: Type.String(),
        contentType: 'text/html; charset=utf-8',
      },
      async handle() {
        page ??= renderReference(describe());
        return page;
      },
    }),
  ];
}
