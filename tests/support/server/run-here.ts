// Runs `rota` in the test's own process, with only the test's settings. Starting another process costs more than most commands do.
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { Host } from '../../../src/cli/command.ts';
import { main } from '../../../src/cli/main.ts';

export interface Finished {
  code: number;
  stdout: string;
  stderr: string;
}

interface Surroundings {
  environment: Record<string, string>;
  /** The parent of the default data folder. */
  folder: string;
  /** A hung command fails its test. */
  deadlineMs: number;
}

export async function runHere(
  words: string[],
  { environment, folder, deadlineMs }: Surroundings,
): Promise<Finished> {
  const { ROTA_DATA_DIR: dataFolder = path.join(folder, 'data') } = environment;
  // A relative path would be inside the repository.
  assert.ok(path.isAbsolute(dataFolder), `${dataFolder} is an absolute path`);
  const env = environment.DATABASE_URL ? environment : { ...environment, ROTA_DATA_DIR: dataFolder };
  const [stdout, stderr] = [new Collected(), new Collected()];
  const signals = new EventEmitter();
  const host: Host = {
    env,
    stdin: Readable.from([]),
    stdout,
    stderr,
    logOutput: stdout,
    on: (signal, listener) => signals.on(signal, listener),
    exit: (code) => assert.fail(`rota ${words.join(' ')} wants to exit at once, with ${code}`),
  };
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    // A command that keeps running would keep the test file from ending.
    signals.emit('SIGTERM');
    reject(new Error(`rota ${words.join(' ')} does not end:\n${stdout.text}${stderr.text}`));
  }, deadlineMs);
  try {
    const code = await Promise.race([main(words, host), late]);
    return { code, stdout: stdout.text, stderr: stderr.text };
  } finally {
    clearTimeout(timer);
  }
}

class Collected extends Writable {
  #chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString();
  }
}
