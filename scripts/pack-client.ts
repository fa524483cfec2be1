// `npm run client [FOLDER]`: packs the client as plain JavaScript with types, into the folder or the current one.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const target = path.resolve(process.argv[2] ?? '.');
const folder = mkdtempSync(path.join(tmpdir(), 'rota-client-'));

try {
  run(path.join(root, 'node_modules/.bin/tsc'), ['-p', 'sdk', '--outDir', path.join(folder, 'dist')]);
  copyFileSync(path.join(root, 'sdk/README.md'), path.join(folder, 'README.md'));
  copyFileSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
  const description = JSON.parse(readFileSync(path.join(root, 'sdk/package.json'), 'utf8'));
  // Inside the repository, the package is TypeScript. Elsewhere, Node and browsers need JavaScript.
  description.exports = { '.': { types: './dist/index.d.ts', default: './dist/index.js' } };
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);
  const packed = run('npm', ['pack', folder, '--json', '--pack-destination', target]);
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  console.log(`Made ${path.join(target, filename)}: npm install it where you need the client.`);
} finally {
  rmSync(folder, { recursive: true });
}

function run(command: string, words: string[]): string {
  return execFileSync(command, words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}
