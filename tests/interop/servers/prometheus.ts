// Prometheus, and promtool, which checks and tests rules.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { packageFiles } from '../../../scripts/downloads/debian-packages.ts';
import { freePort, Program } from './server-of-others.ts';

// Both are linked with what every Debian has.
const PACKAGES = {
  names: ['prometheus'],
  needs: () => false,
  instead: 'run this on Debian, with a network.',
};

export async function preparePrometheus(): Promise<void> {
  await packageFiles(PACKAGES);
}

const programOf = async (name: string) => path.join(await packageFiles(PACKAGES), 'usr/bin', name);

/** What it says. Rejects when it has found something wrong. */
export async function promtool(
  words: string[],
  options: { cwd?: string; input?: string } = {},
): Promise<string> {
  const running = promisify(execFile)(await programOf('promtool'), words, { cwd: options.cwd });
  running.child.stdin?.end(options.input);
  const { stdout, stderr } = await running;
  return stdout + stderr;
}

export interface Prometheus extends AsyncDisposable {
  /** The series that an expression gives now. */
  query(expression: string): Promise<{ metric: Record<string, string>; value: [number, string] }[]>;
}

/** Scrapes the address every second, as the job `rota`, and evaluates the rules in the file. */
export async function startPrometheus(address: string, rulesFile: string): Promise<Prometheus> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rota-prometheus-'));
  const settings = path.join(folder, 'prometheus.yml');
  await writeFile(
    settings,
    JSON.stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [rulesFile],
      scrape_configs: [{ job_name: 'rota', static_configs: [{ targets: [new URL(address).host] }] }],
    }),
  );
  const port = await freePort();
  const program = new Program(
    port,
    [
      await programOf('prometheus'),
      `--config.file=${settings}`,
      `--storage.tsdb.path=${path.join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    {},
  );
  await program.start();
  return {
    async query(expression) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query`, {
        method: 'POST',
        body: new URLSearchParams({ query: expression }),
      });
      const { status, data, error } = (await answer.json()) as {
        status: string;
        error?: string;
        data: { result: { metric: Record<string, string>; value: [number, string] }[] };
      };
      // It also answers before it is ready.
      if (status !== 'success') throw new Error(`${expression}: ${error ?? answer.status}`);
      return data.result;
    },
    async [Symbol.asyncDispose]() {
      await program.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
