// Full lane, because it makes bundles: bin/rota.mjs runs a bundle of the sources, and only while it is what the sources say.
import assert from 'node:assert/strict';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, test } from '../support/lanes.ts';
import { NodeProcess, ROOT } from '../support/server/process.ts';

const NOTE_MODULES = fileURLToPath(new URL('../support/server/note-modules.mjs', import.meta.url));
const BUNDLES = 'node_modules/.cache/rota-bundle';

const SOURCES = {
  'package.json': '{ "name": "small", "version": "1.2.3", "type": "module" }',
  'package-lock.json': '{}',
  'src/source-file.ts': 'export const sourceFile = (path: string) => new URL(path, import.meta.url);\n',
  'src/note.txt': 'a file beside the code',
  'src/cli/main.ts': `import { readFileSync } from 'node:fs';
import { word } from 'small-package';
import { sourceFile } from '../source-file.ts';

interface Answer { text: string }

export async function main(words: string[]): Promise<void> {
  const answer: Answer = { text: words.join(' ') };
  if (words[0] === 'later') await (await import('./later.ts')).fail();
  console.log('first', word, answer.text, readFileSync(sourceFile('note.txt'), 'utf8'));
}
`,
  'src/cli/later.ts': `/** Types are gone in the bundle, and lines are others. */
interface Nothing { at: 'all' }

export async function fail(nothing?: Nothing): Promise<void> {
  throw new TypeError(\`on purpose \${nothing?.at}\`);
}
`,
  'node_modules/small-package/package.json':
    '{ "name": "small-package", "type": "module", "main": "index.js" }',
  'node_modules/small-package/index.js': "export const word = 'one';\n",
  'node_modules/fastify/package.json': '{}',
};

/** A small program, which stands for Rota: what matters are the files around it. */
class Small implements AsyncDisposable {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async make(): Promise<Small> {
    const small = new Small(await mkdtemp(path.join(tmpdir(), 'rota-bundle-')));
    for (const [file, text] of Object.entries(SOURCES)) await small.write(file, text);
    await cp(path.join(ROOT, 'bin'), small.path('bin'), { recursive: true });
    await mkdir(small.path('scripts'));
    await cp(path.join(ROOT, 'scripts/bundle.mjs'), small.path('scripts/bundle.mjs'));
    await symlink(path.join(ROOT, 'node_modules/@esbuild'), small.path('node_modules/@esbuild'));
    return small;
  }

  static async bundled(): Promise<Small> {
    const small = await Small.make();
    await small.bundle();
    return small;
  }

  path(file: string): string {
    return path.join(this.folder, file);
  }

  async write(file: string, text: string): Promise<void> {
    await mkdir(path.dirname(this.path(file)), { recursive: true });
    await writeFile(this.path(file), text);
  }

