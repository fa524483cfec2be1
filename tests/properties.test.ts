// Whatever is sent: never a 5xx, and a refused request leaves the database as it was. The routes come from the
// app, so every route there ever is gets the same treatment without a change here.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import type { Route, ScopedRoute } from '../src/http/route.ts';
import { exampleOf } from '../src/http/shapes.ts';
import { idPrefixes } from '../src/ids.ts';
import { type Node, onBothEngines } from './support/rota.ts';
import { snapshotsOf } from './support/snapshot.ts';

/** A request. What it leaves open is filled with something good when it is sent. */
interface Given {
  ids?: Record<string, string>;
  query?: string;
  headers?: Record<string, string>;
  rawBody?: string | Buffer;
}

const LONG = 'é'.repeat(60_000);
const DEEP = 100_000;
const EXAMPLE_ULID = '01K9ZB3V5G8Q4T7M2N6P0R1S3W';

const words = (text: string) => text.split(' ');
const json = (value: unknown) => JSON.stringify(value);
const isScoped = (route: Route): route is ScopedRoute => route.scope !== 'public';
const fieldsOf = (route: ScopedRoute) => Object.keys(route.body?.properties ?? {});
const goodBody = (route: ScopedRoute) => exampleOf(route.body ?? {}) as Record<string, unknown>;

// What has been trouble elsewhere: tried in every place, and not only by chance. JSON is text here, because
// some of it (1e400, the very deep, `__proto__` as a name) can't be made by JSON.stringify.

const trouble = [
  ...words('null true 1e400 -1 {} [] [null] "" "\\ud800" "a\\u0000b" {"a\\nb":"\\u0000"}'),
  ...words('"0000-01-01" "9999-12-31T23:59:59-23:59" {"__proto__":{"name":"x"}} {"toString":0,"then":"x"}'),
  `[${'0,'.repeat(50_000)}0]`,
  `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`,
  `${'{"a":'.repeat(DEEP / 3)}0${'}'.repeat(DEEP / 3)}`,
];

const troubleInUrl = [
  ...words('%00 a%00b % %zz %E0%A4%A %ff %ED%A0%80 %C0%80 %2F %5C %3F %23 %25 + %0A -1 1e9 0x1 NaN'),
  ...['a'.repeat(101), 'a'.repeat(6_000), '%00'.repeat(1_000), '9'.repeat(30)],
];

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.stringMatching(/^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d))?$/),
  fc.constantFrom('', ' ', '\0', 'a\0b', '\ud800', 'x\udfff', '\u2028', 'a\nb', '\x1b[2J', '\u202eb', LONG),
  fc.constantFrom(
    ...words('__proto__ constructor toString 0 -1 1e9 NaN [] {} $1 ?1 % \\ .. <b> -- 2026-02-30'),
  ),
);

const anyNumber = fc.oneof(
  fc.double().map(json),
  fc.constantFrom(...words('0 -0 0.5 -1e400 1e-400 1e21 2147483648 9007199254740993 9223372036854775808')),
);

const anyJson = fc.oneof(
  anyText.map(json),
  anyNumber,
  fc.json({ maxDepth: 4, stringUnit: 'binary' }),
  fc.constantFrom(...trouble),
  fc.array(fc.tuple(anyText, anyText.map(json)), { maxLength: 5 }).map(objectText),
);

function objectText(fields: [name: string, json: string][]): string {
  return `{${fields.map(([name, value]) => `${json(name)}:${value}`).join()}}`;
}

/** The good body with one field's value replaced. */
function withField(route: ScopedRoute, field: string, value: string): string {
  return objectText(
    Object.entries(goodBody(route)).map(([name, good]) => [name, name === field ? value : json(good)]),
  );
}

/** Like what a field wants, and yet not, or only just. */
function nearly(example: unknown): fc.Arbitrary<string> {
  const items = [example].flat();
  const variants = fc.constantFrom(example, [example], { example }, [...items, ...items], [...items, null]);
  const many = fc.constant(Array.from({ length: 5_000 }, () => items[0]));
  const altered = anyText.map((text) => (Array.isArray(example) ? [...items, text] : `${example}${text}`));
  return fc.oneof(variants, many, altered).map(json);
}

const brokenJson = ['\ufeff{}', '\ufeff', '{} {}', "{'name':'x'}", '{"name":"x",}', 'NaN', '[', '{"a":"\t"}'];
const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array)),
  fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...brokenJson)).map((text) => Buffer.from(text)),
  fc.constantFrom('utf16le', 'latin1').map((encoding) => Buffer.from('{"name":"é"}', encoding as 'latin1')),
);

// What node:http lets through in a header.
const headerCharacter = fc.oneof(
  fc.constant(9),
  fc.integer({ min: 0x20, max: 0x7e }),
  fc.integer({ min: 0x80, max: 0xff }),
);
const anyHeaderValue = fc.oneof(
  fc.string({ unit: headerCharacter.map((code) => String.fromCharCode(code)), maxLength: 300 }),
  fc.constantFrom(
    '',
    '\t',
    'a'.repeat(4_000),
    '\xff'.repeat(300),
    'Bearer a b',
    'application/json; charset=utf-16',
  ),
  fc.constantFrom(
    ...words('application/json application/x+json text/plain */* Bearer Basic 100-continue , "'),
  ),
  fc.constantFrom(
    ...words('1.2.3.4 ::1 1.2.3.4,::1,x 999.9.9.9 [::1]:80 unknown ,,, websocket gzip bytes=0-'),
  ),
);
const anyHeaderName = fc.constantFrom(
  ...words('authorization content-type idempotency-key x-request-id accept accept-encoding accept-version'),
  ...words('x-forwarded-for x-forwarded-host x-forwarded-proto forwarded host origin cookie user-agent'),
  ...words('expect upgrade range if-none-match content-encoding x-http-method-override constructor'),
);

