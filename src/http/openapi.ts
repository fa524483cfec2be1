import { notFound } from '../errors.ts';
import { idPrefixes } from '../ids.ts';
import { formatCount, type KeyLimits } from '../limits/limits.ts';
import { changedExample, exampleOf } from '../shapes/examples.ts';
import { Id } from '../shapes/fields.ts';
import type { TSchema } from '../shapes/type.ts';
import type { AccessKind, DescribedAccess } from './access/access.ts';
import { OPERATOR_SCHEME } from './access/operator-key.ts';
import { clientSample } from './client-sample.ts';
import { ErrorBody, FlatErrorBody } from './error-body.ts';
import { messagesFor, statusOf, withRequestId } from './error-response.ts';
import { RESUME_HEADER, STREAM_TYPE } from './event-stream.ts';
import { StillRunning } from './idempotency.ts';
import type { Group, Route } from './route.ts';

type Json = Record<string, unknown>;

export interface OpenApiDocument {
  openapi: string;
  info: Json;
  servers: { url: string; description: string }[];
  security: Json[];
  tags: Group[];
  paths: Record<string, Record<string, Json>>;
  webhooks: Record<string, { post: Json }>;
  components: Json;
}

interface DescribedEvent {
  type: string;
  about: string;
  /** The shape of the payload. */
  shape: TSchema;
}

/** What a reader needs first: the conventions of every call. */
const introduction = (
  limits: KeyLimits,
) => `Every call carries an API key, as \`Authorization: Bearer <key>\`. A key belongs to one workspace, sees nothing of any
other${inWords(limits)}.

- **Answers.** A single item is \`{"data": {…}}\`, a list is \`{"data": […], "meta": {…}}\`, newest first. Empty fields are
  present, as \`null\`.
- **Times** are ISO 8601 in UTC with milliseconds. In a request, any offset is fine, and a date means midnight UTC.
- **Requests.** Unknown fields and parameters are ignored, and listed in the response header \`Rota-Ignored\`. A field of the wrong type is refused, never converted.
- **Errors** are \`{"error": {"type": "…", "message": "…"}}\`, and change nothing. Retry 429 and 5xx with increasing pauses, and no others.
- **Safe retries.** A POST with an \`Idempotency-Key\` takes effect once, however often it is sent within 24 hours.`;

const eventGroup: Group = {
  name: 'Webhook events',
  description:
    'What Rota sends to the webhook endpoints of a workspace: a POST with a JSON body, signed with the secret of the endpoint. ' +
    'Any 2xx is a success; anything else is retried, up to eight attempts in all.',
};

function inWords({ key, workspace }: KeyLimits): string {
  const number = (limit: number) => formatCount(limit);
  const ofKey = key > 0 && `, and may make ${number(key)} requests in any 60 seconds`;
  const ofAll = workspace > 0 && `all keys of a workspace together may make ${number(workspace)}`;
  if (ofKey) return ofAll ? `${ofKey}; ${ofAll}` : ofKey;
  return ofAll ? `; ${ofAll} requests in any 60 seconds` : ', and may make any number of requests';
}

interface DescribedApi {
  routes: Route[];
  events: DescribedEvent[];
  accessKinds: AccessKind[];
  limits: KeyLimits;
  version: string;
}

/** Describes the whole API, from the same definitions that serve it. */
export function describeApi({ routes, events, accessKinds, limits, version }: DescribedApi): OpenApiDocument {
  const kinds = new Map(accessKinds.map((kind) => [kind.name, kind]));
  const named: Record<string, unknown> = {};
  const paths: OpenApiDocument['paths'] = {};
  for (const route of routes) {
    const url = route.url.replace(/:(\w+)/g, '{$1}');
    paths[url] ??= {};
    paths[url][route.method.toLowerCase()] = hoistNamed(
      describeOperation(route, kinds.get(route.access.kind) as AccessKind),
      named,
    ) as Json;
  }
  const webhooks = events.map((event) => [event.type, { post: hoistNamed(describeEvent(event), named) }]);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Rota',
      version,
      summary: 'Teams that take turns, API keys, seats and webhooks.',
      description: introduction(limits),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that gives this description.' }],
    security: [{ apiKey: [] }],
    tags: [...new Map(routes.map(({ group }) => [group.name, group])).values(), eventGroup],
    paths,
    webhooks: Object.fromEntries(webhooks),
    components: {
      schemas: named,
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key of the workspace: `sk_live_` and 38 characters. Each operation needs one scope.',
        },
        [OPERATOR_SCHEME]: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An operator key: `sk_operator_` and 38 characters. It belongs to no workspace, and is for `/api/v1/operator` alone.',
        },
      },
    },
  };
}

/** `isIdempotent` operations take an Idempotency-Key. */
type OperationAccess = DescribedAccess & { isIdempotent: boolean };

