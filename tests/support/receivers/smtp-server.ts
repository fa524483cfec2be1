// A mail server that answers each step as a test says, and keeps the mail that it accepted.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Certificate } from './certificate.ts';

/** What a client just did. `content` is the end of a message. */
export type SmtpStep =
  | 'greeting'
  | 'EHLO'
  | 'STARTTLS'
  | 'AUTH'
  | 'MAIL'
  | 'RCPT'
  | 'DATA'
  | 'content'
  | 'QUIT';

/** A reply; or `hang`: sends nothing more; `drop`: closes the connection. */
export type SmtpAnswer = string | 'hang' | 'drop';

/** Undefined for the usual reply. `to` is the recipient, if known yet. */
export type SmtpScript = (
  step: SmtpStep,
  session: { number: number; to: string },
) => SmtpAnswer | undefined | Promise<SmtpAnswer | undefined>;

export interface TakenMail {
  from: string;
  to: string;
  raw: string;
  /** The number of its session, from 1. */
  session: number;
  isSecure: boolean;
}

export interface SmtpServerOptions {
  script?: SmtpScript;
  /** Turns on STARTTLS; with `isSecure`, TLS from the start. */
  certificate?: Certificate;
  isSecure?: boolean;
  /** Offers a login, and accepts any. */
  hasLogin?: boolean;
}

const USUAL: Record<Exclude<SmtpStep, 'EHLO'>, string> = {
  greeting: '220 mail.test ESMTP',
  STARTTLS: '220 go on',
  AUTH: '235 2.7.0 welcome',
  MAIL: '250 2.1.0 ok',
  RCPT: '250 2.1.5 ok',
  DATA: '354 go on',
  content: '250 2.0.0 queued',
  QUIT: '221 2.0.0 bye',
};

export class SmtpServer implements AsyncDisposable {
  readonly port: number;
  /** Every complete message, including those that were refused or not answered. */
  readonly taken: TakenMail[] = [];
  /** Credentials that clients sent, decoded. */
  readonly logins: string[] = [];
  /** Every step of every session. */
  readonly steps: SmtpStep[] = [];
  sessions = 0;
  script: SmtpScript;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server, options: SmtpServerOptions) {
    this.#server = server;
    this.script = options.script ?? (() => undefined);
    this.port = (server.address() as AddressInfo).port;
    server.on('connection', (socket) => void this.#serve(socket, options));
  }

  static async start(options: SmtpServerOptions = {}): Promise<SmtpServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new SmtpServer(server, options);
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** The number of open sessions. */
  get open(): number {
    return this.#sockets.size;
  }

  /** Closes every session, like a server that restarts. */
  dropSessions(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async #serve(plain: Socket, { certificate, isSecure = false, hasLogin = false }: SmtpServerOptions) {
    this.sessions += 1;
    const session = { number: this.sessions, to: '' };
    const { number } = session;
    this.#sockets.add(plain);
    plain.on('error', () => {}).on('close', () => this.#sockets.delete(plain));
    let socket: Socket = isSecure ? this.#secured(plain, certificate) : plain;
    let rest = '';
    let from = '';
    let isData = false;

    const answer = async (step: SmtpStep, usual: string): Promise<boolean> => {
      this.steps.push(step);
      const given = await this.script(step, session);
      if (given === 'hang') return false;
      if (given === 'drop') plain.destroy();
      else socket.write(`${given ?? usual}\r\n`);
      return given === undefined || /^[23]/.test(given);
    };
    const extensions = () =>
      [
        'mail.test',
        'PIPELINING',
        ...(certificate && !(socket instanceof TLSSocket) ? ['STARTTLS'] : []),
        ...(hasLogin ? ['AUTH PLAIN LOGIN'] : []),
        '8BITMIME',
      ]
        .map((line, place, lines) => `250${place < lines.length - 1 ? '-' : ' '}${line}`)
        .join('\r\n');

    const take = async (line: string): Promise<void> => {
      if (isData) {
        if (line !== '.') {
          content.push(line.startsWith('.') ? line.slice(1) : line);
          return;
        }
        isData = false;
        const raw = `${content.join('\r\n')}\r\n`;
        this.taken.push({
          from,
          to: session.to,
          raw,
          session: number,
          isSecure: socket instanceof TLSSocket,
        });
        await answer('content', USUAL.content);
        return;
      }
      const [verb = ''] = line.toUpperCase().split(' ');
      const address = /<(.*?)>/.exec(line)?.[1] ?? '';
      if (verb === 'EHLO' || verb === 'HELO') {
        await answer('EHLO', extensions());
      } else if (verb === 'STARTTLS' && certificate) {
        if (!(await answer('STARTTLS', USUAL.STARTTLS))) return;
        plain.removeListener('data', onData);
        socket = this.#secured(plain, certificate);
        socket.on('data', onData);
      } else if (verb === 'AUTH') {
        this.logins.push(Buffer.from(line.split(' ')[2] ?? '', 'base64').toString());
        await answer('AUTH', USUAL.AUTH);
      } else if (verb === 'MAIL') {
        from = address;
        session.to = '';
        await answer('MAIL', USUAL.MAIL);
      } else if (verb === 'RCPT') {
        const isTaken = await answer('RCPT', USUAL.RCPT);
        if (isTaken) session.to = address;
      } else if (verb === 'DATA') {
        if (session.to === '') socket.write('503 5.5.1 no recipient\r\n');
        else isData = await answer('DATA', USUAL.DATA);
        content = [];
      } else if (verb === 'QUIT') {
        await answer('QUIT', USUAL.QUIT);
        socket.end();
      } else {
        socket.write('502 5.5.2 what?\r\n');
      }
    };

    let content: string[] = [];
    let taking = Promise.resolve();
    const onData = (chunk: Buffer) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) taking = taking.then(() => take(line));
    };
    socket.on('data', onData);
    await answer('greeting', USUAL.greeting);
  }

  #secured(plain: Socket, certificate: Certificate | undefined): TLSSocket {
    const socket = new TLSSocket(plain, { isServer: true, ...certificate });
    return socket.on('error', () => {});
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.dropSessions();
    await new Promise<void>((resolve) => void this.#server.close(() => resolve()));
  }
}
