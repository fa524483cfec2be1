// `npx node scripts/list-tests.mjs [FOLDER]`: lists the names of all tests of a checkout, one per line, without running any. Compare two
// lists to see which tests a change has removed. ROTA_TEST_LANE=fast or rest lists one lane.
import { globSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = path.resolve(process.argv[2] ?? '.');
const names = [];
const nothing = () => {};

/** Replaces node:test: enters suites, and records tests. */
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

// Some test files check for these when tests are defined.
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
// Exits despite anything that files opened when they were imported.
process.exit();

async function beginFile(absolute) {
  try {
    const [lanes, testFiles] = await Promise.all(whole.map((each) => import(pathToFileURL(each).href)));
    const lane = testFiles.laneOf(absolute);
    lanes.beginFile(lane);
  } catch (error) {
    // A checkout from before lanes existed.
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  }
}
