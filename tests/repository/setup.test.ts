// Full lane, because it starts many processes: scripts/setup.mjs and the check of Node's version work before anything is installed.
import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from '../support/lanes.ts';
import { type Exit, NodeProcess, Program, ROOT } from '../support/server/process.ts';

type Packages = Record<string, { integrity?: string; dev?: boolean; optional?: boolean }>;
type Call = { words: string[]; cwd: string };

const INSTALL = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
const ANNOUNCEMENT = 'Installing what package-lock.json asks for (only when it has changed) ...\n';

async function readPackages(file: string): Promise<Packages> {
  return JSON.parse(await readFile(path.join(ROOT, file), 'utf8')).packages;
}

/** The packages that npm installed on this machine. */
const readInstalled = () => readPackages('node_modules/.package-lock.json');

/** A copy of the files that setup.mjs uses, and an npm that notes its arguments. */
class Copy implements AsyncDisposable {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async make(installed: Packages | string | undefined, npm = 'process.exit(0)'): Promise<Copy> {
    const copy = new Copy(await mkdtemp(path.join(tmpdir(), 'rota-setup-')));
    for (const part of ['package.json', 'package-lock.json', 'scripts', 'bin']) {
      await cp(path.join(ROOT, part), copy.path(part), { recursive: true });
    }
    if (installed !== undefined) {
      await mkdir(copy.path('node_modules'));
      await writeFile(
        copy.path('node_modules/.package-lock.json'),
        typeof installed === 'string' ? installed : JSON.stringify({ packages: installed }),
      );
    }
    await writeFile(
      copy.path('npm.mjs'),
      `import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
       const call = { words: process.argv.slice(2), cwd: process.cwd() };
       appendFileSync(${JSON.stringify(copy.path('calls'))}, JSON.stringify(call) + '\\n');
       ${npm};`,
    );
    return copy;
  }

  path(part: string): string {
    return path.join(this.folder, part);
  }

  setUp(...options: string[]): Promise<Exit> {
    const environment = { npm_execpath: this.path('npm.mjs') };
    return new NodeProcess([this.path('scripts/setup.mjs'), ...options], environment).ended;
  }

