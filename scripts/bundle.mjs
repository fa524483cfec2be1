// Makes the bundle that bin/rota.mjs starts from: docs/decisions/0001-node-runs-typescript.md. Every npm script runs this through
// scripts/setup.mjs; without npm, use `node scripts/bundle.mjs`. Plain JavaScript, for any Node.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join } from 'node:path/posix';
import { BUNDLES, CURRENT, isUntouchedBundle, ROOT, stampOf } from '../bin/bundle.mjs';
import { digestOf } from '../bin/same-content.mjs';

const ESBUILD = `${ROOT}node_modules/@esbuild/${process.platform}-${process.arch}/bin/esbuild`;
const ENTRY = 'src/cli/main.ts';
/** Not bundled: Node loads these on first use. */
const PACKAGES_LEFT_OUT = [
  '@modelcontextprotocol/*',
  '@scalar/*',
  'mailauth',
  'nodemailer',
  'pg-native',
  'postal-mime',
  'saxes',
  'smtp-server',
  'undici',
];
/** Longer than the resolution of timestamps in file systems. */
const TICK_MS = 1_100;
const MAX_ATTEMPTS = 3;
/** Old bundles are kept for running processes, which still load parts of theirs. */
const BUNDLES_KEPT = 10;

/** Runs before each part: gives it a `require` for Node's own modules, and src/source-file.ts as its own URL. */
const PRELUDE =
  'const require = process.getBuiltinModule;' +
  "const sourceFileUrl = new URL('../../../../src/source-file.ts', import.meta.url).href;";

/** Builds into the folder. Returns esbuild's metafile, or undefined if the build failed. */
function build(folder, entry) {
  const account = `${folder}/account.json`;
  const options = [
    ...['--bundle', '--splitting', '--format=esm', '--platform=node', '--target=node24'],
    ...['--sourcemap', '--sources-content=false', '--out-extension:.js=.mjs', '--log-level=error'],
    '--tsconfig-raw={"compilerOptions":{"target":"es2024","verbatimModuleSyntax":true}}',
    `--outdir=${folder}`,
    `--metafile=${account}`,
    `--banner:js=${PRELUDE}`,
    '--define:import.meta.url=sourceFileUrl',
    ...PACKAGES_LEFT_OUT.map((name) => `--external:${name}`),
  ];
  const { status, stderr } = spawnSync(ESBUILD, [entry, ...options], { cwd: ROOT });
  if (status !== 0) {
    console.error(`Rota runs from its sources: the bundle could not be made.\n${stderr}`);
    return undefined;
  }
  return JSON.parse(readFileSync(account, 'utf8'));
}

/** Checked because PRELUDE gives parts no access to other packages. */
function assertRequiresNodeOnly({ inputs }) {
  for (const [path, { imports }] of Object.entries(inputs)) {
    const other = imports.find(
      ({ kind, path: name, external }) =>
        external && kind.startsWith('require') && !isBuiltin(name) && !PACKAGES_LEFT_OUT.includes(name),
    );
    if (other) throw new Error(`${path} requires ${other.path}, which is not in the bundle`);
  }
}

/** What the bundle depends on: esbuild's inputs, each package.json used to find them, this script, and the lock file. */
function inputsOf({ inputs }) {
  const folders = new Set();
  for (const path of Object.keys(inputs)) {
    for (let folder = dirname(path); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
  }
  const manifests = [...folders]
    .map((folder) => join(folder, 'package.json'))
    .filter((path) => existsSync(ROOT + path));
  return ['scripts/bundle.mjs', 'package-lock.json', ...new Set([...manifests, ...Object.keys(inputs)])];
}

const outputsOf = ({ outputs }) => Object.keys(outputs).filter((path) => !path.endsWith('.map'));

/** Returns the metafile of a build for which no file changed meanwhile or just before: later changes in the same tick would go unnoticed. */
function buildSettled(folder) {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    // The file system's clock may be another machine's.
    const start = statSync(folder).ctimeMs;
    const account = build(folder, ENTRY);
    if (!account) return undefined;
    if (inputsOf(account).every((path) => statSync(ROOT + path).ctimeMs < start - TICK_MS)) return account;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TICK_MS);
  }
  return undefined;
}

const newName = () => `${Date.now()}-${process.pid}`;

function makeBundle() {
  const name = newName();
  const folder = BUNDLES + name;
  const account = buildSettled(folder);
  if (!account) return rmSync(folder, { recursive: true, force: true });
  assertRequiresNodeOnly(account);
  const outputs = outputsOf(account);
  const entry = outputs.find((path) => account.outputs[path].entryPoint === ENTRY);
  const files = [...inputsOf(account), ...outputs].map((path) => ({
    path,
    stamp: stampOf(path),
    digest: digestOf(path),
  }));
  // Atomic, even if two processes do this at once.
  writeFileSync(`${folder}/current.json`, JSON.stringify({ folder: name, entry: basename(entry), files }));
  renameSync(`${folder}/current.json`, CURRENT);
  removeOldBundles();
}

function removeOldBundles() {
  const names = readdirSync(BUNDLES).filter((name) => /^\d+-\d+$/.test(name));
  const old = names
    .sort((one, other) => Number.parseInt(other, 10) - Number.parseInt(one, 10))
    .slice(BUNDLES_KEPT);
  for (const name of old) rmSync(BUNDLES + name, { recursive: true, force: true });
}

/** If no bundle can be made, Rota runs from its sources. */
export function prepareBundle() {
  if (!existsSync(ESBUILD) || isUntouchedBundle()) return;
  try {
    makeBundle();
  } catch (error) {
    // The folder may belong to another user, be read-only or full.
    if (error.syscall === undefined) throw error;
  }
}

/**
 * Bundles another program, given by its path in the repository. Returns the file to run and the folder, which the caller removes, or
 * undefined if no bundle can be made.
 */
export function bundleProgram(entry) {
  if (!existsSync(ESBUILD)) return undefined;
  // If the caller is killed, it is removed with other old bundles.
  const folder = BUNDLES + newName();
  mkdirSync(folder, { recursive: true });
  const account = build(folder, entry);
  if (!account) return void rmSync(folder, { recursive: true, force: true });
  assertRequiresNodeOnly(account);
  const file = Object.keys(account.outputs).find((path) => account.outputs[path].entryPoint === entry);
  return { folder, file: ROOT + file };
}

if (import.meta.main) prepareBundle();
