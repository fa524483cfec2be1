// Hostile values for a field, a body, a header, a query or an id. tests/whole-service/properties.test.ts combines them.
import fc from 'fast-check';
import { exampleOf } from '../../../src/shapes/examples.ts';
import type { KeyRoute } from '../server/key-routes.ts';

/** A request. Missing parts are filled with valid ones when it is sent. */
export interface Given {
  ids?: Record<string, string>;
  query?: string;
  headers?: Record<string, string>;
  rawBody?: string | Buffer;
}

/** A request to a route. */
export class Hostile {
  readonly route: KeyRoute;
  readonly given: Given;

  constructor(route: KeyRoute, given: Given) {
    this.route = route;
    this.given = given;
  }

  /** Shown for a counterexample. */
  [fc.toStringMethod](): string {
    return `${this.route.method} ${this.route.url} ${fc.stringify(this.given).slice(0, 2_000)}`;
  }
}

const LONG = 'é'.repeat(60_000);
const DEEP = 100_000;

export const words = (text: string) => text.split(' ');
export const json = (value: unknown) => JSON.stringify(value);
export const fieldsOf = (route: KeyRoute) => Object.keys(route.body?.properties ?? {});
export const goodBody = (route: KeyRoute) => exampleOf(route.body ?? {}) as Record<string, unknown>;

// Known troublemakers, tried everywhere and not only at random. They are JSON text, because JSON.stringify can't produce some of them
// (1e400, very deep nesting, `__proto__` as a name).

export const trouble = [
  ...words('null true 1e400 -1 {} [] [null] "" "\\ud800" "a\\u0000b" {"a\\nb":"\\u0000"}'),
  ...words('"0000-01-01" "9999-12-31T23:59:59-23:59" {"__proto__":{"name":"x"}} {"toString":0,"then":"x"}'),
  `[${'0,'.repeat(50_000)}0]`,
  `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`,
  `${'{"a":'.repeat(DEEP / 3)}0${'}'.repeat(DEEP / 3)}`,
];

export const troubleInUrl = [
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

export const anyJson = fc.oneof(
  anyText.map(json),
  anyNumber,
  fc.json({ maxDepth: 4, stringUnit: 'binary' }),
  fc.constantFrom(...trouble),
  fc.array(fc.tuple(anyText, anyText.map(json)), { maxLength: 5 }).map(objectText),
);

export function objectText(fields: [name: string, json: string][]): string {
  return `{${fields.map(([name, value]) => `${json(name)}:${value}`).join()}}`;
}

/** A valid body with one field's value replaced. */
export function withField(route: KeyRoute, field: string, value: string): string {
  return objectText(
    Object.entries(goodBody(route)).map(([name, good]) => [name, name === field ? value : json(good)]),
  );
}

/** Almost valid, or barely valid. */
export function nearly(example: unknown): fc.Arbitrary<string> {
  const items = [example].flat();
  const variants = fc.constantFrom(example, [example], { example }, [...items, ...items], [...items, null]);
  const many = fc.constant(Array.from({ length: 5_000 }, () => items[0]));
  const altered = anyText.map((text) => (Array.isArray(example) ? [...items, text] : `${example}${text}`));
  return fc.oneof(variants, many, altered).map(json);
}

const brokenJson = ['\ufeff{}', '\ufeff', '{} {}', "{'name':'x'}", '{"name":"x",}', 'NaN', '[', '{"a":"\t"}'];
export const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array)),
  fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...brokenJson)).map((text) => Buffer.from(text)),
  fc.constantFrom('utf16le', 'latin1').map((encoding) => Buffer.from('{"name":"é"}', encoding as 'latin1')),
);

// The characters that node:http accepts in a header.
const headerCharacter = fc.oneof(
  fc.constant(9),
  fc.integer({ min: 0x20, max: 0x7e }),
  fc.integer({ min: 0x80, max: 0xff }),
);
export const anyHeaderValue = fc.oneof(
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
export const anyHeaderName = fc.constantFrom(
  ...words('authorization content-type idempotency-key x-request-id accept accept-encoding accept-version'),
  ...words('x-forwarded-for x-forwarded-host x-forwarded-proto forwarded host origin cookie user-agent'),
  ...words('expect upgrade range if-none-match content-encoding x-http-method-override constructor'),
);

/** Text in a path or a query, with correct or broken encoding. */
export const anyUrlPart = fc.oneof(
  anyText.map((text) => encodeURIComponent(text.slice(0, 1_000).toWellFormed())),
  fc.constantFrom(...troubleInUrl),
);
