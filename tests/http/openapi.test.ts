// The API description is valid, complete, and has a description and a plausible example for everything.
import assert from 'node:assert/strict';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { OpenApiDocument } from '../../src/http/openapi.ts';
import type { Route } from '../../src/http/route.ts';
import { test } from '../support/lanes.ts';
import { EVENT_TYPES } from '../support/makers/events.ts';
import { createEndpoint, sendTest } from '../support/makers/webhooks.ts';
import { type Received, Receiver } from '../support/receivers/receiver.ts';
import { incoherences } from '../support/server/coherence.ts';
import { Description } from '../support/server/description.ts';
import { send, type WireAnswer } from '../support/server/http.ts';
import { isKeyRoute, isOperatorRoute } from '../support/server/key-routes.ts';
import { freshStorage, type Node, onBothEngines, startNode } from '../support/server/rota.ts';

interface Content {
  schema: object;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security?: unknown[];
  parameters: { name: string; in: string; description?: string }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<
    string,
    {
      description: string;
      headers?: Record<string, { description?: string }>;
      content?: Record<string, Content>;
    }
  >;
}

interface Described {
  document: OpenApiDocument;
  /** By method and path as the route definitions write them: `DELETE /api/v1/api_keys/:id`. */
  operations: Map<string, Operation>;
}

async function describedBy(node: Node): Promise<Described> {
  const answer = await node.get('/openapi.json', { key: null });
  assert.equal(answer.status, 200, 'the description needs no key');
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  const document = answer.body as OpenApiDocument;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      operation as unknown as Operation,
    ]),
  );
  return { document, operations: new Map(operations) };
}

const nameOf = (route: Route) => `${route.method} ${route.url}`;

/** Every value under the key, however deep. */
function valuesOf(key: string, inside: unknown): unknown[] {
  if (typeof inside !== 'object' || inside === null) return [];
  return Object.entries(inside).flatMap(([name, value]) => [
    ...(name === key ? [value] : []),
    ...valuesOf(key, value),
  ]);
}

function examplesOf({ example, examples = {} }: Content): unknown[] {
  return [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)];
}