  async calls(): Promise<Call[]> {
    const text = await readFile(this.path('calls'), 'utf8').catch(() => '');
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

const done = (stderr = ''): Exit => ({ code: 0, signal: null, stdout: '', stderr });

async function assertInstalls(installed: Packages | string | undefined, ...options: string[]) {
  await using copy = await Copy.make(installed);
  assert.deepEqual(await copy.setUp(...options), done(ANNOUNCEMENT));
  const words = options.includes('--production') ? [...INSTALL, '--omit=dev'] : INSTALL;
  assert.deepEqual(await copy.calls(), [{ words, cwd: copy.folder }]);
}

async function assertDoesNothing(installed: Packages, ...options: string[]) {
  await using copy = await Copy.make(installed);
  assert.deepEqual(await copy.setUp(...options), done());
  assert.deepEqual(await copy.calls(), []);
}

describe('scripts/setup.mjs', () => {
  test('does nothing and says nothing where this repository is installed as the lock file says', async () => {
    await using copy = await Copy.make(undefined);
    for (const options of [[], ['--production']]) {
      const script = path.join(ROOT, 'scripts/setup.mjs');
      const outcome = await new NodeProcess([script, ...options], { npm_execpath: copy.path('npm.mjs') })
        .ended;
      assert.deepEqual(outcome, done());
    }
    assert.deepEqual(await copy.calls(), []);
  });

  test('does nothing when only packages for other platforms are missing', async () => {
    const installed = await readInstalled();
    const absent = Object.entries(await readPackages('package-lock.json')).filter(
      ([name]) => name !== '' && !installed[name],
    );
    assert.ok(absent.length > 0, 'npm leaves out packages for other platforms');
    assert.deepEqual(
      absent.filter(([, { optional }]) => !optional).map(([name]) => name),
      [],
      'npm leaves out nothing else',
    );
    await assertDoesNothing(installed);
    await assertDoesNothing(installed, '--production');
  });

  test('installs when there is no node_modules', async () => {
    await assertInstalls(undefined);
    await assertInstalls(undefined, '--production');
  });

  test('installs when a package is missing', async () => {
    const installed = await readInstalled();
    delete installed['node_modules/fastify'];
    await assertInstalls(installed);
    await assertInstalls(installed, '--production');
  });

  test('installs when an optional package for this platform is missing', async () => {
    const installed = await readInstalled();
    const [name] = Object.entries(installed).find(([, { optional }]) => optional) ?? [];
    assert.ok(name, 'something is installed that exists for this platform only');
    delete installed[name];
    await assertInstalls(installed);
  });

  test('installs when a package has another integrity', async () => {
    const installed = await readInstalled();
    installed['node_modules/fastify'] = { integrity: 'sha512-another' };
    await assertInstalls(installed);
    await assertInstalls(installed, '--production');
  });

  test('installs when what npm wrote down about the installed packages was cut short', async () => {
    await assertInstalls('{"packages":{"node_modules/ajv"');
  });

  test('asks for packages that only development needs, unless it prepares for production', async () => {
    const everything = Object.entries(await readInstalled());
    // What npm wrote down may be from before a package became one of production.
    const wanted = await readPackages('package-lock.json');
    const installed = Object.fromEntries(everything.filter(([name]) => !wanted[name]?.dev));
    assert.ok(Object.keys(installed).length < everything.length);
    await assertDoesNothing(installed, '--production');
    await assertInstalls(installed);
  });

  test('fails with a sentence when npm fails', async () => {
    await using copy = await Copy.make(undefined, 'process.exit(1)');
    const stderr = `${ANNOUNCEMENT}Rota could not install its packages: npm ci failed (see above).\n`;
    assert.deepEqual(await copy.setUp(), { ...done(stderr), code: 1 });
    assert.equal((await copy.calls()).length, 1);
  });

  test('installs once when it is started twice at the same time', async () => {
    const lines = JSON.stringify(JSON.stringify({ packages: await readInstalled() }));
    await using copy = await Copy.make(
      undefined,
      `mkdirSync('node_modules'); writeFileSync('node_modules/.package-lock.json', ${lines})`,
    );
    const outcomes = await Promise.all([copy.setUp(), copy.setUp()]);
    const said = outcomes.map(({ code, stderr }) => ({ code, stderr }));
    said.sort((one, other) => one.stderr.length - other.stderr.length);
    assert.deepEqual(said, [
      { code: 0, stderr: '' },
      { code: 0, stderr: ANNOUNCEMENT },
    ]);
    assert.equal((await copy.calls()).length, 1);
  });

  test('is not held up by what an interrupted run left behind', async () => {
    await using copy = await Copy.make(undefined);
    const ended = new NodeProcess(['-p', 'process.pid']).ended;
    await writeFile(copy.path('.setup.lock'), (await ended).stdout.trim());
    assert.deepEqual(await copy.setUp(), done(ANNOUNCEMENT));
    assert.equal((await copy.calls()).length, 1);
    await assert.rejects(readFile(copy.path('.setup.lock')), { code: 'ENOENT' });
  });
});

describe('the scripts of package.json', () => {
  const readScripts = async () =>
    Object.entries<string>(JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')).scripts);

  test('npm runs no install scripts, and so no pre-scripts: each script sets up by itself', async () => {
    const folders = ['.', 'bench/peers', 'tests/interop/google-emulator', 'tests/interop/mcp-tools'];
    for (const file of folders.map((folder) => path.join(folder, '.npmrc'))) {
      assert.match(await readFile(path.join(ROOT, file), 'utf8'), /^ignore-scripts=true$/m, file);
    }
    for (const [name, script] of await readScripts()) {
      assert.doesNotMatch(name, /^(pre|post)/);
      assert.match(script, /^node scripts\/setup\.mjs( --production)? && /, name);
    }
  });

  // Shells cache the path of a program, and the set-up may have put a newer Node first.
  for (const shell of ['sh', 'bash']) {
    test(`what is set up is what runs then (${shell})`, async (t) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'rota-scripts-'));
      t.after(() => rm(folder, { recursive: true }));
      const own = path.join(folder, 'own');
      await mkdir(own);
      const old = path.join(folder, 'node');
      const installNew = `printf '#!/bin/sh\\necho new "$@"\\n' > ${own}/node; chmod +x ${own}/node`;
      for (const [name, script] of await readScripts()) {
        if (!/ node [^&]+$/.test(script)) continue;
        await writeFile(old, `#!/bin/sh\necho old "$@"\n${installNew}\n`, { mode: 0o755 });
        const environment = { PATH: `${own}:${folder}:${process.env.PATH}` };
        const { stdout, code } = await new Program(shell, ['-c', `${script} one`], {
          environment,
          cwd: folder,
        }).ended;
        const [first, second] = stdout.split('\n');
        assert.match(String(first), /^old scripts\/setup\.mjs/, name);
        assert.match(String(second), /^new .+ one$/, name);
        assert.equal(code, 0);
        await rm(path.join(own, 'node'));
      }
    });
  }
});

describe('bin/rota.mjs before anything else', () => {
  /** Makes Node report another version. */
  const pretend = (version: string) => [
    '--import',
    `data:text/javascript,Object.defineProperty(process, 'version', { value: 'v${version}' });` +
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`,
  ];

  test('an older Node is refused with one sentence', async () => {
    const bin = path.join(ROOT, 'bin/rota.mjs');
    assert.deepEqual(await new NodeProcess([...pretend('20.19.0'), bin, '--version']).ended, {
      ...done(),
      code: 1,
      stderr:
        'Rota needs Node 24 or newer and this is v20.19.0: run it as `npm run rota -- <command>`, ' +
        'which brings its own Node where npm has one for this machine, or install Node 24.\n',
    });
    for (const version of ['24.0.0', '100.0.0']) {
      const { code, stderr } = await new NodeProcess([...pretend(version), bin, '--version']).ended;
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, `${version} is not refused`);
    }
  });

  test('where nothing is installed it says how to install', async () => {
    await using copy = await Copy.make(undefined);
    assert.deepEqual(await new NodeProcess([copy.path('bin/rota.mjs'), '--version']).ended, {
      ...done(),
      code: 1,
      stderr:
        'Rota is not installed yet: run `npm start` or `npm run rota -- <command>`, which install it.\n',
    });
  });
});
