// `rota serve` as a process of its own that takes mail, with one team: what programs of others hand in to, and what came of it.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '../support/makers/webhooks.ts';
import { makeCertificate } from '../support/receivers/certificate.ts';
import { EmptyStorage, type Environment, type Served } from '../support/server/process.ts';
import type { Message, ShownMeetingRequest } from '../support/server/resources.ts';
import { dataOf, type Engine } from '../support/server/rota.ts';
import { freePort } from './servers/server-of-others.ts';

export const KEY = 'key-of-the-tests-with-others-0123456789';
export const MAIL_DOMAIN = 'meet.example.com';
/** A member, and the only one of the team. */
export const MEMBER = 'ada@example.com';

export class Serving implements AsyncDisposable {
  readonly smtpPort: number;
  readonly lmtpPort: number;
  /** For what a test writes. */
  readonly folder: string;
  /** The file with the certificate for STARTTLS. */
  readonly certificate: string;
  teamAddress = '';
  readonly #storage: EmptyStorage;
  readonly #environment: Environment;
  #server: Served | undefined;
  #mails = 0;

  private constructor(
    storage: EmptyStorage,
    folder: string,
    environment: Environment,
    ports: [number, number],
  ) {
    this.#storage = storage;
    this.folder = folder;
    [this.smtpPort, this.lmtpPort] = ports;
    this.certificate = path.join(folder, 'certificate.pem');
    this.#environment = {
      ROTA_BOOTSTRAP_API_KEY: KEY,
      ROTA_MAIL_DOMAIN: MAIL_DOMAIN,
      ROTA_SMTP_LISTEN: `127.0.0.1:${this.smtpPort}`,
      ROTA_LMTP_LISTEN: `127.0.0.1:${this.lmtpPort}`,
      ROTA_SMTP_TLS_CERT: this.certificate,
      ROTA_SMTP_TLS_KEY: path.join(folder, 'key.pem'),
      ...environment,
    };
  }

  static async start(engine: Engine, environment: Environment = {}): Promise<Serving> {
    const folder = await mkdtemp(path.join(tmpdir(), 'rota-serving-'));
    const { key, cert } = makeCertificate();
    await writeFile(path.join(folder, 'certificate.pem'), cert);
    await writeFile(path.join(folder, 'key.pem'), key, { mode: 0o600 });
    const storage = await EmptyStorage.make(engine);
    const serving = new Serving(storage, folder, environment, [await freePort(), await freePort()]);
    try {
      await serving.start();
      const ada = { email: MEMBER, name: 'Ada Lovelace' };
      const { id } = await serving.#post<{ id: string }>('/workspace_members', ada);
      const team = { name: 'Sales', member_ids: [id] };
      serving.teamAddress = (await serving.#post<{ email_address: string }>('/teams', team)).email_address;
      return serving;
    } catch (error) {
      await serving[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Again on the same database and the same ports, after it was stopped. */
  async start(): Promise<void> {
    this.#server = await this.#storage.serve(this.#environment);
  }

  async stop(): Promise<void> {
    this.#server?.signal('SIGTERM');
    assert.equal((await this.#server?.ended)?.code, 0);
  }

  /** A file with a mail that has these lines, for a program to hand in. */
  async mail(...lines: string[]): Promise<string> {
    const file = path.join(this.folder, `mail-${++this.#mails}.eml`);
    await writeFile(file, lines.join('\r\n'));
    return file;
  }

  get url(): string {
    return this.#running.address;
  }

  requests(query = ''): Promise<ShownMeetingRequest[]> {
    return this.#all(`/meeting_requests?${query}`);
  }

  messages(query = ''): Promise<Message[]> {
    return this.#all(`/messages?${query}`);
  }

  request(id: string): Promise<ShownMeetingRequest> {
    return this.#get(`/meeting_requests/${id}`);
  }

  /** The message with this subject that came in, once it was worked on. */
  worked(subject: string): Promise<Message> {
    return eventually(async () => {
      const found = (await this.messages('direction=in')).find((each) => each.subject === subject);
      return found !== undefined && (found.understood_as ?? found.ignored_because) !== null && found;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server?.[Symbol.asyncDispose]();
    await this.#storage[Symbol.asyncDispose]();
    await rm(this.folder, { recursive: true, force: true });
  }

  get #running(): Served {
    assert.ok(this.#server);
    return this.#server;
  }

  #all<Item>(list: `${string}?${string}`): Promise<Item[]> {
    return this.#running.all(`/api/v1${list}` as `${string}?${string}`, KEY);
  }

  async #get<Data>(url: string): Promise<Data> {
    return dataOf(await this.#running.call('GET', `/api/v1${url}`, { key: KEY }));
  }

  async #post<Data>(url: string, body: unknown): Promise<Data> {
    return dataOf(await this.#running.call('POST', `/api/v1${url}`, { key: KEY, body }));
  }
}
