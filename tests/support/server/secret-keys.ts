// `rota serve` with secret keys that a test sets, removes or exchanges, and endpoints that show which one is in use.
import assert from 'node:assert/strict';
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ENDPOINTS, eventually } from '../makers/webhooks.ts';
import { Receiver } from '../receivers/receiver.ts';
import { EmptyStorage, type Environment, type Served } from './process.ts';
import type { Endpoint } from './resources.ts';
import { dataOf } from './rota.ts';

/** The API key that the first start is told to use. */
const API_KEY = 'chosen-for-the-first-start';

export const newKey = () => randomBytes(32).toString('hex');

export const serve = (storage: EmptyStorage, environment: Environment = {}) =>
  storage.serve({ ROTA_BOOTSTRAP_API_KEY: API_KEY, ROTA_LOG_LEVEL: 'debug', ...environment });

/** A clean stop. */
export async function stop(server: Served): Promise<void> {
  server.signal('SIGTERM');
  const { code, stderr } = await server.ended;
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
}

/** Checks that the key is in no output, in any notation. */
export function assertSilentAbout(key: string, ...printed: { stdout: string; stderr: string }[]): void {
  const bytes = Buffer.from(key, 'hex');
  const ways = [key, bytes.toString('base64'), bytes.toString('base64url'), bytes.toJSON().data.join()];
  const text = printed.map(({ stdout, stderr }) => stdout + stderr).join('\n');
  for (const way of ways) {
    assert.ok(!text.toLowerCase().includes(way.toLowerCase()), `the key was printed:\n${text}`);
  }
}

/** The embedded database, in a folder that the first start makes. */
export class Embedded implements AsyncDisposable {
  readonly storage: EmptyStorage;
  readonly folder: string;
  readonly keyFile: string;

  private constructor(storage: EmptyStorage) {
    this.storage = storage;
    this.folder = String(storage.environment.ROTA_DATA_DIR);
    this.keyFile = path.join(this.folder, 'secret.key');
  }

  static async make(): Promise<Embedded> {
    return new Embedded(await EmptyStorage.make('sqlite'));
  }

  serve = (environment: Environment = {}) => serve(this.storage, environment);
  readKey = () => readFile(this.keyFile, 'utf8');
  list = async () => (await readdir(this.folder)).sort();

  async [Symbol.asyncDispose](): Promise<void> {
    await this.storage[Symbol.asyncDispose]();
  }
}

/** An endpoint with its secret and headers, and a real receiver behind it. */
export class SealedEndpoint implements AsyncDisposable {
  readonly id: string;
  readonly #secret: string;
  readonly #token: string;
  readonly #receiver: Receiver;

  private constructor(id: string, secret: string, token: string, receiver: Receiver) {
    this.id = id;
    this.#secret = secret;
    this.#token = token;
    this.#receiver = receiver;
  }

  static async make(server: Served): Promise<SealedEndpoint> {
    const receiver = await Receiver.start();
    const token = randomUUID();
    const headers = [{ key: 'X-Token', value: token }];
    const body = { url: receiver.url, events: ['member.deactivated'], headers };
    const answer = await server.call('POST', ENDPOINTS, { key: API_KEY, body });
    const { id, signing_secret } = dataOf<Endpoint & { signing_secret: string }>(answer);
    return new SealedEndpoint(id, signing_secret, token, receiver);
  }

  /** Checks that a delivery from this server has the signature and the header of the endpoint's creation. */
  async assertReadableBy(server: Served): Promise<void> {
    const answer = await server.call('POST', `${ENDPOINTS}/${this.id}/test`, { key: API_KEY });
    const { delivery_id } = dataOf<{ delivery_id: string }>(answer);
    const received = await eventually(async () =>
      this.#receiver.received.find(({ deliveryId }) => deliveryId === delivery_id),
    );
    const { 'x-webhook-timestamp': seconds, 'x-webhook-signature': signature } = received.headers;
    const hex = createHmac('sha256', this.#secret).update(`${seconds}.${received.body}`).digest('hex');
    assert.equal(signature, `t=${seconds},v1=${hex}`);
    assert.equal(received.headers['x-token'], this.#token);
  }

  async deleteFrom(server: Served): Promise<void> {
    const { status } = await server.call('DELETE', `${ENDPOINTS}/${this.id}`, { key: API_KEY });
    assert.equal(status, 204);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#receiver[Symbol.asyncDispose]();
  }
}
