// The processes of a run. Everything measured, and everything it talks to, has its own process.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** The order to a delivering process: a number of events at once, or a rate. */
export type Question =
  | { type: 'deliver'; count: number }
  | { type: 'pace'; perSecond: number; seconds: number };

/** In a child: sends a message to the parent. */
export function tellParent(message: object): void {
  process.send?.(message);
}

/** A script that reports when it is ready, and answers each message with one. */
export class Child<Ready> implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly ready: Ready;
  readonly #beside: AsyncDisposable[] = [];

  private constructor(child: ChildProcess, ready: Ready) {
    this.#process = child;
    this.ready = ready;
  }

  /** `script` is a file beside this one. */
  static async start<Ready>(script: string, environment: Record<string, string> = {}): Promise<Child<Ready>> {
    const { PATH = '', HOME = '' } = process.env;
    const child = fork(fileURLToPath(new URL(script, import.meta.url)), {
      env: { PATH, HOME, ...environment },
      // Errors are shown. The request log is written, as in production, and discarded.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    return new Child(child, await answerOf<Ready>(child, script));
  }

  get pid(): number {
    return this.#process.pid as number;
  }

  ask<Answer>(question: object): Promise<Answer> {
    this.#process.send(question);
    return answerOf<Answer>(this.#process, JSON.stringify(question));
  }

  /** Disposes of `other` together with this child. */
  endingWith(other: AsyncDisposable): this {
    this.#beside.push(other);
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (running.has(this.#process)) {
      const ended = once(this.#process, 'exit');
      this.#process.kill('SIGKILL');
      await ended;
    }
    for (const other of this.#beside) await other[Symbol.asyncDispose]();
  }
}

async function answerOf<Answer>(child: ChildProcess, what: string): Promise<Answer> {
  const controller = new AbortController();
  try {
    return await Promise.race([
      once(child, 'message', { signal: controller.signal }).then(([message]) => message as Answer),
      once(child, 'exit', { signal: controller.signal }).then(([code]) => {
        throw new Error(`The process ended (${code}) without an answer to ${what}`);
      }),
    ]);
  } finally {
    controller.abort();
  }
}
