// Handles MAIL, RCPT and DATA.
import { domainToASCII } from 'node:url';
import type { Logger } from 'pino';
import type {
  SMTPServerDataResult,
  SMTPServerDataStream,
  SMTPServerOptions,
  SMTPServerSession,
} from 'smtp-server';
import { ReadOnly } from '../errors.ts';
import {
  type Addressee,
  type Arrival,
  type Client,
  MAX_MAIL_BYTES,
  type Recipient,
} from '../mail-in/arrival.ts';
import { InboxFull } from '../mail-in/quota.ts';
import { networkOf } from '../text/networks.ts';
import { faultOf } from './acceptable.ts';
import { type Budget, type Collected, collect } from './collect.ts';
import type { Connection, Connections } from './connections.ts';
import type { SmtpMetrics } from './metrics.ts';
import type { Rates } from './rates.ts';
import {
  malformed,
  noRoom,
  notNow,
  overQuota,
  Refusal,
  stopping,
  tooLarge,
  tooManyAttempts,
  tooManyMails,
  unknownRecipient,
} from './replies.ts';

/** What the listener needs from the service. Passed in, because an entrance must not depend on features. */
export interface Reception {
  /** What an address stands for; undefined if it isn't ours or takes no mail. */
  recipientFor(address: string): Promise<Addressee | undefined>;
  /** False if the workspace has received as much mail as it may today. */
  hasRoom(recipient: Recipient): Promise<boolean>;
  /**
   * Resolves once the mail is safely stored for every recipient. False if these addresses don't accept it. Throws `InboxFull` if the
   * workspace has received as much as it may today.
   */
  store(arrival: Arrival<Addressee>): Promise<boolean>;
}

/** Refused senders and recipients allowed between two mails. */
const MAX_FAILURES = 20;
const STORED = '2.6.0 Stored';

export interface SessionParts {
  protocol: 'smtp' | 'lmtp';
  reception: Reception;
  connections: Connections;
  isTrusted(address: string): boolean;
  rates: Rates;
  budget: Budget;
  metrics: SmtpMetrics;
  log: Logger;
  /** Commands that no client may use. */
  disabledCommands: readonly string[];
  isStopping(): boolean;
}

type Handlers = Required<
  Pick<SMTPServerOptions, 'onConnect' | 'onSecure' | 'onMailFrom' | 'onRcptTo' | 'onData' | 'onClose'>
>;

