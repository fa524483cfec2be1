// The receivers of examples/: run as processes, as readers would, and with their `verify` called directly.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Program } from '../server/process.ts';

const EXAMPLES = fileURLToPath(new URL('../../../examples/', import.meta.url));

const commands = {
  Node: [process.execPath, 'receiver.mjs'],
  Python: ['python3', 'receiver.py'],
} as const;
export type Language = keyof typeof commands;
export const languages = Object.keys(commands) as Language[];

/** An example receiver, on a free port unless one is given. */
export class Example extends Program {
  url = '';

  constructor(language: Language, secret?: string, port = 0) {
    const [command, script] = commands[language];
    const environment = { PORT: String(port), ...(secret !== undefined && { ROTA_SIGNING_SECRET: secret }) };
    super(command, [script], { environment, cwd: EXAMPLES });
  }

  /** Starts it, and waits until it listens. */
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

  /** Everything that it has printed, once there are this many lines. */
  lines(count: number): Promise<string[]> {
    return this.printed((stdout) => {
      // The text after the last line break is an incomplete line.
      const whole = stdout.split('\n').slice(0, -1);
      return whole.length >= count ? whole : undefined;
    }, `line ${count}`);
  }

  /** The lines printed while `act` runs, at least this many. */
  async linesDuring(count: number, act: () => Promise<unknown>): Promise<string[]> {
    const before = (await this.lines(0)).length;
    await act();
    return (await this.lines(before + count)).slice(before);
  }
}

/** The arguments of `verify`, and the time of the call. */
export interface Case {
  body: string;
  headers: Record<string, string>;
  secret: string;
  now: number;
}

/** The results of the example's `verify`. */
export function verifyAll(language: Language, cases: Case[]): Promise<boolean[]> {
  return language === 'Node' ? verifyInNode(cases) : verifyInPython(cases);
}

async function verifyInNode(cases: Case[]): Promise<boolean[]> {
  const { verify } = await import(new URL('../../../examples/receiver.mjs', import.meta.url).href);
  const realNow = Date.now;
  try {
    return cases.map(({ body, headers, secret, now }) => {
      Date.now = () => now;
      return verify(Buffer.from(body), headers, secret);
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
    return verify(given["body"].encode(), given["headers"], given["secret"])
json.dump([verify_at(given) for given in json.load(sys.stdin)], sys.stdout)`;

async function verifyInPython(cases: Case[]): Promise<boolean[]> {
  const { status, stdout, stderr, error } = spawnSync('python3', ['-c', PYTHON], {
    cwd: EXAMPLES,
    // Leaves no cache files beside the example.
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
    input: JSON.stringify(cases),
    encoding: 'utf8',
  });
  assert.ifError(error);
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}
