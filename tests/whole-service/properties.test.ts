// Full lane, because it tries every field of every route: No request causes a 5xx, and a refused one changes nothing: random input for every route of the app.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type IdKind, idPrefixes } from '../../src/ids.ts';
import { exampleId } from '../../src/shapes/examples.ts';
import { runs, seed } from '../support/chance.ts';
import { describe, test } from '../support/lanes.ts';
import {
  anyBytes,
  anyHeaderName,
  anyHeaderValue,
  anyJson,
  anyUrlPart,
  fieldsOf,
  type Given,
  goodBody,
  Hostile,
  json,
  nearly,
  objectText,
  trouble,
  troubleInUrl,
  withField,
  words,
} from '../support/makers/hostile.ts';
import { makeThings } from '../support/makers/things.ts';
import { untilIdle } from '../support/server/idle.ts';
import { isKeyRoute, type KeyRoute } from '../support/server/key-routes.ts';
import { freshStorage, type Node, onEachEngine, startNode } from '../support/server/rota.ts';
import { snapshotsOf } from '../support/server/snapshot.ts';

onEachEngine((engine) => {
  describe(`No request does harm (${engine})`, () => {
    /**
     * For each group of routes: every request in `always`, and `count` random ones. On PostgreSQL every sixth of the
     * former, different ones in each run, and half of the latter: PostgreSQL takes twice as long, and most refusals come before
     * the database is asked.
     */
    async function holds(
      count: number,
      any: (route: KeyRoute) => fc.Arbitrary<Given>,
      always: (route: KeyRoute) => Given[] = () => [],
      isMeant: (route: KeyRoute) => boolean = () => true,
    ): Promise<void> {
      // A database for each test: all of it is compared after every refusal, and each success adds to it.
      const storage = await freshStorage(engine);
      // X-Forwarded-For is read only from a trusted proxy.
      const node = await startNode(storage, {
        environment: { ROTA_TRUSTED_PROXIES: '127.0.0.1', ROTA_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1' },
      });
      try {
        const probe = await createProbe(node);
        const random = engine === 'sqlite' ? count : Math.ceil(count / 2);
        const every = engine === 'sqlite' ? 1 : 6;
        const routes = node.app.routes.filter(isKeyRoute).filter(isMeant);
        assert.ok(routes.length > 0, 'there are routes to try');
        for (const [name, group] of Map.groupBy(routes, (route) => route.group)) {
          const examples = group.flatMap((route, number) =>
            always(route)
              .filter((_, place) => place % every === (number + seed) % every)
              .map((given) => [new Hostile(route, given)] as [Hostile]),
          );
          const others = fc
            .constantFrom(...group)
            .chain((route) => any(route).map((given) => new Hostile(route, given)));
          const { numRuns, seed: own } = runs(random, `${engine} ${name}`);
          await fc.assert(fc.asyncProperty(others, probe), {
            examples,
            numRuns: examples.length + numRuns,
            seed: own,
          });
        }
      } finally {
        await node.stop();
        await storage.remove();
      }
    }

    test('whatever one field of the body holds', () =>
      holds(
        40,
        (route) =>
          fc.constantFrom(...fieldsOf(route)).chain((field) => {
            const values = fc.oneof(anyJson, nearly(goodBody(route)[field]));
            return values.map((value) => ({ rawBody: withField(route, field, value) }));
          }),
        (route) =>
          fieldsOf(route).flatMap((field) =>
            trouble.map((value) => ({ rawBody: withField(route, field, value) })),
          ),
        (route) => fieldsOf(route).length > 0,
      ));

    test('whatever JSON the body is', () =>
      holds(
        20,
        (route) => {
          const names = fc.constantFrom('__proto__', 'x', ...fieldsOf(route));
          const object = fc.array(fc.tuple(names, anyJson), { maxLength: 5 }).map(objectText);
          return fc.oneof(anyJson, object).map((rawBody) => ({ rawBody }));
        },
        // With the header, the body is also hashed.
        (route) =>
          trouble.map((rawBody, place) => ({
            rawBody,
            headers: { 'idempotency-key': `${route.operation} ${place}` },
          })),
      ));

    test('whatever bytes the body is, of whatever type', () =>
      holds(20, (route) => {
        const good = Buffer.from(json(goodBody(route)));
        const truncated = fc.nat(good.length).map((length) => good.subarray(0, length));
        const type = fc.oneof(fc.constant('application/json'), anyHeaderValue);
        return fc
          .tuple(fc.oneof(anyBytes, truncated), type)
          .map(([rawBody, contentType]) => ({ rawBody, headers: { 'content-type': contentType } }));
      }));

    test('whatever the headers hold', () =>
      holds(30, () =>
        fc
          .array(fc.tuple(anyHeaderName, anyHeaderValue), { minLength: 1, maxLength: 3 })
          .map((pairs) => ({ headers: Object.fromEntries(pairs) })),
      ));

    test('whatever the query is', () =>
      holds(
        20,
        (route) => {
          const names = fc.constantFrom('x', '__proto__', 'limit', '', ...Object.keys(route.query ?? {}));
          const parameter = fc
            .tuple(names, fc.constantFrom(...words('= = = [a]= == &')), anyUrlPart)
            .map((parts) => parts.join(''));
          return fc
            .array(parameter, { minLength: 1, maxLength: 3 })
            .map((parameters) => ({ query: parameters.join('&').slice(0, 8_000) }));
        },
        (route) =>
          Object.keys(route.query ?? {}).flatMap((name) => [
            { query: `${name}=1&${name}=2` },
            ...troubleInUrl.map((part) => ({ query: `${name}=${part}` })),
          ]),
      ));

    test('whatever stands in the place of an id', () =>
      holds(
        20,
        (route) => {
          const ids = Object.entries(route.path ?? {}).map(([name, { kind }]) => {
            const near = anyUrlPart.map((text) => exampleId(kind) + text);
            const others = (Object.keys(idPrefixes) as IdKind[]).map((other) => exampleId(other));
            // The client resolves dots itself, and would request another path.
            const anything = anyUrlPart.filter((id) => !/^\.{1,2}$/.test(id));
            return [
              name,
              fc.oneof({ weight: 3, arbitrary: anything }, near, fc.constantFrom(...others)),
            ] as const;
          });
          return fc.record(Object.fromEntries(ids)).map((given) => ({ ids: given }));
        },
        (route) =>
          Object.keys(route.path ?? {}).flatMap((name) =>
            troubleInUrl.map((part) => ({ ids: { [name]: part } })),
          ),
        (route) => Object.keys(route.path ?? {}).length > 0,
      ));
  });
});

/**
 * Sends a request and checks what must hold for every one. Ids that are not given, and those of the examples, are
 * replaced by ids of real things, so that the request gets as far as it can.
 */
async function createProbe(node: Node): Promise<(request: Hostile) => Promise<void>> {
  const snapshot = await snapshotsOf(node.services.database);
  let things = await makeThings(node);
  await untilIdle(node);
  let latest: Record<string, string> | undefined;
  const fill = (text: string) =>
    Object.entries(things).reduce(
      (filled, [kind, id]) => filled.replaceAll(exampleId(kind as IdKind), id),
      text,
    );

  return async ({ route, given }) => {
    const path = route.url.replace(/:(\w+)/g, (_, name: string) => {
      const kind = route.path?.[name]?.kind as IdKind;
      return given.ids?.[name] ?? (things[kind] as string);
    });
    const body = given.rawBody ?? (route.body && json(goodBody(route)));
    const rawBody = typeof body === 'string' ? fill(body) : body;
    const headers = {
      ...(rawBody !== undefined && { 'content-type': 'application/json' }),
      ...given.headers,
    };
    const target = given.query === undefined ? path : `${path}?${given.query}`;
    const unchanged = latest ?? (await snapshot());
    latest = undefined;
    const answer = await node.call(route.method, target, {
      headers,
      ...(rawBody !== undefined && { rawBody }),
    });

    assert.ok(answer.status < 500, `answered ${answer.status}: ${answer.text}`);
    if (answer.status >= 400) assertErrorForm(answer.status, answer.body);
    if (answer.status < 400 && route.method !== 'GET') {
      // An erasure can't be deleted, and another one would look at every row.
      const { erasure = '' } = things;
      if (route.method === 'DELETE') things = await makeThings(node, { erasure });
      await untilIdle(node);
      return;
    }
    latest = await snapshot();
    assert.deepEqual(latest, unchanged, `a response ${answer.status} has changed the database`);
  };
}

function assertErrorForm(status: number, body: unknown): void {
  const { error } = body as { error: string | { type: string; message: string } };
  if (typeof error === 'string' || status === 401) {
    assert.deepEqual({ status, body }, { status: 401, body: { error: String(error) } });
    return;
  }
  assert.deepEqual(body, { error: { type: error.type, message: error.message } });
  assert.match(error.type, /^[a-z_]+$/);
  assert.match(error.message, /^[^\r\n]*\S[^\r\n]*$/, 'a message is one line, and not empty');
}
