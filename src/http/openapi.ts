import { invalidKey, missingScope, notFound, rateLimited, unavailable } from '../errors.ts';
import { messages, statusOf, withRequestId } from './error-answer.ts';
import { RESUME_HEADER, STREAM_TYPE } from './event-stream.ts';
import { stillRunning } from './idempotency.ts';
import { IGNORED_HEADER } from './ignored.ts';
import type { Route } from './route.ts';
import { ErrorBody, exampleOf, FlatErrorBody, Id } from './shapes.ts';
import type { TSchema } from './type.ts';

type Json = Record<string, unknown>;

export interface OpenApiDocument {
  openapi: string;
  info: Json;
  security: Json[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Json>>;
  webhooks: Record<string, { post: Json }>;
  components: Json;
}

/** An event that other systems are told of. */
export interface DescribedEvent {
  type: string;
  about: string;
  /** Of the body that is sent. */
  shape: TSchema;
}

/** The description of the whole API, made from the same definitions that serve it. */
export function describeApi(routes: Route[], events: DescribedEvent[], version: string): OpenApiDocument {
  const named: Record<string, unknown> = {};
  const paths: OpenApiDocument['paths'] = {};
  for (const route of routes) {
    const url = route.url.replace(/:(\w+)/g, '{$1}');
    paths[url] ??= {};
    paths[url][route.method.toLowerCase()] = hoistNamed(describeOperation(route), named) as Json;
  }
  const webhooks = events.map((event) => [event.type, { post: hoistNamed(describeEvent(event), named) }]);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Rota',
      version,
      summary: 'Teams that take turns, API keys, seats and webhooks.',
      description:
        'Every call carries an API key as `Authorization: Bearer <key>`, and every key may make 120 requests in any ' +
        '60 seconds. Unknown fields and parameters are ignored, and named in `Rota-Ignored`. Lists are sorted newest first.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    security: [{ apiKey: [] }],
    tags: [...new Set(routes.map((route) => route.group))].map((name) => ({ name })),
    paths,
    webhooks: Object.fromEntries(webhooks),
    components: {
      schemas: named,
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key.' } },
    },
  };
}

function describeOperation(route: Route): Json {
  const scoped = route.scope !== 'public';
  return {
    operationId: route.operation,
    summary: route.summary,
    tags: [route.group],
    ...(scoped ? { description: `Needs the scope \`${route.scope}\`.` } : { security: [] }),
    parameters: describeParameters(route),
    ...(route.body && {
      requestBody: {
        required: route.needsBody ?? (route.body.required ?? []).length > 0,
        content: { 'application/json': { schema: route.body, example: exampleOf(route.body) } },
      },
    }),
    responses: { ...describeSuccess(route), ...describeRefusals(route) },
  };
}

function describeEvent({ type, about, shape }: DescribedEvent): Json {
  return {
    summary: about,
    requestBody: { content: { 'application/json': { schema: shape, example: exampleOf(shape) } } },
    parameters: Object.entries(DELIVERY_HEADERS).map(([name, [description, example]]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string', examples: [name === 'X-Webhook-Event' ? type : example] },
    })),
    responses: { '2XX': { description: 'It has arrived. Anything else is tried again.' } },
  };
}

/** What every delivery is sent with: what it means, and an example. */
const DELIVERY_HEADERS = {
  'X-Webhook-Id': ["The delivery's id, the same on every attempt.", exampleOf(Id('delivery'))],
  'X-Webhook-Event': ['The type of the event.', ''],
  'X-Webhook-Timestamp': ['When this attempt was sent, in seconds since 1970.', '1794735000'],
  'X-Webhook-Signature': [
    '`t=` that time, and `v1=` a signature, once for each secret that is good at the moment.',
    't=1794735000,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
  ],
};

function describeParameters(route: Route): Json[] {
  const parameters: Json[] = Object.entries(route.path ?? {}).map(([name, { kind, what }]) => ({
    name,
    in: 'path',
    required: true,
    description: `The id of the ${what}.`,
    schema: Id(kind),
  }));
  for (const [name, { schema, description }] of Object.entries(route.query ?? {})) {
    parameters.push({ name, in: 'query', description, schema });
  }
  if (isIdempotent(route)) {
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      description: 'Makes a repetition safe: the first answer is kept for 24 hours and given again.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    });
  }
  const stream = streamOf(route);
  if (stream) {
    parameters.push({
      name: RESUME_HEADER,
      in: 'header',
      description: `With \`Accept: ${STREAM_TYPE}\`: goes on after a connection that broke. A few items may come again.`,
      schema: Id(stream.kind),
    });
  }
  return parameters;
}

const streamOf = (route: Route) => (route.scope === 'public' ? undefined : route.stream);

const isIdempotent = (route: Route) => route.method === 'POST' && route.scope !== 'public';