onBothEngines('The API description', (node) => {
  test('is valid OpenAPI 3.1', async () => {
    const { document } = await describedBy(node());
    const validator = new Validator();
    const result = await validator.validate(structuredClone(document) as unknown as Record<string, unknown>);
    assert.deepEqual({ ...result, version: validator.version }, { valid: true, version: '3.1' });
  });

  test('holds every route and nothing else', async () => {
    const { operations } = await describedBy(node());
    const routes = node().app.routes.map(nameOf);
    assert.deepEqual([...operations.keys()].sort(), routes.sort());
  });

  test('gives every operation an id of its own, a summary and a group that the document lists', async () => {
    const { document, operations } = await describedBy(node());
    const ids = [...operations.values()].map(({ operationId }) => operationId);
    assert.deepEqual(ids, [...new Set(ids)]);
    const groups = document.tags.map(({ name }) => name);
    for (const [name, { operationId, summary, tags }] of operations) {
      assert.match(operationId, /^[a-z][A-Za-z]+$/, name);
      assert.match(summary, /\S/, name);
      assert.equal(tags.length, 1, name);
      assert.ok(groups.includes(tags[0] as string), `${name} is in a group that the document lists`);
    }
  });

  test('says for every operation which key it needs, and what the response to a wrong one is', async () => {
    const { document, operations } = await describedBy(node());
    assert.deepEqual(document.security, [{ apiKey: [] }]);
    const { type, scheme } = (document.components.securitySchemes as Record<string, Record<string, string>>)
      .apiKey as Record<string, string>;
    assert.deepEqual({ type, scheme }, { type: 'http', scheme: 'bearer' });
    for (const route of node().app.routes) {
      const name = nameOf(route);
      const { description, security, responses } = operations.get(name) as Operation;
      if (isOperatorRoute(route)) {
        assert.deepEqual(security, [{ operatorKey: [] }], `${name} needs an operator key`);
        assert.ok(description?.endsWith('\n\nNeeds an operator key.'), name);
        continue;
      }
      if (!isKeyRoute(route)) {
        assert.deepEqual(security, [], `${name} needs no key`);
        continue;
      }
      assert.equal(security, undefined, `${name} needs a key, as the document says for all`);
      assert.ok(description?.endsWith(`\n\nNeeds the scope \`${route.access.scope}\`.`), name);
      const missing = ['401', '403', '429', '500', '503'].filter((status) => !responses[status]);
      assert.deepEqual(missing, [], `${name} describes the responses that every call can get`);
    }
  });

  test('describes every parameter of a route', async () => {
    const { operations } = await describedBy(node());
    for (const route of node().app.routes) {
      const idempotent = (isKeyRoute(route) || isOperatorRoute(route)) && route.method === 'POST';
      const expected = [
        ...Object.keys(route.path ?? {}).map((name) => `path ${name}`),
        ...Object.keys(route.query ?? {}).map((name) => `query ${name}`),
        ...(idempotent ? ['header Idempotency-Key'] : []),
        ...(isKeyRoute(route) && route.stream ? ['header Last-Event-ID'] : []),
      ];
      const { parameters } = operations.get(nameOf(route)) as Operation;
      assert.deepEqual(
        parameters.map((parameter) => `${parameter.in} ${parameter.name}`),
        expected,
        nameOf(route),
      );
    }
  });

  test('describes every operation, parameter, header and group with a sentence', async () => {
    const { document, operations } = await describedBy(node());
    for (const tag of document.tags) assertSentence(tag.description, tag.name);
    const webhooks = Object.entries(document.webhooks).map(([type, { post }]): [string, Operation] => [
      type,
      post as unknown as Operation,
    ]);
    for (const [name, { summary, description, parameters, responses }] of [...operations, ...webhooks]) {
      assertSentence(description, name);
      assert.ok(
        summary.length <= 45 && !summary.endsWith('.'),
        `${name} has a summary that fits into a list`,
      );
      for (const parameter of parameters) assertSentence(parameter.description, `${name} ${parameter.name}`);
      for (const [status, response] of Object.entries(responses)) {
        assertSentence(response.description, `${name} ${status}`);
        for (const [header, { description: about }] of Object.entries(response.headers ?? {})) {
          assertSentence(about, `${name} ${status} ${header}`);
        }
      }
    }
  });

  test('describes every field with a sentence', async () => {
    const { document } = await describedBy(node());
    const schemas = document.components.schemas as Record<string, { description?: string }>;
    for (const [name, { description }] of Object.entries(schemas)) assertSentence(description, name);
    const fields = fieldsIn(document);
    assert.ok(fields.length > 200, 'the fields were found');
    for (const { place, field } of fields) {
      const { $ref, description } = field as { $ref?: string; description?: string };
      // A reference has the description of the schema that it names.
      const named = $ref && schemas[$ref.slice('#/components/schemas/'.length)];
      assertSentence(description ?? (named ? named.description : undefined), place);
    }
  });

  test('has for every body an example that is valid and could occur', async () => {
    const { document, operations } = await describedBy(node());
    const ajv = new Ajv2020({ strict: false });
    ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/);
    ajv.addFormat('idn-email', /^[^\s@]+@[^\s@]+\.[^\s@]+$/);
    // Each schema is compiled once: most refusals have the same.
    const validators = new Map<string, ValidateFunction>();
    function validatorOf(schema: object): ValidateFunction {
      const text = JSON.stringify(schema);
      const known = validators.get(text) ?? ajv.compile({ ...schema, components: document.components });
      validators.set(text, known);
      return known;
    }
    const check = (place: string, content: Content) => {
      const examples = examplesOf(content);
      assert.ok(examples.length > 0, `${place} has an example`);
      const validate = validatorOf(content.schema);
      for (const example of examples) {
        assert.ok(
          validate(example),
          `${place}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(example)}`,
        );
        assert.deepEqual(incoherences(example), [], `${place}: ${JSON.stringify(example, null, 2)}`);
      }
    };
    for (const [type, { post }] of Object.entries(document.webhooks)) {
      const { requestBody } = post as unknown as Operation;
      for (const content of Object.values(requestBody?.content ?? {})) check(type, content);
    }
    for (const [name, { requestBody, responses }] of operations) {
      for (const content of Object.values(requestBody?.content ?? {})) check(`${name}, its body`, content);
      for (const [status, { description, content }] of Object.entries(responses)) {
        assert.match(description, /\S/, `${name} ${status} has a description`);
        const isEmpty = ['204', '304'].includes(status);
        assert.equal(content === undefined, isEmpty, `${name} ${status}: only 204 and 304 have no body`);
        for (const each of Object.values(content ?? {})) check(`${name} ${status}`, each);
      }
    }
  });

  test('describes for every event what is sent, and with which headers', async () => {
    const { document } = await describedBy(node());
    assert.deepEqual(Object.keys(document.webhooks).sort(), [...EVENT_TYPES, 'test'].sort());
    await using receiver = await Receiver.start();
    const { id } = await createEndpoint(node(), receiver.url);
    await sendTest(node(), id);
    const [{ headers }] = (await receiver.atLeast(1)) as [Received];
    const sent = Object.keys(headers).filter((name) => /^(x-)?webhook-/.test(name));
    for (const { post } of Object.values(document.webhooks)) {
      const { parameters } = post as unknown as Operation;
      assert.deepEqual(parameters.map(({ name }) => name.toLowerCase()).sort(), sent.sort());
    }
  });

  test('shows a body wherever a route takes one', async () => {
    const { operations } = await describedBy(node());
    for (const route of node().app.routes) {
      const types = Object.keys(operations.get(nameOf(route))?.requestBody?.content ?? {});
      const expected = route.bytes ? [...route.bytes.contentTypes] : route.body ? ['application/json'] : [];
      assert.deepEqual(types, expected, nameOf(route));
    }
  });

  test('has no dangling reference, and no name for two schemas', async () => {
    const { document } = await describedBy(node());
    const schemas = document.components.schemas as Record<string, unknown>;
    const references = valuesOf('$ref', document);
    assert.ok(references.length > 0);
    for (const reference of references) {
      const [, name] = /^#\/components\/schemas\/(\w+)$/.exec(String(reference)) ?? [];
      assert.ok(name && schemas[name], `${reference} is in the document`);
    }

    const shapes = new Map<string, unknown>();
    for (const { title, ...shape } of titledIn(
      node().app.routes.map(({ response, body }) => [response.shape, body]),
    )) {
      // Where a shape may be null, it has another type, description and example.
      const { type, description, examples, ...same } = shape as Record<string, unknown>;
      if (shapes.has(title)) assert.deepEqual(same, shapes.get(title), `two are called ${title}`);
      shapes.set(title, same);
      assert.equal((schemas[title] as { type: unknown }).type, 'object', `${title} is not null by itself`);
    }
    assert.ok(shapes.size > 0);
  });
});

