// Full lane, because it starts many processes: Nothing is sent to a receiver that cannot prove who it is over TLS.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from '../support/lanes.ts';
import { ENDPOINTS, eventually } from '../support/makers/webhooks.ts';
import { type Certificate, makeCertificate } from '../support/receivers/certificate.ts';
import { answered, assertFirstAttempt, brokenOff } from '../support/receivers/first-attempts.ts';
import { RawReceiver, Receiver } from '../support/receivers/receiver.ts';
import { EmptyStorage, type Served } from '../support/server/process.ts';
import type { DeliveryWithLog, LoggedAttempt } from '../support/server/resources.ts';
import { dataOf, engines, onBothEngines } from '../support/server/rota.ts';

const CLOSED = 'the connection was closed before the answer was complete';

/** A receiver with this certificate that keeps what it gets. */
class TlsReceiver implements AsyncDisposable {
  readonly port: number;
  /** The values of X-Webhook-Id. */
  readonly received: string[] = [];
  readonly #server: ReturnType<typeof createServer>;

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    server.on('tlsClientError', () => {});
    server.on('request', (request, response) => {
      this.received.push(String(request.headers['x-webhook-id']));
      request.resume().on('end', () => response.end('noted in secret'));
    });
  }

  static async start(certificate: Certificate): Promise<TlsReceiver> {
    const server = createServer(certificate).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TlsReceiver(server);
  }

  get url(): string {
    return `https://127.0.0.1:${this.port}/hook`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

onBothEngines('receivers behind TLS', (node) => {
  test('a self-signed certificate: nothing is sent', async () => {
    await using receiver = await TlsReceiver.start(makeCertificate());
    const end = brokenOff('TLS failed: DEPTH_ZERO_SELF_SIGNED_CERT');
    await assertFirstAttempt(node(), receiver.url, 'pending', end);
    assert.deepEqual(receiver.received, []);
  });

  test('a server that speaks TLS, called without it', async () => {
    await using receiver = await TlsReceiver.start(makeCertificate());
    const url = `http://127.0.0.1:${receiver.port}/hook`;
    await assertFirstAttempt(node(), url, 'pending', brokenOff(CLOSED));
    assert.deepEqual(receiver.received, []);
  });

  test('a server that speaks no TLS, called with it', async () => {
    await using receiver = await Receiver.start();
    const end = brokenOff('TLS failed: ERR_SSL_WRONG_VERSION_NUMBER');
    await assertFirstAttempt(node(), receiver.url.replace('http:', 'https:'), 'pending', end);
    assert.deepEqual(receiver.received, []);
  });

  test('a server that closes the connection instead of a handshake', async () => {
    await using receiver = await RawReceiver.start((socket) => void socket.end());
    await assertFirstAttempt(node(), receiver.url.replace('http:', 'https:'), 'pending', brokenOff(CLOSED));
  });
});

describe('receivers behind TLS whose certificates the operator trusts', () => {
  const KEY = 'a-key-that-was-chosen-for-this';
  const DAY_MS = 24 * 60 * 60 * 1000;
  /** Without its times, which come from the machine's clock. */
  const outcomeOf = ({ started_at: _, duration_ms: __, ...rest }: LoggedAttempt) => rest;

  /** Sends a test event there and waits for the end of its first attempt. */
  async function tryOnce(server: Served, url: string): Promise<DeliveryWithLog> {
    const body = { url, events: ['member.deactivated'] };
    const { id } = dataOf<{ id: string }>(await server.call('POST', ENDPOINTS, { key: KEY, body }));
    const path = `${ENDPOINTS}/${id}`;
    const test = await server.call('POST', `${path}/test`, { key: KEY });
    const { delivery_id } = dataOf<{ delivery_id: string }>(test);
    return eventually(async () => {
      const answer = await server.call('GET', `${path}/deliveries/${delivery_id}`, { key: KEY });
      const delivery = dataOf<DeliveryWithLog>(answer);
      return delivery.attempt_log.length > 0 && delivery;
    });
  }

  for (const engine of engines) {
    test(`a delivery arrives, unless the certificate is for another address or expired (${engine})`, async () => {
      const good = makeCertificate();
      const foreign = makeCertificate({ address: '127.0.0.2' });
      const expired = makeCertificate({ until: Date.now() - DAY_MS });
      await using folder = await mkdtempDisposable(path.join(tmpdir(), 'rota-certificates-'));
      const trusted = path.join(folder.path, 'trusted.pem');
      await writeFile(trusted, good.cert + foreign.cert + expired.cert);
      await using storage = await EmptyStorage.make(engine);
      await using server = await storage.serve({
        ROTA_BOOTSTRAP_API_KEY: KEY,
        NODE_EXTRA_CA_CERTS: trusted,
      });

      await using receiver = await TlsReceiver.start(good);
      const { id, status, response_code, attempt_log } = await tryOnce(server, receiver.url);
      assert.deepEqual({ status, response_code }, { status: 'success', response_code: 200 });
      assert.deepEqual(attempt_log.map(outcomeOf), [{ number: 1, ...answered(200, 'noted in secret') }]);
      assert.deepEqual(receiver.received, [id]);

      for (const [certificate, code] of [
        [foreign, 'ERR_TLS_CERT_ALTNAME_INVALID'],
        [expired, 'CERT_HAS_EXPIRED'],
      ] as const) {
        await using receiver = await TlsReceiver.start(certificate);
        const { status, response_code, attempt_log } = await tryOnce(server, receiver.url);
        assert.deepEqual({ status, response_code }, { status: 'pending', response_code: null });
        assert.deepEqual(attempt_log.map(outcomeOf), [{ number: 1, ...brokenOff(`TLS failed: ${code}`) }]);
        assert.deepEqual(receiver.received, [], code);
      }
    });
  }
});
