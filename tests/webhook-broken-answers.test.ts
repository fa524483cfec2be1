// What is made of receivers that do not answer, or not in HTTP: nothing of it is a success, and each is told apart.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { answered, assertFirstAttempt, brokenOff, type End } from './support/first-attempts.ts';
import { takePort } from './support/process.ts';
import { RawReceiver } from './support/receiver.ts';
import { onBothEngines } from './support/rota.ts';

const KIB = 1024;
const OK = 'HTTP/1.1 200 OK\r\n';

const CUT = 'the connection was closed before the answer was complete';
const NO_HTTP = 'the answer is not valid HTTP';
const LARGE = 'the headers of the answer are too large';

type Speak = (socket: Socket) => void;
const sayAndEnd = (text: string | Buffer) => (socket: Socket) => void socket.end(text);
const sayAndWait = (text: string) => (socket: Socket) => void socket.write(text);
const sayAndReset = (text: string) => (socket: Socket) =>
  void socket.write(text, () => setImmediate(() => socket.resetAndDestroy()));

const closed: Record<string, [Speak, End]> = {
  'is reset before the first byte': [(socket) => void socket.resetAndDestroy(), brokenOff(CUT)],
  'is closed before the first byte': [(socket) => void socket.end(), brokenOff(CUT)],
  'is reset in the middle of the status': [sayAndReset('HTTP/1.1 20'), brokenOff(CUT)],
  'is closed in the middle of the status': [sayAndEnd('HTTP/1.1 20'), brokenOff(CUT)],
  'is reset in the middle of the headers': [sayAndReset(`${OK}Content-Le`), brokenOff(CUT)],
  'is closed in the middle of the headers': [sayAndEnd(`${OK}Content-Le`), brokenOff(CUT)],
  'is closed one byte before the end of the headers': [sayAndEnd(`${OK}\r`), brokenOff(CUT)],
  'is reset in the middle of the body': [
    sayAndReset(`${OK}Content-Length: 9\r\n\r\nhalf`),
    brokenOff(CUT, 200),
  ],
  'is closed in the middle of the body': [
    sayAndEnd(`${OK}Content-Length: 9\r\n\r\nhalf`),
    brokenOff(CUT, 200),
  ],
  'is closed in the middle of a body that was to be the last': [
    sayAndEnd(`${OK}Connection: close\r\nContent-Length: 9\r\n\r\nhalf`),
    brokenOff(CUT, 200),
  ],
  'is closed in the middle of a chunk': [
    sayAndEnd(`${OK}Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n5\r\nha`),
    brokenOff(CUT, 200),
  ],
  'is closed before the last chunk, which is empty': [
    sayAndEnd(`${OK}Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n`),
    brokenOff(CUT, 200),
  ],
  'is closed after half of a refusal': [
    sayAndEnd('HTTP/1.1 410 Gone\r\nContent-Length: 9\r\n\r\nhalf'),
    brokenOff(CUT, 410),
  ],
};

const garbled: Record<string, [Speak, End]> = {
  'bytes without meaning': [sayAndEnd(Buffer.from([0, 255, 1, 254, 13, 10, 13, 10])), brokenOff(NO_HTTP)],
  'bytes without meaning, on a connection that stays open': [
    sayAndWait('\0\x01 garbage'),
    brokenOff(NO_HTTP),
  ],
  'a page without headers, as in HTTP/0.9': [sayAndEnd('<html>Hello</html>\n'), brokenOff(NO_HTTP)],
  'the alert of a server that speaks TLS': [
    sayAndEnd(Buffer.from('15030100020246', 'hex')),
    brokenOff(NO_HTTP),
  ],
  'the greeting of a mail server': [sayAndWait('220 mail.example.com ESMTP\r\n'), brokenOff(NO_HTTP)],
  'the preface of HTTP/2': [sayAndWait('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), brokenOff(NO_HTTP)],
  'a request': [sayAndWait('GET / HTTP/1.1\r\nHost: example.com\r\n\r\n'), brokenOff(NO_HTTP)],
  'a status of two digits': [sayAndWait('HTTP/1.1 20 OK\r\n\r\n'), brokenOff(NO_HTTP)],
  'a status of four digits': [sayAndWait('HTTP/1.1 2000 OK\r\n\r\n'), brokenOff(NO_HTTP)],
  'a status of zero': [sayAndWait('HTTP/1.1 000 Nothing\r\n\r\n'), brokenOff(NO_HTTP)],
  'lines that end in a line feed alone': [sayAndWait('HTTP/1.1 200 OK\nX: y\n\n'), brokenOff(NO_HTTP)],
  'a header without a name': [sayAndWait(`${OK}: value\r\n\r\n`), brokenOff(NO_HTTP)],
  'a negative length': [sayAndWait(`${OK}Content-Length: -5\r\n\r\n`), brokenOff(NO_HTTP)],
  'a chunk whose length is no number': [
    sayAndWait(`${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\nhalf\r\n`),
    brokenOff(NO_HTTP, 200),
  ],
  'another protocol, which nobody asked for': [
    sayAndWait('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    brokenOff(NO_HTTP),
  ],
  'another protocol without a name': [
    sayAndWait('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
    brokenOff(NO_HTTP),
  ],
  'one header of 16 KiB': [sayAndWait(`${OK}X: ${'a'.repeat(16 * KIB)}\r\n\r\n`), brokenOff(LARGE)],
  'headers of 16 KiB together': [
    sayAndWait(OK + 'X-Header: value\r\n'.repeat(KIB + KIB / 4)),
    brokenOff(LARGE),
  ],
  'headers without end': [
    (socket) => {
      const header = `X: ${'y'.repeat(KIB)}\r\n`;
      const writeOn = () => void (socket.writable && socket.write(header, () => setImmediate(writeOn)));
      socket.write(OK, writeOn);
    },
    brokenOff(LARGE),
  ],
  'trailers of 16 KiB': [
    sayAndWait(`${OK}Transfer-Encoding: chunked\r\n\r\n0\r\n${'X-Header: value\r\n'.repeat(KIB + KIB / 4)}`),
    brokenOff(LARGE, 200),
  ],
};

onBothEngines('the broken answers of receivers', (node) => {
  /** Sends something to a receiver that speaks so. */
  async function assertBroken([speak, end]: [Speak, End]): Promise<void> {
    const ended = Promise.withResolvers<void>();
    await using receiver = await RawReceiver.start((socket) => {
      socket.once('close', () => ended.resolve());
      speak(socket);
    });
    await assertFirstAttempt(node(), receiver.url, 'pending', end);
    // Whoever does not close it is left alone, and nobody is asked again at once.
    await ended.promise;
    assert.equal(receiver.connections, 1);
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
    test(`an answer that is ${what}`, () => assertBroken(broken));
  }

  test('200: less than 16 KiB of headers, and many answers that are none yet', async () => {
    for (const before of [
      `${OK}X: ${'a'.repeat(15 * KIB)}\r\n`,
      `${'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(2 * KIB)}${OK}`,
    ]) {
      await using receiver = await RawReceiver.start(sayAndWait(`${before}Content-Length: 5\r\n\r\nnoted`));
      await assertFirstAttempt(node(), receiver.url, 'success', answered(200, 'noted'));
    }
  });
});