/** The text begins and ends like a sentence, and has more than one word. */
function assertSentence(text: string | undefined, place: string): void {
  assert.match(text ?? '', /^["'`(A-Z0-9].*\s.*[.?!]$/s, `${place} is described by a sentence`);
}

/** Every field of every object in the document, with its path. */
function fieldsIn(value: unknown, place = ''): { place: string; field: object }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'example' || key === 'examples') return [];
    const deeper = fieldsIn(inner, `${place}/${key}`);
    if (key !== 'properties') return deeper;
    const own = Object.entries(inner as Record<string, object>);
    return [...own.map(([name, field]) => ({ place: `${place}/${name}`, field })), ...deeper];
  });
}

function titledIn(value: unknown): { title: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'title' in value && 'properties' in value && typeof value.title === 'string';
  return [...(own ? [value as { title: string }] : []), ...Object.values(value).flatMap(titledIn)];
}

onBothEngines('The comparison of every response with the description', (node) => {
  const path = '/api/v1/workspace';

  async function setUp() {
    const { document } = await describedBy(node());
    const headers = { authorization: `Bearer ${node().rawKey}` };
    const answer = await send({ method: 'GET', url: node().url + path, headers });
    assert.equal(answer.status, 200);
    const { data } = answer.body as { data: Record<string, unknown> };
    const description = new Description(JSON.stringify(document));
    const check = (change: Partial<WireAnswer>, where = path) =>
      description.check('GET', where, { ...answer, ...change });
    return { check, data };
  }

  test('accepts a response of the server', async () => {
    const { check } = await setUp();
    check({});
  });

  test('fails on an undescribed status', async () => {
    const { check } = await setUp();
    assert.throws(() => check({ status: 201 }), /answered 201, which is not described/);
    assert.throws(() => check({ status: 418 }), /answered 418, which is not described/);
  });

  test('fails on an undescribed field', async () => {
    const { check, data } = await setUp();
    assert.throws(
      () => check({ body: { data: { ...data, secret: 1 } } }),
      /must NOT have additional properties/,
    );
    assert.throws(() => check({ body: { data, more: 1 } }), /must NOT have additional properties/);
  });

  test('fails on a missing field', async () => {
    const { check, data } = await setUp();
    const { name: _, ...rest } = data;
    assert.throws(() => check({ body: { data: rest } }), /must have required property 'name'/);
    assert.throws(() => check({ body: undefined, text: '' }), /must be object/);
  });

  test('fails on a wrong type or form', async () => {
    const { check, data } = await setUp();
    assert.throws(() => check({ body: { data: { ...data, name: 1 } } }), /name must be string/);
    assert.throws(() => check({ body: { data: { ...data, name: null } } }), /name must be string/);
    assert.throws(() => check({ body: { data: { ...data, id: 'key_1' } } }), /id must match pattern/);
    assert.throws(
      () => check({ body: { data: { ...data, created_at: 'now' } } }),
      /must match format "date-time"/,
    );
  });

  test('fails on another content type, and on success at a path that is not described', async () => {
    const { check } = await setUp();
    assert.throws(
      () => check({ headers: { 'content-type': 'text/html' } }),
      /answered text\/html, described is/,
    );
    assert.throws(() => check({}, '/api/v1/nothing'), /is not described and answered 200/);
  });
});

