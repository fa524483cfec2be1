// `npx node scripts/list-tests.mjs [FOLDER]`: the names of all tests of a checkout, one in a line, without running any.
// Two lists, compared, show which tests a change has taken away. ROTA_TEST_LANE=fast or rest lists one lane.
import { globSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = path.resolve(process.argv[2] ?? '.');
const names = [];
const nothing = () => {};

/** Takes the place of node:test: suites are entered, tests are noted. */
function createRunner() {
  const outer = [];
  const note = (name) => void names.push([...outer, name].join(' > '));
  const enter = (name, ...rest) => {
    outer.push(name);
    rest.findLast((each) => typeof each === 'function')?.({});
    outer.pop();
  };
  const test = Object.assign(note, { skip: note, todo: note, only: note });
  const describe = Object.assign(enter, { skip: enter, todo: enter, only: enter });
  return {
    outer,
    exports: {
      test,
      it: test,
      describe,
      suite: describe,
      before: nothing,
      after: nothing,
      beforeEach: nothing,
      afterEach: nothing,
    },
  };
}

const runner = createRunner();
globalThis.rotaListsTests = runner.exports;
const source = Object.keys(runner.exports)
  .map((name) => `export const ${name} = globalThis.rotaListsTests.${name};`)
  .join('\n');
module.registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'node:test'
      ? { url: `data:text/javascript,${encodeURIComponent(source)}`, shortCircuit: true }
      : next(specifier, context),
});

// Some tests look for these where they are defined.
process.env.ROTA_TEST_CHROMIUM ??= 'none';
const whole = ['tests/support/lanes.ts', 'tests/support/run/test-files.ts'].map((file) =>
  path.join(root, file),
);
const files = globSync('tests/**/*.test.ts', { cwd: root }).toSorted();
for (const file of files) {
  runner.outer.length = 0;
  runner.outer.push(file);
  const absolute = path.join(root, file);
  await beginFile(absolute);
  await import(pathToFileURL(absolute).href);
}
console.log(names.toSorted().join('\n'));
// What files have opened at their top.
process.exit();

async function beginFile(absolute) {
  try {
    const [lanes, testFiles] = await Promise.all(whole.map((each) => import(pathToFileURL(each).href)));
    const lane = testFiles.laneOf(absolute);
    lanes.beginFile(lane);
  } catch (error) {
    // A checkout from before there were lanes.
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  }
}