function describeOperation(route: Route, kind: AccessKind): Json {
  const isIdempotent = route.method === 'POST' && kind.keepsAnswersIn !== undefined;
  const access: OperationAccess = { ...kind.describe(route.access), isIdempotent };
  const sample = clientSample(route);
  return {
    operationId: route.operation,
    summary: route.summary,
    description: access.needs ? `${route.description}\n\n${access.needs}` : route.description,
    tags: [route.group.name],
    ...(access.security && { security: access.security }),
    parameters: describeParameters(route, access),
    ...(sample && { 'x-codeSamples': [{ lang: 'TypeScript', label: '@rota/client', source: sample }] }),
    ...describeBody(route),
    responses: { ...describeSuccess(route, access), ...describeRefusals(route, access) },
  };
}

function describeBody({ body, needsBody, bytes }: Route): Json {
  if (bytes) {
    const { contentTypes, description, example } = bytes;
    const content = contentTypes.map((contentType) => {
      const schema = { type: 'string', contentMediaType: contentType };
      return [contentType, { schema, example }];
    });
    return { requestBody: { required: true, description, content: Object.fromEntries(content) } };
  }
  if (!body) return {};
  return {
    requestBody: {
      required: needsBody ?? (body.required ?? []).length > 0,
      content: { 'application/json': { schema: body, example: exampleOf(body) } },
    },
  };
}

function describeEvent({ type, about, shape }: DescribedEvent): Json {
  return {
    operationId: inCamelCase(type),
    summary: type,
    description: about,
    tags: [eventGroup.name],
    security: [],
    requestBody: {
      description: 'The payload of the event.',
      content: { 'application/json': { schema: shape, example: exampleOf(shape) } },
    },
    parameters: Object.entries(DELIVERY_HEADERS).map(([name, [description, example]]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string', examples: [name === 'X-Webhook-Event' ? type : example] },
    })),
    responses: {
      '2XX': { description: 'The delivery has arrived.' },
      '4XX': { description: 'The delivery has failed, as with any status but 2xx, and is retried later.' },
    },
  };
}