for (const { environment, sentence, policy } of [
  {
    environment: { ROTA_RATE_LIMIT_PER_MINUTE: '30' },
    sentence: 'may make 30 requests in any 60 seconds; all keys of a workspace together may make 300.',
    policy: 'The quota and its window in seconds: `"default";q=30;w=60`.',
  },
  {
    environment: { ROTA_RATE_LIMIT_PER_MINUTE: '0', ROTA_WORKSPACE_RATE_LIMIT_PER_MINUTE: '5000' },
    sentence: 'all keys of a workspace together may make 5,000 requests in any 60 seconds.',
    policy: undefined,
  },
  {
    environment: { ROTA_RATE_LIMIT_PER_MINUTE: '0' },
    sentence: 'may make any number of requests.',
    policy: undefined,
  },
]) {
  test(`The API description says which rate limits are set: ${JSON.stringify(environment)}`, async () => {
    const storage = await freshStorage('sqlite');
    const node = await startNode(storage, { environment });
    const { document, operations } = await describedBy(node);
    assert.ok((document.info.description as string).includes(sentence));
    const { responses } = operations.get('GET /api/v1/teams') as Operation;
    for (const status of ['200', '403']) {
      assert.equal(responses[status]?.headers?.['RateLimit-Policy']?.description, policy);
    }
    await node.stop();
    await storage.remove();
  });
}