export function createSessions(parts: SessionParts): Handlers {
  const { protocol, reception, connections, rates, budget, metrics, log, disabledCommands } = parts;

  /** Throws if the connection has been told to close. */
  function connectionOf({ id }: SMTPServerSession): Connection {
    const connection = connections.find(id);
    if (!connection) throw stopping();
    connections.touch(connection);
    return connection;
  }

  /** Who sends the mail. Behind a trusted server that uses XFORWARD, that server's client. */
  function clientOf(connection: Connection, session: SMTPServerSession): Client & { address: string } {
    const forwarded = session.xForward.get('ADDR');
    const address = typeof forwarded === 'string' ? forwarded : connection.address;
    return { address, name: session.hostNameAppearsAs || null };
  }

  function fail(connection: Connection, refusal: Refusal): Refusal {
    connection.failures += 1;
    return connection.failures > MAX_FAILURES ? tooManyAttempts() : refusal;
  }

  async function admitSender(sender: string, session: SMTPServerSession): Promise<void> {
    const connection = connectionOf(session);
    const { address } = clientOf(connection, session);
    if (!rates.admitMail(address, parts.isTrusted(address), sender)) {
      metrics.countMail('refused');
      throw fail(connection, tooManyMails());
    }
    connection.recipients.clear();
    connection.accepted = 0;
  }

  async function admitRecipient(rcptTo: string, session: SMTPServerSession): Promise<void> {
    const connection = connectionOf(session);
    const recipient = await reception.recipientFor(withAsciiDomain(rcptTo));
    if (!recipient) {
      metrics.countRefusedRecipient();
      throw fail(connection, unknownRecipient());
    }
    const { address } = clientOf(connection, session);
    const owner = ownerOf(recipient);
    const isFirstOfOwner = connection.recipients.values().every((one) => ownerOf(one) !== owner);
    if (isFirstOfOwner && !rates.admitForWorkspace(owner, parts.isTrusted(address))) {
      metrics.countMail('refused');
      throw fail(connection, tooManyMails());
    }
    if (recipient.target !== 'service' && !(await reception.hasRoom(recipient))) {
      metrics.countOverQuota();
      throw fail(connection, overQuota());
    }
    connection.recipients.set(rcptTo.toLowerCase(), recipient);
    connection.accepted += 1;
  }

  async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const connection = connectionOf(session);
    connections.startReceiving(connection);
    try {
      const { address } = clientOf(connection, session);
      const share = parts.isTrusted(address) ? budget.all : budget.shareOf(networkOf(address));
      const collected = await collect(stream, share, MAX_MAIL_BYTES);
      await store(collected, connection, session).finally(collected.release);
      connection.failures = 0;
    } finally {
      connections.stopReceiving(connection);
    }
  }

  async function store(
    { fate, raw }: Collected,
    connection: Connection,
    session: SMTPServerSession,
  ): Promise<void> {
    const started = performance.now();
    // The client has left, so nobody will see the reply.
    if (fate === 'gone') throw stopping();
    const refusal = refusalOf(fate, raw);
    if (refusal) {
      metrics.countMail('refused');
      log.info({ protocol, why: refusal.message }, 'mail refused');
      if (fate === 'endless' || fate === 'fragmented') connection.end(refusal);
      throw refusal;
    }
    const recipients = session.envelope.rcptTo.flatMap(
      ({ address }) => connection.recipients.get(address.toLowerCase()) ?? [],
    );
    const { address, name } = clientOf(connection, session);
    const sender = senderOf(session);
    if (!(await reception.store({ recipients, sender, client: { address, name }, raw }))) {
      metrics.countMail('refused');
      throw unknownRecipient();
    }
    metrics.countMail('stored');
    const ms = Math.round(performance.now() - started);
    log.info({ protocol, bytes: raw.length, recipients: recipients.length, ms }, 'mail stored');
  }

  /** Any error other than a refusal counts as a temporary problem of the service. */
  function replyTo(error: unknown): Refusal {
    if (error instanceof Refusal) return error;
    if (error instanceof InboxFull) {
      metrics.countOverQuota();
      return overQuota();
    }
    if (!(error instanceof ReadOnly)) log.error({ err: error, protocol }, 'mail could not be accepted');
    return notNow();
  }

  const answer = (work: Promise<void>, callback: (error?: Error | null) => void) =>
    void work.then(
      () => callback(),
      (error) => callback(replyTo(error)),
    );

  return {
    onConnect(session, callback) {
      const connection = connections.find(session.id);
      session.disabledCommands = [...disabledCommands, ...(connection?.isTrusted ? [] : ['XFORWARD'])];
      callback();
    },
    onSecure(socket, session, callback) {
      const connection = connections.find(session.id);
      if (connection) connection.socket = socket;
      callback();
    },
    onMailFrom: ({ address }, session, callback) => answer(admitSender(address, session), callback),
    onRcptTo: ({ address }, session, callback) => answer(admitRecipient(address, session), callback),
    onData(stream, session, callback) {
      const connection = connections.find(session.id);
      const reply = (result: Refusal | null) => {
        if (protocol === 'smtp') callback(result, STORED);
        else callback(null, Array<SMTPServerDataResult>(connection?.accepted ?? 1).fill(result ?? STORED));
        if (parts.isStopping()) connection?.end(stopping());
      };
      receive(stream, session).then(
        () => reply(null),
        (error) => {
          const refusal = replyTo(error);
          if (error instanceof InboxFull) metrics.countMail('refused');
          else if (!(error instanceof Refusal)) metrics.countMail('failed');
          reply(refusal);
        },
      );
    },
    onClose(session) {
      const connection = connections.find(session.id);
      if (connection) connections.release(connection);
    },
  };
}

/** Whose mail limit the recipient counts towards. */
const ownerOf = (recipient: Addressee) =>
  recipient.target === 'service' ? 'the service' : recipient.workspace_id;

function refusalOf(fate: Exclude<Collected['fate'], 'gone'>, raw: Buffer): Refusal | undefined {
  if (fate === 'too_large' || fate === 'endless') return tooLarge(MAX_MAIL_BYTES);
  if (fate === 'no_room') return noRoom();
  if (fate === 'fragmented') return malformed('Too many lines begin with a dot');
  const fault = faultOf(raw);
  return fault === undefined ? undefined : malformed(fault);
}

const senderOf = ({ envelope: { mailFrom } }: SMTPServerSession) =>
  mailFrom ? withAsciiDomain(mailFrom.address) : '';

/** Encodes the domain again: smtp-server decodes `xn--`, but our own domain is stored in that form. */
function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@');
  const decoded = address.slice(at + 1);
  const domain = /^[\w.-]*$/.test(decoded) ? decoded : domainToASCII(decoded);
  return at === -1 || domain === '' ? address : `${address.slice(0, at)}@${domain}`;
}
