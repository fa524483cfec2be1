// Runs before every npm script, on whatever Node the machine has: makes node_modules match the lock file.
// Plain JavaScript without dependencies, because on a fresh clone nothing is installed yet.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const root = new URL('../', import.meta.url);
const production = process.argv.includes('--production');

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(new URL(file, root), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

function isForThisMachine(entry) {
  const allows = (list, value) => !list || (list.includes(value) && !list.includes(`!${value}`));
  return allows(entry.os, process.platform) && allows(entry.cpu, process.arch);
}

/** npm keeps a copy of the lock file of what it really installed; the two must name the same packages. */
function isInstalled() {
  const wanted = readPackages('package-lock.json');
  const present = readPackages('node_modules/.package-lock.json');
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || present[path]?.integrity === entry.integrity) return true;
    if (present[path]) return false;
    return (production && (entry.dev || entry.devOptional)) || (entry.optional && !isForThisMachine(entry));
  });
}

function install() {
  // No package here needs an install script, so none gets to run.
  const options = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if (production) options.push('--omit=dev');
  const npm = process.env.npm_execpath;
  const result = npm
    ? spawnSync(process.execPath, [npm, ...options], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', options, { cwd: root, stdio: 'inherit' });
  if (result.status !== 0) {
    console.error('Rota could not install its packages: npm ci failed (see above).');
    process.exit(1);
  }
}

if (!isInstalled()) {
  console.error('Installing what package-lock.json asks for (only when it has changed) ...');
  install();
}