function describeSuccess(route: Route): Json {
  const { scope, method, answer } = route;
  const { shape, contentType = 'application/json' } = answer;
  const stream = streamOf(route);
  const replayed = {
    description: 'Present, and `true`, on an answer that was kept.',
    schema: { type: 'string' },
  };
  return {
    [answer.status]: {
      description: answer.description,
      headers: {
        ...headersOf(scope !== 'public'),
        ...(method === 'POST' && scope !== 'public' && { 'Idempotency-Replayed': replayed }),
      },
      ...(shape && {
        content: {
          [contentType]: { schema: shape, example: exampleOf(shape) },
          ...(stream && { [STREAM_TYPE]: { schema: stream.item, example: exampleOf(stream.item) } }),
        },
      }),
    },
  };
}

function headersOf(rateLimited: boolean): Json {
  const text = (description: string) => ({ description, schema: { type: 'string' } });
  return {
    'X-Request-Id': text("The request's id: the caller's own, or one made up."),
    ...(rateLimited && {
      'RateLimit-Policy': text('The quota and its window in seconds: `"default";q=120;w=60`.'),
      RateLimit: text('Requests left, and seconds until one more is free: `"default";r=119;t=60`.'),
      [IGNORED_HEADER]: text(
        'Present when the request held parameters or fields that the operation does not know: ' +
          '`query.limt, body.context.titel`. They were ignored.',
      ),
    }),
  };
}

/** Error type, an example of its message: what a route can answer follows from what it is made of. */
function refusalsOf(route: Route): [type: keyof typeof statusOf, message: string][] {
  const refusals: [keyof typeof statusOf, string][] = [];
  if (route.scope !== 'public') {
    refusals.push(['unauthorized', invalidKey().message]);
    refusals.push(['forbidden', missingScope(route.scope).message]);
    refusals.push(['rate_limited', rateLimited(1).message]);
  }
  if (route.scope !== 'public' || route.needsDatabase) {
    refusals.push(['unavailable', withRequestId(unavailable(undefined).message, 'req_…')]);
  }
  const [firstId] = Object.values(route.path ?? {});
  if (firstId) refusals.push(['not_found', notFound(firstId.what).message]);
  if (route.method !== 'GET') {
    refusals.push(['payload_too_large', messages.payload_too_large]);
    refusals.push(['unsupported_media_type', messages.unsupported_media_type]);
    refusals.push(['invalid_request', invalidExample(route)]);
  } else if (route.query) {
    refusals.push(['invalid_request', 'limit must be an integer']);
  }
  if (isIdempotent(route)) refusals.push(['conflict', stillRunning().message]);
  for (const refusal of Object.entries(route.refusals ?? {})) refusals.push(refusal as [ErrorType, string]);
  refusals.push(['internal_error', withRequestId(messages.internal_error, 'req_…')]);
  return refusals;
}

type ErrorType = keyof typeof statusOf;

function invalidExample(route: Route): string {
  const required = route.body?.required?.[0];
  return required ? `${required} is required` : 'body must be a JSON object';
}

function describeRefusals(route: Route): Json {
  const answers: Record<string, { examples: Json; types: string[] }> = {};
  for (const [type, message] of refusalsOf(route)) {
    const flat = type === 'unauthorized';
    const value = { error: flat ? message : { type, message } };
    const answer = answers[statusOf[type]] ?? { examples: {}, types: [] };
    answer.examples[type] = { value };
    answer.types.push(type);
    answers[statusOf[type]] = answer;
  }
  const entries = Object.entries(answers).map(([status, { examples, types }]) => {
    const schema = status === '401' ? FlatErrorBody : ErrorBody;
    const retry = { description: 'Seconds to wait before trying again.', schema: { type: 'integer' } };
    const headers = {
      ...headersOf(route.scope !== 'public' && status !== '401'),
      ...(['409', '429', '503'].includes(status) && { 'Retry-After': retry }),
    };
    const description = types.map((type) => `\`${type}\``).join(' or ');
    return [status, { description, headers, content: { 'application/json': { schema, examples } } }];
  });
  return Object.fromEntries(entries);
}

/** Replaces every schema that has a title by a reference to `components.schemas`. Examples are data, not schemas. */
function hoistNamed(value: unknown, named: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => hoistNamed(item, named));
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === 'example' || key === 'examples' ? [key, inner] : [key, hoistNamed(inner, named)],
    ),
  );
  const isNamed = 'properties' in value || 'oneOf' in value;
  if (!isNamed || !('title' in value) || typeof value.title !== 'string') return copy;
  const reference = { $ref: `#/components/schemas/${value.title}` };
  // One that may be null is the same schema or null, with a description of its own.
  if (Array.isArray(copy.type)) {
    return {
      ...(copy.description !== undefined && { description: copy.description }),
      anyOf: [reference, { type: 'null' }],
    };
  }
  named[value.title] = copy;
  return reference;
}
