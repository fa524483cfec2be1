import { connect } from 'node:net';
import { TLSSocket } from 'node:tls';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { type Finding, type Host, ok, wrong } from './mail-servers.ts';

const TIMEOUT_MS = 10_000;

/** Connects as another mail server would, as far as STARTTLS. Sends nothing. */
export async function checkServer({ name, addresses }: Host, port: number): Promise<Finding> {
  const [address] = addresses;
  const where = `${address} port ${port}`;
  if (address === undefined) return wrong('SMTP', `${name} has no address`);
  const socket = connect({ host: address, port });
  const connection = new SMTPConnection({
    connection: socket,
    tls: { servername: name, rejectUnauthorized: false },
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  const cancel = setTimeout(() => socket.destroy(new Error('no answer within 10 seconds')), TIMEOUT_MS);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      connection.once('error', reject).once('end', () => reject(new Error('the connection was closed')));
      socket.once('connect', () => connection.connect((error) => (error ? reject(error) : resolve())));
    });
    const { _socket: current } = connection;
    if (!(current instanceof TLSSocket)) {
      return wrong('SMTP', `${where} answers without STARTTLS: set ROTA_SMTP_TLS_CERT and ROTA_SMTP_TLS_KEY`);
    }
    const trust = current.authorized
      ? ''
      : `; its certificate is not valid and trusted for ${name} (${current.authorizationError})`;
    return ok('SMTP', `${where} answers with STARTTLS${trust}`);
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    return wrong('SMTP', `${where} can't be used: ${message || code}`);
  } finally {
    clearTimeout(cancel);
    connection.close();
    socket.destroy();
  }
}
