// Runs first in every npm script, on any Node: makes node_modules match the lock file, and bundles the sources. `--in=bench/peers/` installs
// in a folder with its own package.json.
// Plain JavaScript without dependencies, because a fresh clone has nothing installed.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isUntouchedBundle } from '../bin/bundle.mjs';

const folder = process.argv.find((word) => word.startsWith('--in='))?.slice('--in='.length) ?? '';
const root = new URL(`../${folder}`, import.meta.url);
const production = process.argv.includes('--production');

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Undefined if the file is missing, or an install is writing it. */
function readPackages(file) {
  try {
    return JSON.parse(readText(new URL(file, root))).packages;
  } catch {
    return undefined;
  }
}

/** `wanted` as in package.json: nothing, a name, or several names, some excluded (`!win32`). */
function allows(wanted, value) {
  const names = [wanted ?? []].flat();
  if (names.includes(`!${value}`)) return false;
  return names.includes(value) || names.every((name) => name.startsWith('!'));
}

function isForThisMachine(entry) {
  if (!allows(entry.os, process.platform) || !allows(entry.cpu, process.arch)) return false;
  return !entry.libc || allows(entry.libc, libc());
}

/** Linux packages with native code are for glibc or for musl. */
function libc() {
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
}

/** npm keeps a lock file of what it installed. Both must name the same packages. */
function isInstalled() {
  const wanted = readPackages('package-lock.json');
  const present = readPackages('node_modules/.package-lock.json');
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    if (present[path]) return present[path].integrity === entry.integrity;
    return (production && (entry.dev || entry.devOptional)) || (entry.optional && !isForThisMachine(entry));
  });
}

function install() {
  // No package here needs an install script.
  const options = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if (production) options.push('--omit=dev');
  const npm = process.env.npm_execpath;
  const result = npm
    ? spawnSync(process.execPath, [npm, ...options], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', options, { cwd: root, stdio: 'inherit' });
  if (result.status !== 0) {
    console.error('Rota could not install its packages: npm ci failed (see above).');
    process.exitCode = 1;
  }
}

/** If two scripts start at once, one installs and the other waits. */
function withLock(work) {
  const lock = new URL('.setup.lock', root);
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (!isRunning(Number(readText(lock)))) rmSync(lock, { force: true });
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    }
  }
  try {
    work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

if (!isInstalled()) {
  withLock(() => {
    // Another script may have installed while this one waited.
    if (isInstalled()) return;
    console.error('Installing what package-lock.json asks for (only when it has changed) ...');
    install();
  });
}

// Other folders have no bundle.
if (folder === '' && process.exitCode === undefined && !isUntouchedBundle()) {
  const { prepareBundle } = await import('./bundle.mjs');
  prepareBundle();
}
