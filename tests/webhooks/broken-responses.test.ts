// Responses that are broken, or not HTTP, are never a success, and each has its own message.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { test } from '../support/lanes.ts';
import { createEndpoint, tryOnce } from '../support/makers/webhooks.ts';
import { answered, assertFirstAttempt, brokenOff, type End } from '../support/receivers/first-attempts.ts';
import { RawReceiver } from '../support/receivers/receiver.ts';
import { takePort } from '../support/server/process.ts';
import { onBothEngines } from '../support/server/rota.ts';

const KIB = 1024;
const OK = 'HTTP/1.1 200 OK\r\n';

const CUT = 'the connection was closed before the answer was complete';
const NO_HTTP = 'the answer is not valid HTTP';
const LARGE = 'the headers of the answer are too large';
const ENDLESS = 'no end of the answer within 128 KiB';
const INTERIM = 'more than 5 interim answers (1xx)';

type Respond = (socket: Socket) => void;
const sendAndEnd = (text: string | Buffer) => (socket: Socket) => void socket.end(text);
const sendAndWait = (text: string) => (socket: Socket) => void socket.write(text);
const sendAndReset = (text: string) => (socket: Socket) =>
  void socket.write(text, () => setImmediate(() => socket.resetAndDestroy()));

/** Sends the beginning, then the same part as fast as it is read, until the other side closes. */
const sendWithoutEnd = (beginning: string, part: string) => (socket: Socket) => {
  const much = part.repeat(Math.ceil((16 * KIB) / part.length));
  const writeOn = () => void (socket.writable && socket.write(much, () => setImmediate(writeOn)));
  socket.write(beginning, writeOn);
};
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;
const HINT = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';

const closed: Record<string, [Respond, End]> = {
  'is reset before the first byte': [(socket) => void socket.resetAndDestroy(), brokenOff(CUT)],
  'is closed before the first byte': [(socket) => void socket.end(), brokenOff(CUT)],
  'is reset in the middle of the status': [sendAndReset('HTTP/1.1 20'), brokenOff(CUT)],
  'is closed in the middle of the status': [sendAndEnd('HTTP/1.1 20'), brokenOff(CUT)],
  'is reset in the middle of the headers': [sendAndReset(`${OK}Content-Le`), brokenOff(CUT)],
  'is closed in the middle of the headers': [sendAndEnd(`${OK}Content-Le`), brokenOff(CUT)],
  'is closed one byte before the end of the headers': [sendAndEnd(`${OK}\r`), brokenOff(CUT)],
  'is reset in the middle of the body': [
    sendAndReset(`${OK}Content-Length: 9\r\n\r\nhalf`),
    brokenOff(CUT, 200),
  ],
  'is closed in the middle of the body': [
    sendAndEnd(`${OK}Content-Length: 9\r\n\r\nhalf`),
    brokenOff(CUT, 200),
  ],
  'is closed in the middle of a body that was to be the last': [
    sendAndEnd(`${OK}Connection: close\r\nContent-Length: 9\r\n\r\nhalf`),
    brokenOff(CUT, 200),
  ],
  'is closed in the middle of a chunk': [
    sendAndEnd(`${OK}Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n5\r\nha`),
    brokenOff(CUT, 200),
  ],
  'is closed before the last chunk, which is empty': [
    sendAndEnd(`${OK}Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n`),
    brokenOff(CUT, 200),
  ],
  'is closed after half of a refusal': [
    sendAndEnd('HTTP/1.1 410 Gone\r\nContent-Length: 9\r\n\r\nhalf'),
    brokenOff(CUT, 410),
  ],
};

