// What `npm run interop` needs to know of a program of others: each is one file in this folder.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const START_DEADLINE_MS = 30_000;

export interface ServerOfOthers<Server> {
  name: string;
  /** Fetches what is needed to start it. Rejects with `CannotHave` where that can't be had. */
  prepare(): Promise<void>;
  start(): Promise<Server>;
}

/** A program on a port of this machine, which can be stopped and started again. */
export class Program implements AsyncDisposable {
  readonly port: number;
  readonly #command: [string, ...string[]];
  readonly #environment: Record<string, string>;
  readonly #endWith: NodeJS.Signals;
  #process: ChildProcess | undefined;

  /** `endWith`: for one that must end programs of its own. */
  constructor(
    port: number,
    command: [string, ...string[]],
    environment: Record<string, string>,
    endWith: NodeJS.Signals = 'SIGKILL',
  ) {
    this.port = port;
    this.#command = command;
    this.#environment = environment;
    this.#endWith = endWith;
  }

  async start(): Promise<void> {
    const [file, ...words] = this.#command;
    const started = spawn(file, words, {
      env: { ...process.env, ...this.#environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    started.stderr.setEncoding('utf8').on('data', (text) => {
      said = (said + text).slice(-2_000);
    });
    this.#process = started;
    for (const end = Date.now() + START_DEADLINE_MS; !(await isListening(this.port)); ) {
      if (started.exitCode !== null || Date.now() > end) {
        await this.stop();
        throw new Error(`${this.#command.join(' ')} does not listen on port ${this.port}: ${said}`);
      }
      await sleep(50);
    }
  }

  async stop(): Promise<void> {
    const started = this.#process;
    this.#process = undefined;
    if (!started || started.exitCode !== null || started.signalCode !== null) return;
    const ended = once(started, 'exit');
    started.kill(this.#endWith);
    await ended;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }
}

/** Below those that the system gives to outgoing connections: nobody takes it before the program has it. */
const PORTS = { from: 20_000, to: 32_000 };

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await once(server.close(), 'close');
    return port;
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
