// A client that sends exactly the bytes that a test says, over SMTP or LMTP.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';

const DEADLINE_MS = 15_000;

export class Wire implements AsyncDisposable {
  #socket: Socket;
  #text = '';
  isClosed = false;
  #wake = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#listen();
  }

  /** An open connection, before the greeting. */
  static async connect(at: string, localAddress?: string): Promise<Wire> {
    const { hostname, port } = new URL(`smtp://${at}`);
    const socket = connect({ host: hostname, port: Number(port), ...(localAddress && { localAddress }) });
    // Without it, the second of two writes waits for an acknowledgement, which comes 40 ms late.
    socket.setNoDelay();
    const wire = new Wire(socket);
    await once(socket, 'connect', { signal: AbortSignal.timeout(DEADLINE_MS) });
    return wire;
  }

  /** After the greeting and EHLO, or what `hello` says. */
  static async open(at: string, { hello = 'EHLO client.example', localAddress = '' } = {}): Promise<Wire> {
    const wire = await Wire.connect(at, localAddress || undefined);
    assert.match(await wire.reply(), /^220 /);
    if (hello) assert.match(await wire.say(hello), /^250/);
    return wire;
  }

  #listen(): void {
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (text: string) => {
      this.#text += text;
      this.#wake();
    });
    // A reset is an end like any other.
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => {
      this.isClosed = true;
      this.#wake();
    });
  }

  write(bytes: string | Buffer): void {
    this.#socket.write(bytes);
  }

  async say(line: string): Promise<string> {
    this.write(`${line}\r\n`);
    return this.reply();
  }

  /** The next reply, all lines of it; empty if the connection was closed instead. */
  async reply(): Promise<string> {
    const end = performance.now() + DEADLINE_MS;
    for (;;) {
      const [reply] = /^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/.exec(this.#text) ?? [];
      if (reply !== undefined) {
        this.#text = this.#text.slice(reply.length);
        return reply.trimEnd();
      }
      if (this.isClosed) return '';
      assert.ok(performance.now() < end, `no reply came, but ${JSON.stringify(this.#text)}`);
      await this.#change();
    }
  }

  async closed(): Promise<void> {
    const end = performance.now() + DEADLINE_MS;
    while (!this.isClosed) {
      assert.ok(performance.now() < end, 'it was not closed');
      await this.#change();
    }
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, 1_000);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** MAIL and RCPT for these, and DATA: up to the 354. */
  async envelope(from: string, ...to: string[]): Promise<void> {
    assert.match(await this.say(`MAIL FROM:<${from}>`), /^250/);
    for (const address of to) assert.match(await this.say(`RCPT TO:<${address}>`), /^250/);
    assert.match(await this.say('DATA'), /^354/);
  }

  /** Hands a mail in, and returns the reply to it. */
  async mail(from: string, to: string, content: string | Buffer): Promise<string> {
    await this.envelope(from, to);
    this.write(content);
    return this.say('\r\n.');
  }

  /** Goes on over TLS. The certificate is not checked. */
  async startTls(alsoSend = ''): Promise<void> {
    this.write(`STARTTLS\r\n${alsoSend}`);
    assert.match(await this.reply(), /^220/);
    const plain = this.#socket;
    plain.removeAllListeners('data');
    plain.setEncoding();
    this.#socket = connectSecurely({ socket: plain, rejectUnauthorized: false });
    this.#listen();
    await once(this.#socket, 'secureConnect', { signal: AbortSignal.timeout(DEADLINE_MS) });
  }

  destroy(): void {
    this.#socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.destroy();
    await this.closed();
  }
}
