// Full lane, because it starts many processes: The client works as users install it: packed, in an empty project, on the machine's own Node.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before } from 'node:test';
import { promisify } from 'node:util';
import { renderClientMethods } from '../../scripts/client-methods.ts';
import { renderClientTypes } from '../../scripts/client-types.ts';
import type { OpenApiDocument } from '../../src/http/openapi.ts';
import { version } from '../../src/version.ts';
import { describe, test } from '../support/lanes.ts';
import { ROOT } from '../support/server/process.ts';
import { freshStorage, type Node, type Storage, startNode } from '../support/server/rota.ts';

const run = promisify(execFile);
/** The Node that npm was started with, if it is not ours: 20 or later. */
const MACHINES_NODE = process.env.npm_node_execpath ?? process.execPath;

const SCRIPT = `
import { Rota, RotaError, verifyWebhook } from '@rota/client';
const rota = new Rota({ url: process.argv[2], key: process.argv[3] });
const team = await rota.teams.create({ name: 'Sales' });
const names = [];
for await (const { name } of rota.teams.list()) names.push(name);
const refused = await rota.teams.get(team.id + '0').catch((error) => error);
console.log(JSON.stringify([names, refused instanceof RotaError, refused.type, typeof verifyWebhook]));
`;

describe('The package of the client', () => {
  let folder: string;
  let storage: Storage;
  let node: Node;
  before(async () => {
    storage = await freshStorage('sqlite');
    node = await startNode(storage);
    folder = await mkdtemp(path.join(tmpdir(), 'rota-client-test-'));
    await run(process.execPath, [path.join(ROOT, 'scripts/pack-client.ts'), folder]);
    await mkdir(path.join(folder, 'project'));
    await writeFile(path.join(folder, 'project/package.json'), '{"type": "module", "private": true}');
    const packed = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
    assert.equal(packed, `rota-client-${version}.tgz`, 'the client has the version of the service');
    const words = ['install', '--offline', '--no-audit', '--no-fund', path.join(folder, packed as string)];
    await run('npm', words, { cwd: path.join(folder, 'project') });
  });
  after(async () => {
    await node?.stop();
    await storage?.remove();
    await rm(folder, { recursive: true });
  });
  const described = async () => (await node.get('/openapi.json')).body as OpenApiDocument;
  const inProject = (name: string) => path.join(folder, 'project', name);

  test('runs on the Node that the machine has', async () => {
    await writeFile(inProject('script.mjs'), SCRIPT);
    const { stdout } = await run(MACHINES_NODE, [inProject('script.mjs'), node.url, node.rawKey]);
    assert.deepEqual(JSON.parse(stdout), [['Sales'], true, 'not_found', 'function']);
  });

  test('brings nothing along, and uses nothing that only Node has', async () => {
    const dist = inProject('node_modules/@rota/client/dist');
    const files = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith('.js'));
    assert.ok(files.length > 10);
    for (const file of files) {
      const text = await readFile(path.join(dist, file), 'utf8');
      const foreign = [...text.matchAll(/\bfrom '([^']+)'/g)].filter(([, name]) => !name?.startsWith('.'));
      assert.deepEqual(foreign, [], file);
      assert.doesNotMatch(text, /\b(?:process|Buffer|require)\b[.(]/, file);
    }
    const { dependencies } = JSON.parse(
      await readFile(inProject('node_modules/@rota/client/package.json'), 'utf8'),
    );
    assert.equal(dependencies, undefined);
  });

  test('has types by which the examples of the docs and the samples of the description are right', async () => {
    const read = (file: string) => readFile(path.join(ROOT, file), 'utf8');
    const pages = [await read('sdk/README.md'), await read('docs/start/getting-started.md')].join('\n');
    const examples = [...pages.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code]) => code as string);
    assert.ok(examples.length >= 6);
    const wrong =
      "import { Rota } from '@rota/client';\n// @ts-expect-error: the field is called name\n".concat(
        "await new Rota({ url: '', key: '' }).teams.create({ title: 'Sales' });\n",
      );
    const samples = samplesIn(await described());
    assert.ok(samples.length > 50);
    const files = [...examples, ...samples, wrong].map((code, place) => ({
      name: inProject(`example-${place}.ts`),
      code,
    }));
    for (const { name, code } of files) await writeFile(name, code);
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node'];
    const types = ['--typeRoots', path.join(ROOT, 'node_modules/@types')];
    const tsc = path.join(ROOT, 'node_modules/.bin/tsc');
    const words = [...options, ...types, ...files.map(({ name }) => name)];
    await run(tsc, words, { cwd: inProject('.') }).catch(({ stdout }) => assert.fail(stdout));
  });

  test('is made from the types that the server describes now', async () => {
    const kept = await readFile(new URL('../../sdk/src/api.ts', import.meta.url), 'utf8');
    assert.equal(kept, renderClientTypes(await described()), 'run `npm run generate`');
  });

  test('has the methods that the samples of the description call', async () => {
    const kept = await readFile(new URL('../../src/http/client-methods.ts', import.meta.url), 'utf8');
    assert.equal(kept, await renderClientMethods(await described()), 'run `npm run generate`');
  });
});

function samplesIn({ paths }: OpenApiDocument): string[] {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  return operations.flatMap((operation) =>
    (operation['x-codeSamples'] as { source: string }[]).map(({ source }) => source),
  );
}
