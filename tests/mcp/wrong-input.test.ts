// Full lane, because it tries every field: Every tool with arguments that are wrong in every way that its input allows: refused by name, and nothing is changed.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Tool } from '../../src/mcp/tool.ts';
import { tools } from '../../src/mcp/tools.ts';
import { runs } from '../support/chance.ts';
import { test } from '../support/lanes.ts';
import { anyJson, objectText, trouble } from '../support/makers/hostile.ts';
import {
  type Argument,
  argumentsOf,
  goodCall,
  type Stage,
  setStage,
  withValue,
} from '../support/makers/tool-calls.ts';
import { untilIdle } from '../support/server/idle.ts';
import { callTool, refusalIn, request, speak } from '../support/server/mcp-wire.ts';
import { type Node, onBothEngines } from '../support/server/rota.ts';
import { snapshotsOf } from '../support/server/snapshot.ts';

const DEEP = 10_000;
const RUNS = 15;

/** Values by type of JSON Schema. */
const VALUES: Record<string, unknown> = {
  null: null,
  boolean: true,
  integer: 7,
  number: 1.5,
  string: 'a text',
  array: ['a text'],
  object: { a: 1 },
};

const DEEP_VALUES = {
  'a deep list': `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`,
  'a deep object': `${'{"a":'.repeat(DEEP)}0${'}'.repeat(DEEP)}`,
};

interface Limits {
  type?: string | string[];
  enum?: unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  minItems?: number;
  format?: string;
  pattern?: string;
}

/** What is wrong for this shape, each with a word for it. Values that only text can have are JSON. */
function wrongValues({ shape, path }: Argument): [what: string, json: string][] {
  const limits = shape as Limits;
  const types = [limits.type].flat();
  const isText = types.includes('string');
  const isNumber = types.includes('integer') || types.includes('number');
  const wrong: [string, unknown][] = Object.entries(VALUES).filter(
    ([type]) => !types.includes(type) && !(type === 'integer' && types.includes('number')),
  );
  if (limits.enum) wrong.push(['another word', 'no such word'], ['a word in capitals', 'CANCEL']);
  if (isText && (limits.format || limits.pattern)) {
    wrong.push(['an empty text', ''], ['spaces', '   '], ['a long text', 'x'.repeat(100_000)]);
  }
  if (isText && limits.minLength) wrong.push(['an empty text', '']);
  if (isText && limits.maxLength) wrong.push(['one letter too many', 'x'.repeat(limits.maxLength + 1)]);
  if (isText) wrong.push(['a null character', 'a\0b'], ['half of a pair', 'a\ud800b']);
  if (limits.minimum !== undefined) wrong.push(['too little', limits.minimum - 1]);
  if (limits.maximum !== undefined) wrong.push(['too much', limits.maximum + 1]);
  if (limits.maxItems) wrong.push(['too many', Array.from({ length: limits.maxItems + 1 }, () => 'x')]);
  if (limits.minItems) wrong.push(['none', []]);
  const written = wrong.map(([what, value]): [string, string] => [what, JSON.stringify(value)]);
  if (isNumber) written.push(['a huge number', '1e400'], ['a negative huge number', '-1e308']);
  return path.length > 1 ? written : [...written, ...Object.entries(DEEP_VALUES)];
}

/** The good arguments with one value, which is JSON already. */
function written(given: object, path: Argument['path'], json: string): string {
  const mark = '\u0001here\u0001';
  return JSON.stringify(withValue(given, path, mark)).replace(JSON.stringify(mark), () => json);
}