const garbled: Record<string, [Respond, End]> = {
  'bytes without meaning': [sendAndEnd(Buffer.from([0, 255, 1, 254, 13, 10, 13, 10])), brokenOff(NO_HTTP)],
  'bytes without meaning, on a connection that stays open': [
    sendAndWait('\0\x01 garbage'),
    brokenOff(NO_HTTP),
  ],
  'a page without headers, as in HTTP/0.9': [sendAndEnd('<html>Hello</html>\n'), brokenOff(NO_HTTP)],
  'the alert of a server that speaks TLS': [
    sendAndEnd(Buffer.from('15030100020246', 'hex')),
    brokenOff(NO_HTTP),
  ],
  'the greeting of a mail server': [sendAndWait('220 mail.example.com ESMTP\r\n'), brokenOff(NO_HTTP)],
  'the preface of HTTP/2': [sendAndWait('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), brokenOff(NO_HTTP)],
  'a request': [sendAndWait('GET / HTTP/1.1\r\nHost: example.com\r\n\r\n'), brokenOff(NO_HTTP)],
  'a status of two digits': [sendAndWait('HTTP/1.1 20 OK\r\n\r\n'), brokenOff(NO_HTTP)],
  'a status of four digits': [sendAndWait('HTTP/1.1 2000 OK\r\n\r\n'), brokenOff(NO_HTTP)],
  'a status of zero': [sendAndWait('HTTP/1.1 000 Nothing\r\n\r\n'), brokenOff(NO_HTTP)],
  'lines that end in a line feed alone': [sendAndWait('HTTP/1.1 200 OK\nX: y\n\n'), brokenOff(NO_HTTP)],
  'a header without a name': [sendAndWait(`${OK}: value\r\n\r\n`), brokenOff(NO_HTTP)],
  'a negative length': [sendAndWait(`${OK}Content-Length: -5\r\n\r\n`), brokenOff(NO_HTTP)],
  'a chunk whose length is no number': [
    sendAndWait(`${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\nhalf\r\n`),
    brokenOff(NO_HTTP, 200),
  ],
  'another protocol, which nobody asked for': [
    sendAndWait('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    brokenOff(NO_HTTP),
  ],
  'another protocol without a name': [
    sendAndWait('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
    brokenOff(NO_HTTP),
  ],
  'one header of 16 KiB': [sendAndWait(`${OK}X: ${'a'.repeat(16 * KIB)}\r\n\r\n`), brokenOff(LARGE)],
  'headers of 16 KiB together': [
    sendAndWait(OK + 'X-Header: value\r\n'.repeat(KIB + KIB / 4)),
    brokenOff(LARGE),
  ],
  'headers without end': [sendWithoutEnd(OK, `X: ${'y'.repeat(KIB)}\r\n`), brokenOff(LARGE)],
  'tiny headers without end': [sendWithoutEnd(OK, 'X: y\r\n'), brokenOff(LARGE)],
  'headers without end, of nothing that counts as one': [sendWithoutEnd(OK, 'X:\r\n'), brokenOff(LARGE)],
  'hints without end': [sendWithoutEnd('', HINT), brokenOff(INTERIM)],
  'promises without end': [sendWithoutEnd('', 'HTTP/1.1 102 Processing\r\n\r\n'), brokenOff(INTERIM)],
  'continuations without end': [sendWithoutEnd('', 'HTTP/1.1 100 Continue\r\n\r\n'), brokenOff(NO_HTTP)],
  'blank lines without end': [sendWithoutEnd('', '\r\n'), brokenOff(ENDLESS)],
  'an extension of a chunk without end': [sendWithoutEnd(`${CHUNKED}4;`, 'a=b;'), brokenOff(ENDLESS, 200)],
  'tiny chunks without end': [sendWithoutEnd(CHUNKED, '1\r\nx\r\n'), brokenOff(ENDLESS, 200)],
  'tiny chunks with extensions, without end': [
    sendWithoutEnd(CHUNKED, `1;${'a'.repeat(KIB)}\r\nx\r\n`),
    brokenOff(ENDLESS, 200),
  ],
  'trailers without end': [sendWithoutEnd(`${CHUNKED}0\r\n`, 'X: y\r\n'), brokenOff(LARGE, 200)],
  'trailers of 16 KiB': [
    sendAndWait(`${OK}Transfer-Encoding: chunked\r\n\r\n0\r\n${'X-Header: value\r\n'.repeat(KIB + KIB / 4)}`),
    brokenOff(LARGE, 200),
  ],
};

onBothEngines('broken responses of receivers', (node) => {
  /** Sends a delivery to a receiver that responds like this. */
  async function assertBroken([respond, end]: [Respond, End]): Promise<void> {
    const ended = Promise.withResolvers<void>();
    let requests = 0;
    await using receiver = await RawReceiver.start((socket) => {
      requests += 1;
      socket.once('close', () => ended.resolve());
      respond(socket);
    });
    await assertFirstAttempt(node(), receiver.url, 'pending', end);
    // Rota closes the connection if the receiver does not, and does not retry at once.
    await ended.promise;
    assert.equal(requests, 1);
    // Undici connects once more after a response that was aborted, and sends nothing.
    if (end.error !== INTERIM) assert.equal(receiver.connections, 1);
  }

  test('a connection that is refused', async () => {
    await using taken = await takePort();
    const url = `http://127.0.0.1:${taken.port}/hook`;
    await taken[Symbol.asyncDispose]();
    await assertFirstAttempt(node(), url, 'pending', brokenOff('the connection was refused'));
  });

  test('a connection that is closed as soon as it is there', async () => {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    try {
      await assertFirstAttempt(node(), url, 'pending', brokenOff(CUT));
    } finally {
      server.close();
    }
  });

  for (const [what, broken] of Object.entries(closed)) {
    test(`a connection that ${what}`, () => assertBroken(broken));
  }

  for (const [what, broken] of Object.entries(garbled)) {
    test(`a response that is ${what}`, () => assertBroken(broken));
  }

  test('200: less than 16 KiB of headers, and five interim responses', async () => {
    for (const before of [`${OK}X: ${'a'.repeat(15 * KIB)}\r\n`, `${HINT.repeat(5)}${OK}`]) {
      await using receiver = await RawReceiver.start(sendAndWait(`${before}Content-Length: 5\r\n\r\nnoted`));
      await assertFirstAttempt(node(), receiver.url, 'success', answered(200, 'noted'));
    }
  });

  test('six interim responses are too many, also before a final one', async () => {
    const all = `${HINT.repeat(6)}${OK}Content-Length: 5\r\n\r\nnoted`;
    await assertBroken([sendAndWait(all), brokenOff(INTERIM)]);
  });

  test('200: what is read is counted for each response, not for the connection', async () => {
    const body = 'x'.repeat(60 * KIB);
    const response = `${HINT.repeat(5)}${OK}Content-Length: ${body.length}\r\n\r\n${body}`;
    await using receiver = await RawReceiver.start((socket) => {
      socket.write(response);
      socket.on('data', () => socket.write(response));
    });
    const { id } = await createEndpoint(node(), receiver.url);
    for (let count = 0; count < 4; count += 1) {
      assert.equal((await tryOnce(node(), id)).status, 'success');
    }
    assert.equal(receiver.connections, 1);
  });

  test('a connection on which the receiver never stops sending after its response is closed', async () => {
    const ended = Promise.withResolvers<void>();
    await using receiver = await RawReceiver.start((socket) => {
      socket.once('close', () => ended.resolve());
      sendWithoutEnd(`${OK}Keep-Alive: timeout=600\r\nContent-Length: 5\r\n\r\nnoted`, '\r\n')(socket);
    });
    await assertFirstAttempt(node(), receiver.url, 'success', answered(200, 'noted'));
    await ended.promise;
  });
});