/** Such as `meetingRequestCreated`. */
function inCamelCase(type: string): string {
  return type.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The headers of every delivery: a description and an example. */
const DELIVERY_HEADERS = {
  'webhook-id': [
    "The delivery's id, signed, and the same on every attempt: use it to drop repeats.",
    exampleOf(Id('delivery')),
  ],
  'webhook-timestamp': ['When this attempt was sent, in seconds since 1970.', '1794821400'],
  'webhook-signature': [
    'As in the Standard Webhooks specification: `v1,` and a signature of id, time and body, once for each currently valid secret.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ],
  'X-Webhook-Id': ['The same as `webhook-id`.', exampleOf(Id('delivery'))],
  'X-Webhook-Event': ['The type of the event.', ''],
  'X-Webhook-Timestamp': ['The same as `webhook-timestamp`.', '1794821400'],
  'X-Webhook-Signature': [
    '`t=` that time, and `v1=` a signature of time and body, once for each currently valid secret. It does not cover the id.',
    't=1794821400,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
  ],
};

function describeParameters(route: Route, { isIdempotent }: OperationAccess): Json[] {
  const parameters: Json[] = Object.entries(route.path ?? {}).map(([name, { kind, what }]) => ({
    name,
    in: 'path',
    required: true,
    description: `The id of the ${inSentence(what)}; it begins with \`${idPrefixes[kind]}_\`.`,
    schema: Id(kind),
  }));
  for (const [name, { schema, description }] of Object.entries(route.query ?? {})) {
    parameters.push({ name, in: 'query', description, schema });
  }
  if (isIdempotent) {
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      description: 'Makes retries safe: the first response is stored for 24 hours and sent again.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    });
  }
  if (route.stream) {
    parameters.push({
      name: RESUME_HEADER,
      in: 'header',
      description: `With \`Accept: ${STREAM_TYPE}\`: resumes after a lost connection. A few items may be sent again.`,
      schema: Id(route.stream.kind),
    });
  }
  return parameters;
}

/** "Team" becomes "team", but "API key" stays. */
const inSentence = (name: string) =>
  /^[A-Z][a-z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;

function describeSuccess(route: Route, access: OperationAccess): Json {
  const { response, stream, download } = route;
  const { shape, contentType = 'application/json' } = response;
  const replayed = {
    description: 'Present, and `true`, on a stored response.',
    schema: { type: 'string' },
  };
  return {
    [response.status]: {
      description: response.description,
      headers: {
        ...headersOf(access.headers),
        ...(access.isIdempotent && { 'Idempotency-Replayed': replayed }),
        ...((stream || download) && {
          Vary: { description: 'Always `Accept`: the response depends on it.', schema: { type: 'string' } },
        }),
      },
      ...(shape && {
        content: {
          [contentType]: { schema: shape, example: changedExample(exampleOf(shape), response.example) },
          ...(stream && { [STREAM_TYPE]: { schema: stream.item, example: exampleOf(stream.item) } }),
          ...(download && {
            [download.contentType]: { schema: { type: 'string' }, example: download.example },
          }),
        },
      }),
    },
    ...(response.etag && {
      304: {
        description: 'The caller already has it: `If-None-Match` has its `ETag`.',
        headers: headersOf({}),
      },
    }),
  };
}

function headersOf(descriptions: Record<string, string>): Json {
  const all = { 'X-Request-Id': "The request's id: the caller's own, or a new one.", ...descriptions };
  return Object.fromEntries(
    Object.entries(all).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  );
}

/** The refusals that follow from the parts of a route. */
function refusalsOf(route: Route, access: OperationAccess): Refusal[] {
  const refusals = [...access.refusals];
  const messages = messagesFor(route.bytes);
  const [firstId] = Object.values(route.path ?? {});
  if (firstId) refusals.push(['not_found', notFound(firstId.what).message]);
  if (route.method !== 'GET') {
    refusals.push(['payload_too_large', messages.payload_too_large]);
    refusals.push(['unsupported_media_type', messages.unsupported_media_type]);
    refusals.push(['invalid_request', invalidExample(route)]);
  } else if (route.query) {
    refusals.push(['invalid_request', 'limit must be an integer']);
  }
  if (access.isIdempotent) refusals.push(['conflict', new StillRunning().message]);
  refusals.push(...(Object.entries(route.refusals ?? {}) as Refusal[]));
  refusals.push(['internal_error', withRequestId(messages.internal_error, 'req_…')]);
  return refusals;
}

type Refusal = DescribedAccess['refusals'][number];
type ErrorType = Refusal[0];

function invalidExample(route: Route): string {
  if (route.bytes) return 'body is required';
  const required = route.body?.required?.[0];
  return required ? `${required} is required` : 'body must be a JSON object';
}

/** The only refusal on a route without credentials and input: malformed HTTP, or headers that are too long. */
const malformed = {
  types: ['invalid_request'] as ErrorType[],
  examples: {
    invalid_request: {
      value: { error: { type: 'invalid_request', message: 'The request must be valid HTTP/1.1' } },
    },
  },
};

const meanings: Record<ErrorType, string> = {
  unauthorized: 'there is no key, or it is unknown, revoked or expired',
  forbidden: 'the key lacks the scope that the message names',
  not_found: 'there is no such thing in the workspace',
  method_not_allowed: 'the path does not support this method',
  gone: 'it has expired',
  conflict: 'the first request with this Idempotency-Key is still running',
  payload_too_large: 'the body is larger than the message allows',
  unsupported_media_type: 'the content type of the body is not accepted here',
  validation_error: 'the data breaks a rule',
  invalid_request: 'the request is malformed, or the current state forbids it',
  rate_limited: 'the key has made too many requests',
  internal_error: 'something is wrong with the server, and its log has the reason',
  unavailable: "it can't be done right now, but should work soon",
};

function describeRefusals(route: Route, access: OperationAccess): Json {
  const responses: Record<string, { examples: Json; types: ErrorType[] }> = {};
  for (const [type, message] of refusalsOf(route, access)) {
    const flat = type === 'unauthorized';
    const value = { error: flat ? message : { type, message } };
    const response = responses[statusOf[type]] ?? { examples: {}, types: [] };
    response.examples[type] = { value };
    response.types.push(type);
    responses[statusOf[type]] = response;
  }
  if (!Object.keys(responses).some((status) => status.startsWith('4'))) responses['4XX'] = malformed;
  const entries = Object.entries(responses).map(([status, { examples, types }]) => {
    const schema = status === '401' ? FlatErrorBody : ErrorBody;
    const retry = { description: 'Seconds to wait before trying again.', schema: { type: 'integer' } };
    const headers = {
      ...headersOf(status === '401' ? {} : access.headers),
      ...(['409', '429', '503'].includes(status) && { 'Retry-After': retry }),
    };
    const description = types.map((type) => `\`${type}\`: ${meanings[type]}.`).join(' ');
    return [status, { description, headers, content: { 'application/json': { schema, examples } } }];
  });
  return Object.fromEntries(entries);
}

/** Replaces every schema that has a title with a reference to `components.schemas`. Examples are data, not schemas. */
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
  // A nullable schema becomes "reference or null", with its own description.
  if (Array.isArray(copy.type)) {
    return {
      ...(copy.description !== undefined && { description: copy.description }),
      anyOf: [reference, { type: 'null' }],
    };
  }
  named[value.title] = copy;
  return reference;
}
