// A valid HTTP response becomes the right outcome, and the first 4 KiB of it are kept.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from '../support/lanes.ts';
import { timeOf } from '../support/makers/team-members.ts';
import { afterAttempts, createEndpoint, sendTest, tryOnce } from '../support/makers/webhooks.ts';
import { startTest, tried } from '../support/receivers/attempts.ts';
import { answered, assertFirstAttempt, type End } from '../support/receivers/first-attempts.ts';
import { RawReceiver, Receiver } from '../support/receivers/receiver.ts';
import { onBothEngines } from '../support/server/rota.ts';

const KIB = 1024;
const PAUSE_SECONDS = 7;

onBothEngines(
  'responses of receivers',
  (node) => {
    /** Sends a delivery to a receiver that responds like this. */
    async function assertAnswered(
      status: 'success' | 'pending',
      end: End,
      respond: (response: ServerResponse) => void,
    ): Promise<void> {
      await using receiver = await Receiver.start(respond);
      await assertFirstAttempt(node(), receiver.url, status, end);
      assert.equal(receiver.received.length, 1);
    }

    /** A response with this body is a success, and `response_body` is kept of it. */
    const assertKept = (body: string | Buffer, response_body: string) =>
      assertAnswered('success', answered(200, response_body), (response) => response.end(body));

    async function assertSuccess(endpointId: string): Promise<void> {
      const { status, attempts } = await tryOnce(node(), endpointId);
      assert.deepEqual({ status, attempts }, { status: 'success', attempts: 1 });
    }

    test('each status from 200 to 299 is a success', async () => {
      const codes = [200, 201, 202, 203, 205, 206, 226, 299];
      await Promise.all(
        codes.map((code) =>
          assertAnswered('success', answered(code, 'noted'), (response) =>
            response.writeHead(code).end('noted'),
          ),
        ),
      );
      await assertAnswered('success', answered(204, ''), (response) => response.writeHead(204).end());
    });

    test('each status from 400 on is a failure, and the response body is kept', async () => {
      const codes = [
        400, 401, 403, 404, 408, 409, 410, 422, 429, 499, 500, 501, 502, 503, 504, 599, 600, 999,
      ];
      await Promise.all(
        codes.map((code) => {
          const body = `{"error":"it is ${code}"}`;
          return assertAnswered('pending', answered(code, body), (response) =>
            response.writeHead(code).end(body),
          );
        }),
      );
    });

    test('each status from 300 to 399 is a failure, and the redirect is not followed', async () => {
      await using elsewhere = await Receiver.start();
      const codes = [300, 301, 302, 303, 304, 305, 307, 308, 399];
      await Promise.all(
        codes.map((code) => {
          const body = code === 304 ? '' : 'moved';
          const end = { ...answered(code, body), error: 'redirects are not followed' };
          return assertAnswered('pending', end, (response) =>
            response.writeHead(code, { location: elsewhere.url }).end(body),
          );
        }),
      );
      // The next delivery is the first that arrives there.
      const { id } = await createEndpoint(node(), elsewhere.url);
      const delivery = await tryOnce(node(), id);
      assert.deepEqual(
        elsewhere.received.map(({ deliveryId }) => deliveryId),
        [delivery.id],
      );
    });

    test('a success has the time at which its response ended, an attempt the time at which it began', async () => {
      const second = Promise.withResolvers<ServerResponse>();
      await using receiver = await Receiver.start((response, _received, place) => {
        if (place === 0) response.writeHead(500).end('later');
        else second.resolve(response);
      });
      const { id: endpointId } = await createEndpoint(node(), receiver.url);
      const waiting = await startTest(node(), endpointId);
      const failed = tried(waiting, waiting.created_at, answered(500, 'later'));
      assert.deepEqual(await afterAttempts(node(), endpointId, waiting.id, 1), failed);

      node().clock.advance(PAUSE_SECONDS * 1000);
      const started_at = timeOf(node());
      const response = await second.promise;
      node().clock.advance(1_234);
      response.end('now');
      assert.deepEqual(await afterAttempts(node(), endpointId, waiting.id, 2), {
        ...waiting,
        status: 'success',
        response_code: 200,
        attempts: 2,
        delivered_at: timeOf(node()),
        last_attempted_at: started_at,
        attempt_log: [
          ...failed.attempt_log,
          { number: 2, started_at, duration_ms: 1_234, ...answered(200, 'now') },
        ],
      });
    });

    test('a delivery that is read during an attempt has as many attempts as its log', async () => {
      await using receiver = await Receiver.start(500);
      const { id: endpointId } = await createEndpoint(node(), receiver.url);
      for (let round = 0; round < 10; round += 1) {
        const path = `/api/v1/webhook_endpoints/${endpointId}/deliveries/${await sendTest(node(), endpointId)}`;
        for (let isTried = false; !isTried; ) {
          const answers = await Promise.all([node().get(path), node().get(path), node().get(path)]);
          const seen = answers.map(({ body }) => {
            const { attempts, attempt_log } = (body as { data: { attempts: number; attempt_log: object[] } })
              .data;
            return [attempts, attempt_log.length];
          });
          for (const [attempts, logged] of seen) assert.equal(attempts, logged);
          isTried = seen.every(([attempts]) => attempts === 1);
        }
      }
    });

    test('200: a body without a length ends with the connection', async () => {
      for (const headers of ['HTTP/1.0 200 OK', 'HTTP/1.1 200 OK\r\nConnection: close']) {
        await using receiver = await RawReceiver.start((socket) => socket.end(`${headers}\r\n\r\nthe end`));
        await assertFirstAttempt(node(), receiver.url, 'success', answered(200, 'the end'));
      }
    });

    test('200: of a long body the first 4 KiB are kept', async () => {
      const body = Array.from({ length: 4 * KIB }, (_, place) => `${place},`).join('');
      const beginning = body.slice(0, 4 * KIB);
      await assertKept(body, beginning);
      await assertKept(beginning, beginning);
      await assertKept(body.slice(0, 4 * KIB - 1), body.slice(0, 4 * KIB - 1));
      await assertAnswered('pending', answered(500, beginning), (response) =>
        response.writeHead(500).end(body),
      );
    });

    test('200: a character that does not wholly fit into 4 KiB is left out', async () => {
      const cases = ['é', '東', '👋'].flatMap((character) => {
        const length = Buffer.byteLength(character);
        return Array.from({ length: length + 1 }, (_, missing) => {
          const before = 'a'.repeat(4 * KIB - length + missing);
          return assertKept(`${before}${character}bc`, missing === 0 ? before + character : before);
        });
      });
      await Promise.all(cases);
    });

    test('200: what is not UTF-8, and NUL, which no database keeps, become U+FFFD', async () => {
      await assertKept('a\0b\0\0c', 'a\ufffdb\ufffd\ufffdc');
      await assertKept(Buffer.from([0x61, 0xff, 0xfe, 0x62]), 'a\ufffd\ufffdb');
      // The beginning of é without its end, and half of a pair of surrogates.
      await assertKept(Buffer.from([0xc3, 0x28]), '\ufffd(');
      await assertKept(Buffer.from([0xed, 0xa0, 0x80, 0x2e]), '\ufffd\ufffd\ufffd.');
      // Everything else is kept as it is.
      const text = '"quotes" \\u0000 \u2028 \u0001\u007f 東京 👋\r\n\t';
      await assertKept(text, text);
    });

    test('200: of an endless body little more than 64 KiB are read, and the connection is closed', async () => {
      const closed = Promise.withResolvers<number>();
      const part = Buffer.alloc(16 * KIB, 'x');
      await using receiver = await RawReceiver.start((socket) => {
        socket.once('close', () => closed.resolve(socket.bytesWritten));
        // One part at a time, so that the reader has time to stop.
        const writeOn = () => void (socket.writable && socket.write(part, () => setImmediate(writeOn)));
        socket.write('HTTP/1.1 200 OK\r\n\r\n', writeOn);
      });
      await assertFirstAttempt(node(), receiver.url, 'success', answered(200, 'x'.repeat(4 * KIB)));
      const taken = await closed.promise;
      // Socket buffers take some of it.
      assert.ok(taken >= 64 * KIB && taken < 1024 * KIB, `${taken} bytes`);
    });

    test('a connection is used again, also for another endpoint on the same server', async () => {
      const ports: (number | undefined)[] = [];
      await using receiver = await Receiver.start((response) => {
        ports.push(response.socket?.remotePort);
        response.end('x'.repeat(32 * KIB));
      });
      const one = await createEndpoint(node(), receiver.url);
      const other = await createEndpoint(node(), `${receiver.url}/other`);
      for (const { id } of [one, one, other, one]) await assertSuccess(id);
      assert.deepEqual(ports, Array(4).fill(ports[0]));
    });

    test('a receiver that closes idle connections is reached over a new one', async () => {
      const ports: (number | undefined)[] = [];
      await using receiver = await Receiver.start((response) => {
        const { socket } = response;
        ports.push(socket?.remotePort);
        // Without notice: its response says that the connection is kept.
        response.end('noted', () => socket?.end());
      });
      const { id } = await createEndpoint(node(), receiver.url);
      for (let count = 1; count <= 4; count += 1) {
        await assertSuccess(id);
        assert.equal(new Set(ports).size, count);
      }
    });
  },
  { environment: { ROTA_WEBHOOK_RETRY_DELAYS: String(PAUSE_SECONDS) } },
);