  async bundle(): Promise<void> {
    const { code, stdout, stderr } = await new NodeProcess([this.path('scripts/bundle.mjs')]).ended;
    assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: '', stderr: '' });
  }

  /** What the program prints, and whether a bundle has run. */
  async run(...words: string[]) {
    const modules = this.path('modules');
    const environment = { NODE_OPTIONS: `--import=${NOTE_MODULES}`, MODULES_FILE: modules };
    const { code, stdout, stderr } = await new NodeProcess([this.path('bin/rota.mjs'), ...words], environment)
      .ended;
    const isBundle = (await readFile(modules, 'utf8')).includes(`${BUNDLES}/`);
    return { code, stdout: stdout.trim(), stderr, isBundle };
  }

  async parts(): Promise<string[]> {
    const { folder } = JSON.parse(await readFile(this.path(`${BUNDLES}/current.json`), 'utf8'));
    const files = await readdir(this.path(`${BUNDLES}/${folder}`));
    return files.filter((file) => file.endsWith('.mjs')).map((file) => `${BUNDLES}/${folder}/${file}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

const printed = (text: string, isBundle: boolean) => ({ code: 0, stdout: text, stderr: '', isBundle });
const AS_WRITTEN = 'first one x a file beside the code';

describe('A bundle', () => {
  test('runs once it is made, and the sources before', async () => {
    await using small = await Small.make();
    assert.deepEqual(await small.run('x'), printed(AS_WRITTEN, false));
    await small.bundle();
    assert.deepEqual(await small.run('x'), printed(AS_WRITTEN, true));
    const made = await readFile(small.path(`${BUNDLES}/current.json`), 'utf8');
    await small.bundle();
    assert.equal(await readFile(small.path(`${BUNDLES}/current.json`), 'utf8'), made, 'it is made once');
  });

  test('is not run after a change of any file that it was made of, until it is made anew', async () => {
    await using small = await Small.bundled();
    const changes = [
      // As long as before, and with the same time of change.
      ['src/cli/main.ts', "'first'", "'other'", 'other one x a file beside the code'],
      ['node_modules/small-package/index.js', "'one'", "'two'", 'other two x a file beside the code'],
    ] as const;
    for (const [file, before, after, text] of changes) {
      const { atime, mtime } = await stat(small.path(file));
      await small.write(file, (await readFile(small.path(file), 'utf8')).replace(before, after));
      await utimes(small.path(file), atime, mtime);
      assert.deepEqual(await small.run('x'), printed(text, false), file);
      await small.bundle();
      assert.deepEqual(await small.run('x'), printed(text, true), file);
    }
    await small.write('node_modules/small-package/new.js', "export const word = 'three';\n");
    await small.write(
      'node_modules/small-package/package.json',
      '{ "name": "small-package", "type": "module", "main": "new.js" }',
    );
    assert.deepEqual(await small.run('x'), printed('other three x a file beside the code', false));
  });

  test('reads files beside the code as they are', async () => {
    await using small = await Small.bundled();
    await small.write('src/note.txt', 'another text');
    assert.deepEqual(await small.run('x'), printed('first one x another text', true));
  });

  test('goes with a copy of the folder, which has other times', async () => {
    await using small = await Small.bundled();
    await using copy = await Small.make();
    await cp(small.path(BUNDLES), copy.path(BUNDLES), { recursive: true });
    assert.deepEqual(await copy.run('x'), printed(AS_WRITTEN, true));
  });

  test('that was cut short or overwritten is not run', async () => {
    await using small = await Small.bundled();
    for (const part of await small.parts()) {
      const text = await readFile(small.path(part), 'utf8');
      for (const broken of [text.slice(0, text.length / 2), text.replace(/[a-z]/g, 'x')]) {
        await small.write(part, broken);
        assert.deepEqual(await small.run('x'), printed(AS_WRITTEN, false), part);
      }
      await small.write(part, text);
      assert.deepEqual(await small.run('x'), printed(AS_WRITTEN, true), part);
    }
    const list = `${BUNDLES}/current.json`;
    await small.write(list, (await readFile(small.path(list), 'utf8')).slice(0, 300));
    assert.deepEqual(await small.run('x'), printed(AS_WRITTEN, false));
    await small.bundle();
    assert.deepEqual(await small.run('x'), printed(AS_WRITTEN, true));
  });

  test('can be made by several at once, also beside what an interrupted one has left', async () => {
    await using small = await Small.make();
    await small.write(`${BUNDLES}/1-1/main.mjs`, 'half of');
    await Promise.all([small.bundle(), small.bundle(), small.bundle()]);
    assert.deepEqual(await small.run('x'), printed(AS_WRITTEN, true));
  });

  test('is not made where nothing can be written, and the sources run', async () => {
    await using small = await Small.make();
    // Also root can make no folder in a file.
    await small.write('node_modules/.cache', '');
    await small.bundle();
    assert.deepEqual(await small.run('x'), printed(AS_WRITTEN, false));
  });

  test('is left alone by `node --watch`, which has to see the sources', async () => {
    await using small = await Small.bundled();
    await using watched = new NodeProcess(['--watch', small.path('bin/rota.mjs'), 'x']);
    await watched.printed((stdout) => stdout.includes('first one') || undefined, 'the first word');
    await small.write('src/cli/main.ts', SOURCES['src/cli/main.ts'].replace("'first'", "'second'"));
    await watched.printed((stdout) => stdout.includes('second one') || undefined, 'the second word');
  });

  test('has stack traces with the lines of the sources', async () => {
    await using small = await Small.make();
    const traces = [];
    for (const isBundle of [false, true]) {
      if (isBundle) await small.bundle();
      const { code, stderr, ...outcome } = await small.run('later');
      assert.deepEqual({ code, isBundle: outcome.isBundle }, { code: 1, isBundle });
      traces.push(stderr.match(/src\/[^:]+:\d+(?=:)/g));
    }
    assert.deepEqual(traces[0], ['src/cli/later.ts:5', 'src/cli/main.ts:9']);
    assert.deepEqual(traces[1], traces[0]);
  });
});

test('the version is said without loading anything', async () => {
  await using small = await Small.bundled();
  const { isBundle, ...outcome } = await small.run('--version');
  assert.deepEqual(outcome, { code: 0, stdout: '1.2.3', stderr: '' });
  assert.equal(isBundle, false);
});

test('no other source than src/source-file.ts asks where it is: in a bundle, it is elsewhere', async () => {
  const files = (await readdir(path.join(ROOT, 'src'), { recursive: true })).filter((file) =>
    file.endsWith('.ts'),
  );
  const texts = await Promise.all(files.map((file) => readFile(path.join(ROOT, 'src', file), 'utf8')));
  const asking = files.filter((_, place) =>
    /import\.meta\.(url|dirname|filename)/.test(String(texts[place])),
  );
  assert.deepEqual(asking, ['source-file.ts']);
});
