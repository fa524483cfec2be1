// The receivers of examples/: run as processes, as their readers run them, and their `verify` called directly.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Outcome } from './process.ts';

/** A process that hangs fails its test instead of the whole run. */
const DEADLINE_MS = 60_000;
const EXAMPLES = fileURLToPath(new URL('../../examples/', import.meta.url));

const commands = {
  Node: [process.execPath, 'receiver.mjs'],
  Python: ['python3', 'receiver.py'],
} as const;
export type Language = keyof typeof commands;
export const languages = Object.keys(commands) as Language[];

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** An example receiver on a free port. */
export class Example implements AsyncDisposable {
  url = '';
  readonly ended: Promise<Outcome>;
  #stdout = '';
  #stderr = '';
  #hasEnded = false;
  readonly #child: ChildProcess;
  readonly #changes = new EventEmitter();

  constructor(language: Language, secret?: string) {
    const [command, script] = commands[language];
    const child = spawn(command, [script], {
      cwd: EXAMPLES,
      // One that is undefined is left out.
      env: { ...process.env, PORT: '0', ROTA_SIGNING_SECRET: secret },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: DEADLINE_MS,
      killSignal: 'SIGKILL',
    });
    running.add(child);
    child.stdout.setEncoding('utf8').on('data', (text) => {
      this.#stdout += text;
      this.#changes.emit('change');
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      this.#stderr += text;
    });
    this.#child = child;
    this.ended = once(child, 'close').then(([code, signal]) => {
      running.delete(child);
      this.#hasEnded = true;
      this.#changes.emit('change');
      return { code, signal, stdout: this.#stdout, stderr: this.#stderr };
    });
  }

  /** From the moment it listens. */
  static async start(language: Language, secret: string): Promise<Example> {
    const example = new Example(language, secret);
    try {
      const [line] = await example.lines(1);
      const [, url] = /^Listening on (http:\/\/127\.0\.0\.1:[1-9]\d*\/hook)$/.exec(String(line)) ?? [];
      assert.ok(url, `no address in: ${line}`);
      example.url = url;
      return example;
    } catch (error) {
      await example[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** All that it has printed, once there are so many lines. */
  async lines(count: number): Promise<string[]> {
    for (;;) {
      // What follows the last line break is a line that has not wholly arrived.
      const whole = this.#stdout.split('\n').slice(0, -1);
      if (whole.length >= count) return whole;
      assert.ok(!this.#hasEnded, `ended before line ${count}:\n${this.#stdout}${this.#stderr}`);
      await once(this.#changes, 'change');
    }
  }

  /** The lines that are printed while `act` runs, so many at least. */
  async linesDuring(count: number, act: () => Promise<unknown>): Promise<string[]> {
    const before = (await this.lines(0)).length;
    await act();
    return (await this.lines(before + count)).slice(before);
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.ended;
  }
}

/** What `verify` is given, and the time at which it is called. */
export interface Case {
  body: string;
  signature: string;
  secret: string;
  now: number;
}

/** What the example's `verify` says of each. */
export function verifyAll(language: Language, cases: Case[]): Promise<boolean[]> {
  return language === 'Node' ? verifyInNode(cases) : verifyInPython(cases);
}

async function verifyInNode(cases: Case[]): Promise<boolean[]> {
  const { verify } = await import(new URL('../../examples/receiver.mjs', import.meta.url).href);
  const realNow = Date.now;
  try {
    return cases.map(({ body, signature, secret, now }) => {
      Date.now = () => now;
      return verify(Buffer.from(body), signature, secret);
    });
  } finally {
    Date.now = realNow;
  }
}

const PYTHON = `
import json, sys, time
from receiver import verify
def verify_at(given):
    time.time = lambda: given["now"] / 1000
    return verify(given["body"].encode(), given["signature"], given["secret"])
json.dump([verify_at(given) for given in json.load(sys.stdin)], sys.stdout)`;

async function verifyInPython(cases: Case[]): Promise<boolean[]> {
  const { status, stdout, stderr, error } = spawnSync('python3', ['-c', PYTHON], {
    cwd: EXAMPLES,
    // Nothing is left beside the example.
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
    input: JSON.stringify(cases),
    encoding: 'utf8',
  });
  assert.ifError(error);
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}
