import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { OpenApiDocument } from '../src/http/openapi.ts';
import type { Route } from '../src/http/route.ts';
import { Description } from './support/description.ts';
import { EVENT_TYPES } from './support/events.ts';
import { send, type WireAnswer } from './support/http.ts';
import { type Received, Receiver } from './support/receiver.ts';
import { type Node, onBothEngines } from './support/rota.ts';
import { createEndpoint, sendTest } from './support/webhooks.ts';

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
  parameters: { name: string; in: string }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { description: string; content?: Record<string, Content> }>;
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

  test('says of every operation which key it needs, and what is answered to a wrong one', async () => {
    const { document, operations } = await describedBy(node());
    assert.deepEqual(document.security, [{ apiKey: [] }]);
    const { type, scheme } = (document.components.securitySchemes as Record<string, Record<string, string>>)
      .apiKey as Record<string, string>;
    assert.deepEqual({ type, scheme }, { type: 'http', scheme: 'bearer' });
    for (const route of node().app.routes) {
      const name = nameOf(route);
      const { description, security, responses } = operations.get(name) as Operation;
      if (route.scope === 'public') {
        assert.deepEqual(security, [], `${name} needs no key`);
        continue;
      }
      assert.equal(security, undefined, `${name} needs a key, as the document says for all`);
      assert.equal(description, `Needs the scope \`${route.scope}\`.`);
      const missing = ['401', '403', '429', '500', '503'].filter((status) => !responses[status]);
      assert.deepEqual(missing, [], `${name} describes what every call can answer`);
    }
  });

  test('describes every parameter of a route', async () => {
    const { operations } = await describedBy(node());
    for (const route of node().app.routes) {
      const idempotent = route.scope !== 'public' && route.method === 'POST';
      const expected = [
        ...Object.keys(route.path ?? {}).map((name) => `path ${name}`),
        ...Object.keys(route.query ?? {}).map((name) => `query ${name}`),
        ...(idempotent ? ['header Idempotency-Key'] : []),
        ...(route.scope !== 'public' && route.stream ? ['header Last-Event-ID'] : []),
      ];
      const { parameters } = operations.get(nameOf(route)) as Operation;
      assert.deepEqual(
        parameters.map((parameter) => `${parameter.in} ${parameter.name}`),
        expected,
        nameOf(route),
      );
    }
  });

  test('has for every body an example that is valid', async () => {
    const { document, operations } = await describedBy(node());
    const ajv = new Ajv2020({ strict: false });
    ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/);
    ajv.addFormat('idn-email', /^[^\s@]+@[^\s@]+\.[^\s@]+$/);
    const check = (place: string, content: Content) => {
      const examples = examplesOf(content);
      assert.ok(examples.length > 0, `${place} has an example`);
      const validate = ajv.compile({ ...content.schema, components: document.components });
      for (const example of examples) {
        assert.ok(
          validate(example),
          `${place}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(example)}`,
        );
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
        assert.equal(content === undefined, status === '204', `${name} ${status}: only a 204 has no body`);
        for (const each of Object.values(content ?? {})) check(`${name} ${status}`, each);
      }
    }
  });

  test('tells of every event what is sent, and with which headers', async () => {
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
      assert.deepEqual(types, route.body ? ['application/json'] : [], nameOf(route));
    }
  });

  test('has no reference that leads nowhere, and no name that stands for two schemas', async () => {
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
      node().app.routes.map(({ answer, body }) => [answer.shape, body]),
    )) {
      // Where one may be null, it is mentioned with a type and a description of its own.
      const { type, description, ...same } = shape as { type: unknown; description?: unknown };
      if (shapes.has(title)) assert.deepEqual(same, shapes.get(title), `two are called ${title}`);
      shapes.set(title, same);
      assert.equal((schemas[title] as { type: unknown }).type, 'object', `${title} is not null by itself`);
    }
    assert.ok(shapes.size > 0);
  });
});

function titledIn(value: unknown): { title: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'title' in value && 'properties' in value && typeof value.title === 'string';
  return [...(own ? [value as { title: string }] : []), ...Object.values(value).flatMap(titledIn)];
}

onBothEngines('The comparison of every answer with the description', (node) => {
  const path = '/api/v1/workspace';

  async function setUp() {
    const { document } = await describedBy(node());
    const headers = { authorization: `Bearer ${node().rawKey}` };
    const answer = await send({ method: 'GET', url: node().url + path, headers });
    assert.equal(answer.status, 200);
    const { data } = answer.body as { data: Record<string, unknown> };
    const description = new Description(document);
    const check = (change: Partial<WireAnswer>, where = path) =>
      description.check('GET', where, { ...answer, ...change });
    return { check, data };
  }

  test('accepts what the server answers', async () => {
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

onBothEngines('The reference page', (node) => {
  const unescaped = (html: string) =>
    html.replace(/<[^>]+>/g, '').replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => {
      return { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }[name] as string;
    });

  test('names every operation with its path and summary, to anyone', async () => {
    const answer = await node().get('/docs', { key: null });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
    assert.match(answer.text, /^<!doctype html>\n<html lang="en">/);
    const text = unescaped(answer.text);
    for (const route of node().app.routes) {
      assert.ok(text.includes(`${route.method} ${route.url.replace(/:(\w+)/g, '{$1}')}`), nameOf(route));
      assert.ok(text.includes(route.summary.replaceAll('`', '')), `${nameOf(route)}: ${route.summary}`);
      assert.match(answer.text, new RegExp(`id="${route.operation}"`));
    }
  });

  test('needs neither scripts nor another host', async () => {
    const { text } = await node().get('/docs', { key: null });
    assert.doesNotMatch(text, /<script|javascript:|<iframe|<object|<embed|@import|url\(|\son\w+=/i);
    const targets = [...text.matchAll(/\s(?:src|srcset|href|action|data|poster)\s*=\s*["']?([^"'>\s]*)/gi)];
    assert.ok(targets.length > 0);
    const elsewhere = targets
      .map(([, target]) => target as string)
      .filter((target) => !target.startsWith('#'));
    assert.deepEqual(elsewhere, []);
    const hosts = new Set([...text.matchAll(/\bhttps?:\/\/[^/\s<&"']+/g)].map(([host]) => host));
    const examples = ['http://127.0.0.1:3000', 'https://example.com'];
    assert.deepEqual([...hosts], examples, 'only example addresses are named');
  });

  test('has no link to a place that is not on it', async () => {
    const { text } = await node().get('/docs', { key: null });
    const ids = new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
    const broken = [...text.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id).filter((id) => !ids.has(id));
    assert.deepEqual(broken, []);
  });
});
