// A server on the embedded database: what it acknowledged, and what it leaves behind when it is killed.
import assert from 'node:assert/strict';
import { cp, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type DataFolder, freshDataFolder } from './databases.ts';
import { type Environment, type Exit, rota, rotaProcess, Served } from './process.ts';

export const KEY = 'key-of-the-tests-of-damage-0123456789';
const MEMBERS = '/api/v1/workspace_members';

/** A data folder, and commands on it. */
export class Installation implements AsyncDisposable {
  readonly folder: string;
  readonly file: string;
  readonly #outer: DataFolder;

  private constructor(outer: DataFolder) {
    this.#outer = outer;
    this.folder = path.join(outer.path, 'data');
    this.file = path.join(this.folder, 'rota.db');
  }

  /** In a folder that does not exist yet. */
  static async make(): Promise<Installation> {
    return new Installation(await freshDataFolder());
  }

  /** With a copy of another's files. */
  static async copyOf(other: Installation): Promise<Installation> {
    const copy = await Installation.make();
    await cp(other.folder, copy.folder, { recursive: true });
    return copy;
  }

  /** A path beside the data folder. */
  beside(name: string): string {
    return path.join(this.#outer.path, name);
  }

  environment(more: Environment = {}): Environment {
    return { ROTA_DATA_DIR: this.folder, ROTA_BOOTSTRAP_API_KEY: KEY, ...more };
  }

  serve = (more: Environment = {}) => Served.start(this.environment(more));
  rota = (...words: string[]): Promise<Exit> => rota(words, this.environment());
  /** For tests of how two processes affect each other. */
  rotaProcess = (...words: string[]): Promise<Exit> => rotaProcess(words, this.environment());

  /** Runs a command that must succeed, and returns its JSON output. */
  async json<Data>(...words: string[]): Promise<Data> {
    const { code, stdout, stderr } = await this.rota(...words, '--json');
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, `rota ${words.join(' ')} succeeds`);
    return JSON.parse(stdout);
  }

  list = async () => (await readdir(this.folder)).sort();

  /** The content of each file, except SQLite's index of the journal, which is rebuilt at each opening. */
  async contents(): Promise<Record<string, Buffer>> {
    const names = (await this.list()).filter((name) => !name.endsWith('-shm'));
    const files = names.map(async (name) => [name, await readFile(path.join(this.folder, name))] as const);
    return Object.fromEntries(await Promise.all(files));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#outer.remove();
  }
}

/** Creates members one after another. Returns the acknowledged addresses. */
export async function addMembers(server: Served, prefix: string, count: number): Promise<string[]> {
  const emails: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const email = `${prefix}${number}@example.com`;
    const { status } = await server.call('POST', MEMBERS, { key: KEY, body: { email } });
    assert.equal(status, 201);
    emails.push(email);
  }
  return emails;
}

export async function emailsOf(server: Served): Promise<string[]> {
  const members = await server.all<{ email: string }>(`${MEMBERS}?`, KEY);
  return members.map(({ email }) => email).filter((email) => email !== 'owner@example.com');
}

/** The addresses as SQLite reads them, without Rota. Leaves the journal unchanged. */
export function emailsIn(file: string): string[] {
  const connection = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = connection.prepare("select email from members where role = 'member' order by id").all();
    return rows.map(({ email }) => String(email));
  } finally {
    connection.close();
  }
}

export async function kill(server: Served): Promise<void> {
  server.signal('SIGKILL');
  assert.equal((await server.ended).signal, 'SIGKILL');
}

/** Stops the server cleanly. */
export async function stop(server: Served): Promise<void> {
  server.signal('SIGTERM');
  const { code, stderr } = await server.ended;
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
}