/** Text in a path or a query: encoded as it should be, or broken. */
const anyUrlPart = fc.oneof(
  anyText.map((text) => encodeURIComponent(text.slice(0, 1_000).toWellFormed())),
  fc.constantFrom(...troubleInUrl),
);

onBothEngines(
  'No request does harm',
  (node) => {
    let probe: (request: Hostile) => Promise<void>;
    before(async () => {
      probe = await createProbe(node());
    });

    /** For each group of routes: every request in `always`, and `runs` of the others. */
    async function holds(
      runs: number,
      any: (route: ScopedRoute) => fc.Arbitrary<Given>,
      always: (route: ScopedRoute) => Given[] = () => [],
      isMeant: (route: ScopedRoute) => boolean = () => true,
    ): Promise<void> {
      const routes = node().app.routes.filter(isScoped).filter(isMeant);
      assert.ok(routes.length > 0, 'there are routes to try');
      for (const group of Map.groupBy(routes, (route) => route.group).values()) {
        const examples = group.flatMap((route) =>
          always(route).map((given) => [new Hostile(route, given)] as [Hostile]),
        );
        const others = fc
          .constantFrom(...group)
          .chain((route) => any(route).map((given) => new Hostile(route, given)));
        await fc.assert(fc.asyncProperty(others, probe), { examples, numRuns: examples.length + runs });
      }
    }

    test('whatever one field of the body holds', () =>
      holds(
        150,
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
        80,
        (route) => {
          const names = fc.constantFrom('__proto__', 'x', ...fieldsOf(route));
          const object = fc.array(fc.tuple(names, anyJson), { maxLength: 5 }).map(objectText);
          return fc.oneof(anyJson, object).map((rawBody) => ({ rawBody }));
        },
        // With the header, the body is also made into a digest.
        (route) =>
          trouble.map((rawBody, place) => ({
            rawBody,
            headers: { 'idempotency-key': `${route.operation} ${place}` },
          })),
      ));

    test('whatever bytes the body is, of whatever type', () =>
      holds(80, (route) => {
        const good = Buffer.from(json(goodBody(route)));
        const truncated = fc.nat(good.length).map((length) => good.subarray(0, length));
        const type = fc.oneof(fc.constant('application/json'), anyHeaderValue);
        return fc
          .tuple(fc.oneof(anyBytes, truncated), type)
          .map(([rawBody, contentType]) => ({ rawBody, headers: { 'content-type': contentType } }));
      }));

    test('whatever the headers hold', () =>
      holds(120, () =>
        fc
          .array(fc.tuple(anyHeaderName, anyHeaderValue), { minLength: 1, maxLength: 3 })
          .map((pairs) => ({ headers: Object.fromEntries(pairs) })),
      ));

    test('whatever the query is', () =>
      holds(
        80,
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
        80,
        (route) => {
          const ids = Object.entries(route.path ?? {}).map(([name, { kind }]) => {
            const near = anyUrlPart.map((text) => `${idPrefixes[kind]}_${EXAMPLE_ULID}${text}`);
            const others = Object.values(idPrefixes).map((prefix) => `${prefix}_${EXAMPLE_ULID}`);
            // The client resolves dots itself, so that they would be a request for another path.
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
  },
  // So that X-Forwarded-For is read at all.
  { environment: { ROTA_TRUSTED_PROXIES: '127.0.0.1' } },
);

class Hostile {
  readonly route: ScopedRoute;
  readonly given: Given;

  constructor(route: ScopedRoute, given: Given) {
    this.route = route;
    this.given = given;
  }

  /** How a counterexample is shown. */
  [fc.toStringMethod](): string {
    return `${this.route.method} ${this.route.url} ${fc.stringify(this.given).slice(0, 2_000)}`;
  }
}

/** Sends a request and checks what must hold for every one. What it made serves as good ids from then on. */
async function createProbe(node: Node): Promise<(request: Hostile) => Promise<void>> {
  const snapshot = await snapshotsOf(node.services.database);
  const made = new Map<string, string>();
  let latest: Record<string, string> | undefined;

  return async ({ route, given }) => {
    const path = route.url.replace(/:(\w+)/g, (_, name: string) => {
      const prefix = idPrefixes[route.path?.[name]?.kind ?? 'request'];
      return given.ids?.[name] ?? made.get(prefix) ?? `${prefix}_${EXAMPLE_ULID}`;
    });
    const rawBody = given.rawBody ?? (route.body && json(goodBody(route)));
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
    const { id } = (answer.body as { data?: { id?: string } } | undefined)?.data ?? {};
    if (answer.status === 201 && id) made.set(id.replace(/_.*/, ''), id);
    if (answer.status < 400 && route.method !== 'GET') return;
    latest = await snapshot();
    assert.deepEqual(latest, unchanged, `the answer ${answer.status} has changed the database`);
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
