// One port for incoming mail. smtp-server speaks the protocol, and is loaded with the first connection. Who may send us mail:
// docs/decisions/0028-inbound-mail.md.
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { SMTPServer } from 'smtp-server';
import { MAX_MAIL_BYTES } from '../mail-in/arrival.ts';
import type { ListenAddress } from '../settings/values.ts';
import type { Clock } from '../time/clock.ts';
import type { Certificate } from './certificate.ts';
import type { Connection } from './connections.ts';
import { type Refusal, stopping } from './replies.ts';
import { createSessions, type SessionParts } from './sessions.ts';

const MAX_RECIPIENTS = 20;
/** How long a client may send nothing. */
const SILENCE_MS = 60_000;
const MAX_COMMAND_BYTES = 4 * 1024;
/** Commands of smtp-server that have no use here. */
const UNUSED_COMMANDS = ['AUTH', 'XCLIENT', 'HELP', 'WIZ', 'SHELL', 'KILL'];

interface Parts extends Omit<SessionParts, 'isStopping' | 'disabledCommands'> {
  /** The server's name in its greeting. */
  name: string;
  /** Without a certificate, STARTTLS is off. */
  certificate: Certificate | undefined;
  clock: Clock;
  drainMs: number;
}

type SMTPConnection = SMTPServer['connections'] extends Set<infer One> ? One : never;

export interface Door {
  listen(at: ListenAddress): Promise<ListenAddress>;
  useCertificate(certificate: Certificate): void;
  /** Accepts nothing new, and gives mails in transfer time to finish. */
  stop(): Promise<void>;
}

export function createDoor(parts: Parts): Door {
  const { name, protocol, clock, log, connections, drainMs } = parts;
  let { certificate } = parts;
  let isStopping = false;
  let loading: Promise<SMTPServer> | undefined;
  let loaded: SMTPServer | undefined;
  const server = createServer(accept);

  async function load(): Promise<SMTPServer> {
    const { SMTPServer } = await import('smtp-server');
    const disabledCommands = [...UNUSED_COMMANDS, ...(certificate ? [] : ['STARTTLS'])];
    const smtp = new SMTPServer({
      name,
      heloResponse: '%s',
      lmtp: protocol === 'lmtp',
      size: MAX_MAIL_BYTES,
      maxRecipients: MAX_RECIPIENTS,
      maxCommandLength: MAX_COMMAND_BYTES,
      socketTimeout: SILENCE_MS,
      disableReverseLookup: true,
      useXForward: true,
      minVersion: 'TLSv1.2',
      ...certificate,
      logger: false,
      ...createSessions({ ...parts, disabledCommands, isStopping: () => isStopping }),
    });
    smtp.on('error', ({ message }) => log.debug({ protocol, why: message }, 'mail client broke off'));
    return smtp;
  }

  async function accept(socket: Socket): Promise<void> {
    socket.on('error', () => {});
    const connection = connections.admit(socket, end);
    if (!connection) return;
    loading ??= load();
    loaded = await loading;
    if (isStopping) connection.end(stopping());
    if (isStopping || !connections.find(connection.id)) return;
    loaded.connect(socket, { id: connection.id });
    const session = sessionOf(connection);
    if (session) keepNameOnXforward(session);
  }

  function sessionOf({ id }: Connection): SMTPConnection | undefined {
    return loaded?.connections.values().find((candidate) => candidate.id === id);
  }

  function end(connection: Connection, { responseCode, message }: Refusal): void {
    sessionOf(connection)?.send(responseCode, message, false);
    connection.socket.destroySoon();
  }

  return {
    listen: ({ host, port }) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen({ host, port }, () => {
          server.removeListener('error', reject);
          const { port: boundPort } = server.address() as AddressInfo;
          resolve({ host, port: boundPort });
        });
      }),
    useCertificate(renewed) {
      certificate = renewed;
      loaded?.updateSecureContext(renewed);
    },
    async stop() {
      isStopping = true;
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      const cancel = clock.after(drainMs, connections.destroyAll);
      // From here on, commands get a 421 reply.
      loaded?.close();
      connections.endIdle(stopping());
      await closed;
      cancel();
    },
  };
}

/** For mail from its own machine, Postfix sends `HELO=[UNAVAILABLE]`, which would make smtp-server ask for EHLO again. */
function keepNameOnXforward(session: SMTPConnection): void {
  const forward = session.handler_XFORWARD;
  session.handler_XFORWARD = (command, callback) => {
    const name = session.hostNameAppearsAs;
    forward.call(session, command, () => {
      session.hostNameAppearsAs ||= name;
      callback();
    });
  };
}
