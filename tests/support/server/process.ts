// Runs `rota` in the test's own process, or, if a test is about that, as a real process in another folder: for servers, signals, kills,
// limits. Both with a free port, no rate limit, no port for mail, and only the test's settings.
// `await using` ends each process with its block.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { emptyPostgresDatabase, freshDataFolder } from './databases.ts';
import { send, type WireAnswer } from './http.ts';
import { dataOf, type Engine, SECRET_KEY } from './rota.ts';
import { runHere } from './run-here.ts';

export type Environment = Record<string, string>;

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
export const BIN = path.join(ROOT, 'bin/rota.mjs');

/** A hung command fails its test instead of the whole run. */
const DEADLINE_MS = 60_000;

const usualSettings = { PORT: '0', ROTA_SMTP_LISTEN: 'off', ROTA_RATE_LIMIT_PER_MINUTE: '0' };

// The working directory: a process without ROTA_DATA_DIR makes its data folder here.
const folder = mkdtempSync(path.join(tmpdir(), 'rota-processes-'));
const running = new Set<Program>();
process.once('exit', () => {
  for (const program of running) program.signal('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** The settings of a test, and the variables that every program needs. */
const inherited = (environment: Environment): Environment => ({
  PATH: process.env.PATH ?? '',
  HOME: folder,
  ...environment,
});

const { NODE_COMPILE_CACHE } = process.env;
const compileCache: Environment = NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {};

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface LogLine {
  level: string;
  msg: string;
  [field: string]: unknown;
}

/** A program started by a test, with its output. */
export class Program implements AsyncDisposable {
  stdout = '';
  stderr = '';
  readonly ended: Promise<Exit>;
  readonly #child: ChildProcess;
  readonly #changes = new EventEmitter();
  #hasEnded = false;

  readonly #isGroup: boolean;

  /** With `isGroup`, its child processes end with it. With `isFed`, it reads what is written to `input`. */
  constructor(
    command: string,
    words: readonly string[],
    {
      environment,
      cwd,
      isGroup = false,
      isFed = false,
    }: { environment: Environment; cwd: string; isGroup?: boolean; isFed?: boolean },
  ) {
    this.#isGroup = isGroup;
    const child = spawn(command, words, {
      cwd,
      env: inherited(environment),
      stdio: [isFed ? 'pipe' : 'ignore', 'pipe', 'pipe'],
      timeout: DEADLINE_MS,
      // Not SIGKILL: a test that waits for its own kill would mistake it for that.
      killSignal: 'SIGALRM',
      detached: isGroup,
    });
    running.add(this);
    child.stdout?.setEncoding('utf8').on('data', (text) => this.#note('stdout', text));
    child.stderr?.setEncoding('utf8').on('data', (text) => this.#note('stderr', text));
    this.#child = child;
    this.ended = once(child, 'close').then(([code, signal]) => {
      running.delete(this);
      this.#hasEnded = true;
      this.#changes.emit('change');
      return { code, signal, stdout: this.stdout, stderr: this.stderr };
    });
  }

  #note(stream: 'stdout' | 'stderr', text: string): void {
    this[stream] += text;
    this.#changes.emit('change');
  }

  get input(): Writable {
    assert.ok(this.#child.stdin, 'it is fed');
    return this.#child.stdin;
  }

  /** With `alone`, its child processes don't get the signal. */
  signal(name: NodeJS.Signals, { alone = false } = {}): void {
    if (alone || !this.#isGroup || this.#child.pid === undefined) this.#child.kill(name);
    else if (!this.#hasEnded) process.kill(-this.#child.pid, name);
  }

  /** Waits until `find` finds something in the output. If it never comes, the test fails. */
  async printed<Found>(find: (stdout: string) => Found | undefined, what: string): Promise<Found> {
    for (;;) {
      const found = find(this.stdout);
      if (found !== undefined) return found;
      assert.ok(!this.#hasEnded, `Ended without ${what}:\n${this.stdout}${this.stderr}`);
      await once(this.#changes, 'change', { signal: AbortSignal.timeout(DEADLINE_MS) }).catch(() =>
        assert.fail(`Nothing more was printed, and not ${what}:\n${this.stdout}${this.stderr}`),
      );
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.signal('SIGKILL');
    await this.ended;
  }
}

/** Node with a script; with `shell`, after shell commands, such as setting limits. */
export class NodeProcess extends Program {
  constructor(
    words: string[],
    environment: Environment = {},
    { shell, cwd = folder, isFed = false }: NodeOptions = {},
  ) {
    // `rota` has its own cache; test scripts load the same code as the tests.
    const cache = words[0] === BIN ? {} : compileCache;
    const settings = { ...usualSettings, ...cache, ...environment };
    const [command, ...all] = [
      ...(shell === undefined ? [] : ['bash', '-c', `${shell}; exec "$0" "$@"`]),
      process.execPath,
      ...words,
    ];
    super(command as string, all, { environment: settings, cwd, isFed });
  }

  /** The lines for people. */
  get introduction(): string {
    return this.stdout.replace(/^\{.*\n?/gm, '');
  }

  get logLines(): LogLine[] {
    // The text after the last line break is an incomplete line.
    const lines = this.stdout.split('\n').slice(0, -1);
    return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  }

  /** Waits for the log line with this message. */
  logged(message: string): Promise<LogLine> {
    return this.printed(() => this.logLines.find(({ msg }) => msg === message), `logging "${message}"`);
  }
}

interface NodeOptions {
  shell?: string;
  cwd?: string;
  isFed?: boolean;
  /** The program of another version. */
  bin?: string;
}

/** A command that keeps running. */
export class RotaProcess extends NodeProcess {
  constructor(words: string[], environment: Environment = {}, options: NodeOptions = {}) {
    super([options.bin ?? BIN, ...words], environment, options);
  }
}

/** Runs a command to its end, in this process. */
export async function rota(words: string[], environment: Environment = {}): Promise<Exit> {
  const finished = await runHere(words, {
    environment: inherited({ ...usualSettings, ...environment }),
    folder,
    deadlineMs: DEADLINE_MS,
  });
  return { ...finished, signal: null };
}

/** Runs a command to its end, in a process of its own. */
export function rotaProcess(words: string[], environment: Environment = {}): Promise<Exit> {
  return new RotaProcess(words, environment).ended;
}

/** A command whose files can't grow beyond a few kilobytes, like on a full disk. */
export function withoutRoom(words: string[], environment: Environment): Program {
  const script = 'trap "" XFSZ; ulimit -f 100; exec "$0" "$@"';
  return new Program('sh', ['-c', script, process.execPath, BIN, ...words], { environment, cwd: folder });
}

export interface CallOptions {
  key?: string;
  /** A string is sent unchanged, anything else as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** `rota serve`, once it listens. */
export class Served extends RotaProcess {
  address = '';

  static async start(environment: Environment, options: NodeOptions = {}): Promise<Served> {
    const server = new Served(['serve'], environment, options);
    try {
      server.address = String((await server.logged('listening')).address);
      return server;
    } catch (error) {
      await server[Symbol.asyncDispose]();
      throw error;
    }
  }

  call(method: string, pathAndQuery: string, { key, body, headers }: CallOptions = {}): Promise<WireAnswer> {
    return send({
      method,
      url: this.address + pathAndQuery,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  /** Starts to create a key: the server has read the headers, and waits for the second half of the body. */
  async sendHalf(key: string): Promise<{ outgoing: ClientRequest; finish(): Promise<number | undefined> }> {
    const body = JSON.stringify({ name: 'Slow', scopes: [] });
    const outgoing = request(`${this.address}/api/v1/api_keys`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        connection: 'keep-alive',
        'content-type': 'application/json',
        'content-length': body.length,
        // The server's response to this shows that it has the headers.
        expect: '100-continue',
      },
    });
    outgoing.flushHeaders();
    await once(outgoing, 'continue');
    outgoing.write(body.slice(0, 10));
    const finish = async () => {
      outgoing.end(body.slice(10));
      const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
      return incoming.resume().statusCode;
    };
    return { outgoing, finish };
  }

  /** Every item of a list, over all pages. `list` has a query, even an empty one. */
  async all<Item>(list: `${string}?${string}`, key: string): Promise<Item[]> {
    const items: Item[] = [];
    let cursor: string | null = null;
    do {
      const from: string = cursor ? `&cursor=${cursor}` : '';
      const answer = await this.call('GET', `${list}&limit=100${from}`, { key });
      items.push(...dataOf<Item[]>(answer));
      cursor = (answer.body as { meta: { next_cursor: string | null } }).meta.next_cursor;
    } while (cursor);
    return items;
  }
}

/** Empty storage, and the command line on it. */
export class EmptyStorage implements AsyncDisposable {
  readonly environment: Environment;
  readonly #remove: () => Promise<void>;

  private constructor(environment: Environment, remove: () => Promise<void>) {
    this.environment = environment;
    this.#remove = remove;
  }

  /** A PostgreSQL database without tables, or a folder that does not exist. */
  static async make(engine: Engine): Promise<EmptyStorage> {
    if (engine === 'sqlite') {
      const outer = await freshDataFolder();
      return new EmptyStorage({ ROTA_DATA_DIR: path.join(outer.path, 'data') }, outer.remove);
    }
    const database = await emptyPostgresDatabase();
    return new EmptyStorage({ DATABASE_URL: database.url, ROTA_SECRET_KEY: SECRET_KEY }, database.drop);
  }

  serve(environment: Environment = {}, options: NodeOptions = {}): Promise<Served> {
    return Served.start({ ...this.environment, ...environment }, options);
  }

  rota(...words: string[]): Promise<Exit> {
    return rota(words, this.environment);
  }

  /** Runs a command that must succeed, and returns its JSON output. */
  async json<Data>(...words: string[]): Promise<Data> {
    const { code, stdout, stderr } = await this.rota(...words, '--json');
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, `rota ${words.join(' ')} succeeds`);
    return JSON.parse(stdout);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#remove();
  }
}

/** Takes a port until the block ends; afterwards connections are refused. */
export async function takePort(): Promise<AsyncDisposable & { port: number }> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return { port, [Symbol.asyncDispose]: () => new Promise((resolve) => listener.close(() => resolve())) };
}

/** A port without a listener. */
export async function closedPort(): Promise<number> {
  await using taken = await takePort();
  return taken.port;
}