onBothEngines('Wrong arguments', (node) => {
  let stage: Stage | undefined;
  const staged = async () => {
    stage ??= await setStage(node());
    return stage;
  };

  /** Each is refused, with the field's name if there is one, as no failure of ours, and nothing is changed. */
  async function assertRefused(tool: Tool, cases: [what: string, json: string, field?: string][]) {
    await untilIdle(node());
    const snapshot = await snapshotsOf(node().services.database);
    const before = await snapshot();
    for (const [what, json, field] of cases) {
      const shown = `${tool.name} with ${what}`;
      const refusal = refusalIn(await calledWith(tool, json, shown));
      assert.doesNotMatch(refusal, /internal_error|went wrong/, shown);
      assert.ok(refusal.length < 1_500, `${shown}: ${refusal.length} characters`);
      if (field) assert.ok(refusal.includes(field), `${shown} does not name ${field}: ${refusal}`);
    }
    assert.deepEqual(
      await snapshot(),
      before,
      `one of these changed something: ${cases.map(([what]) => what)}`,
    );
  }

  async function calledWith(tool: Tool, json: string, shown: string) {
    try {
      return await callTool(node(), tool.name, json);
    } catch (error) {
      throw new Error(`${shown}: ${(error as Error).message}`);
    }
  }

  for (const tool of tools) {
    test(`${tool.name}: each argument of each wrong kind`, async () => {
      const good = goodCall(tool, await staged());
      await assertRefused(
        tool,
        argumentsOf(tool).flatMap((argument) =>
          wrongValues(argument).map(([what, json]): [string, string, string] => {
            const field = String(argument.path[0]);
            return [`${what} as ${argument.path.join('.')}`, written(good, argument.path, json), field];
          }),
        ),
      );
    });

    test(`${tool.name}: a required argument is missing, or an unknown one is there`, async () => {
      const good = goodCall(tool, await staged());
      const { required = [] } = tool.input as { required?: string[] };
      const missing = required.map((name): [string, string, string] => [
        `no ${name}`,
        JSON.stringify(withValue(good, [name], undefined)),
        name,
      ]);
      const unknown = [
        'meeting',
        'Limit',
        'constructor',
        'toString',
        'a\nb',
        'x'.repeat(5_000),
        '\ud800',
        '',
      ];
      const nested = argumentsOf(tool)
        .filter(({ shape }) => 'properties' in shape)
        .map(({ path }): [string, string] => [
          `an unknown one in ${path.join('.')}`,
          JSON.stringify(withValue(good, [...path, 'no_such_field'], 1)),
        ]);
      const added = unknown.map((name): [string, string] => [
        `the unknown ${JSON.stringify(name.slice(0, 20))}`,
        JSON.stringify({ ...good, [name]: 1 }),
      ]);
      const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, place) => [`field${place}`, place]));
      await assertRefused(tool, [
        ...missing,
        ...added,
        ...nested,
        ['thousands of unknown ones', JSON.stringify({ ...good, ...many })],
      ]);
    });

    test(`${tool.name}: what is no object of arguments`, async () => {
      await assertRefused(
        tool,
        ['[]', '[{}]', '"a text"', '7', 'true', 'null', '1e400', ...Object.values(DEEP_VALUES)].map(
          (json) => [json.slice(0, 20), json],
        ),
      );
    });

    test(`${tool.name}: whatever comes is answered, and never with a failure of ours`, async () => {
      const fields = Object.keys(tool.input.properties);
      const anyField = fc.constantFrom(...fields, '__proto__', 'constructor');
      const anyArguments = fc.oneof(
        anyJson,
        fc.array(fc.tuple(anyField, anyJson), { maxLength: 4 }).map(objectText),
        fc.constantFrom(...trouble),
      );
      await fc.assert(
        fc.asyncProperty(anyArguments, async (json) => {
          const { text } = await calledWith(tool, json, json.slice(0, 300));
          assert.doesNotMatch(text, /internal_error/);
        }),
        runs(RUNS, tool.name),
      );
      assert.equal(({} as Record<string, unknown>).name, undefined);
    });
  }

  test('arguments left out are those of a call without any', async () => {
    const { message } = await speak(node(), request('tools/call', { name: 'list_teams' }));
    assert.equal(message.result?.isError, undefined);
  });

  test('nothing of all that was logged as a failure', () => {
    assert.deepEqual(failures(node()), []);
  });
});

const failures = ({ logLines }: Node) => logLines.filter((line) => line.includes('"level":"error"'));
