// PgBouncer as docs/operate/postgresql.md tells to set it up, over the PostgreSQL of the tests.
import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packageFiles } from '../../../scripts/downloads/debian-packages.ts';
import { documented } from '../documented.ts';
import { libraries } from '../package-libraries.ts';
import { freePort, Program } from './server-of-others.ts';

const PACKAGES = {
  names: ['pgbouncer'],
  needs: (name: string) => /^lib(c-ares|event)/.test(name),
  instead: 'set INTEROP_PGBOUNCER to a program of your own',
};

/** It does not run as root. */
const OTHER_USER = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];

/** A program of one's own, such as a newer one. */
const { INTEROP_PGBOUNCER: given } = process.env;

export async function preparePgbouncer(): Promise<void> {
  if (!given) await packageFiles(PACKAGES);
}

async function findProgram(): Promise<{ file: string; environment: Record<string, string> }> {
  if (given) return { file: given, environment: {} };
  const files = await packageFiles(PACKAGES);
  return {
    file: path.join(files, 'usr/sbin/pgbouncer'),
    environment: { LD_LIBRARY_PATH: libraries(files, '') },
  };
}

export class Pgbouncer implements AsyncDisposable {
  readonly #program: Program;
  readonly #folder: string;

  private constructor(program: Program, folder: string) {
    this.#program = program;
    this.#folder = folder;
  }

  /** In front of the server that this address names. `settings` are more lines of its configuration; the last of a name counts. */
  static async start(postgresUrl: string, settings: string[] = []): Promise<Pgbouncer> {
    const { file, environment } = await findProgram();
    const folder = await mkdtemp(path.join(tmpdir(), 'rota-pgbouncer-'));
    // For the other user.
    await chmod(folder, 0o755);
    const { hostname, port: postgresPort, username, password } = new URL(postgresUrl);
    const port = await freePort();
    const users = path.join(folder, 'userlist.txt');
    await writeFile(users, `"${username}" "${password}"\n`);
    const replacements: [string, string][] = [
      ['rota = host=10.0.0.5 port=5432 dbname=rota', `* = host=${hostname} port=${postgresPort}`],
      ['listen_port = 6432', `listen_port = ${port}`],
      ['/etc/pgbouncer/userlist.txt', users],
    ];
    let written = documented('pool_mode = transaction', 'operate/postgresql.md');
    for (const [from, to] of replacements) {
      assert.ok(written.includes(from), `docs/operate/postgresql.md has ${from}`);
      written = written.replace(from, to);
    }
    const lines = [written, 'unix_socket_dir =', ...settings];
    const configuration = path.join(folder, 'pgbouncer.ini');
    await writeFile(configuration, `${lines.join('\n')}\n`);
    const program = new Program(port, [file, ...OTHER_USER, configuration], environment);
    const started = new Pgbouncer(program, folder);
    try {
      await program.start();
      return started;
    } catch (error) {
      await started[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** The same database through PgBouncer. */
  through(url: string): string {
    const address = new URL(url);
    address.host = `127.0.0.1:${this.#program.port}`;
    return address.href;
  }

  /** All connections are cut off. */
  async restart(): Promise<void> {
    await this.#program.stop();
    await this.#program.start();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#program.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
