// The official tools for MCP: the inspector's command line, and the conformance suite. tests/interop/mcp-tools/ names them.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { npmPackages } from '../../../scripts/downloads/npm-packages.ts';
import { type Exit, NodeProcess, ROOT } from '../../support/server/process.ts';

/** What `package-lock.json` there names. */
const tools = () => npmPackages(path.join(ROOT, 'tests/interop/mcp-tools'));

export async function prepareMcpTools(): Promise<void> {
  await tools();
}

async function run(name: string, words: string[]): Promise<Exit> {
  const folder = path.join(await tools(), 'node_modules/@modelcontextprotocol', name);
  const { bin } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  // Compiled code for the next call. Measured: 0.67 s instead of 0.83 s for each of the inspector.
  const environment = { NODE_COMPILE_CACHE: path.join(await tools(), 'node_modules/.cache') };
  return new NodeProcess([path.join(folder, bin[name]), ...words], environment).ended;
}

/** How the inspector gets to the service: the first words are its own, the others those of a command that it starts. */
export interface Way {
  options: string[];
  target: string[];
}

/** Calls a method once, and returns the result. The inspector must find nothing wrong with it. */
export async function inspect<Result>(
  { options, target }: Way,
  method: string,
  words: string[] = [],
): Promise<Result> {
  const asked = [...options, '--method', method, ...words, '--format', 'json', '--quiet'];
  const { code, stdout, stderr } = await run('inspector', ['--cli', ...asked, ...target]);
  assert.equal(code, 0, `${method} ${words.join(' ')}: ${stdout}${stderr}`);
  return (JSON.parse(stdout) as { result: Result }).result;
}

/** What the suite has looked at, by scenario. */
export type Checks = Map<string, { id: string; status: string; errorMessage?: string }[]>;

/** Runs every scenario that a version of the protocol asks of servers. */
export async function checkConformance(url: string, version: string): Promise<Checks> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rota-conformance-'));
  try {
    const words = ['server', '--url', url, '--requirements', version, '--output-dir', folder];
    const { stdout, stderr } = await run('conformance', words);
    const checks: Checks = new Map();
    for (const name of (await readdir(folder)).toSorted()) {
      // server-SCENARIO-2026-01-01T00-00-00-000Z
      const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(name)?.[1];
      assert.ok(scenario, name);
      checks.set(scenario, JSON.parse(await readFile(path.join(folder, name, 'checks.json'), 'utf8')));
    }
    assert.ok(checks.size > 0, stdout + stderr);
    return checks;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
