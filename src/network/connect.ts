import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { LookupError, type Resolve } from './names.ts';
import { type AddressPolicy, type Protocol, type Refusal, refusalOf } from './safe-address.ts';

/**
 * Of everything that a receiver sends in answer to one request, no more is read. That is twice as much as of a body, so that
 * only one reaches it that sends more of other things: headers, interim answers, the framing of chunks, trailers.
 */
const ANSWER_BYTES = 128 * 1024;
/** Measured, an attempt at headers without end took 119 ms of the processor with whatever had come, and 7 ms with this. */
const PIECE_BYTES = 1024;

export interface ConnectorOptions {
  policy: AddressPolicy;
  /** For everything: the name, the connection, the request and the whole answer. */
  timeoutMs: number;
  resolve: Resolve;
}

/** Nothing may be sent there. Which address it is stays unsaid: a tenant is not to learn what a name means in here. */
export class RefusedAddress extends Error {
  constructor(refusal: Refusal) {
    super(refusal === 'no http' ? 'http is not allowed to a public address' : 'not a public address');
  }
}

/** A receiver sends more than anybody wants to read. */
export class TooMuch extends Error {}

/**
 * Connects to safe addresses only. What is checked is what is connected to: the addresses come from the look-up of the
 * connection itself, so that a name which changes its answer in between gains nothing. Node looks up no address that
 * stands in the URL itself, so that is checked first; and whatever happened on the way, the other end is checked last.
 */
export function createConnector(
  build: typeof buildConnector,
  { policy, timeoutMs, resolve }: ConnectorOptions,
): buildConnector.connector {
  function connectorFor(protocol: Protocol): buildConnector.connector {
    const check = (address: string) => {
      const refusal = refusalOf(address, protocol, policy);
      if (refusal) throw new RefusedAddress(refusal);
    };
    const safeLookup: LookupFunction = (name, _options, callback) => {
      resolve(name)
        .then((addresses) => {
          if (addresses.length === 0) throw new LookupError('ENOTFOUND');
          for (const { address } of addresses) check(address);
          return addresses;
        })
        .then(
          // Node takes a list where it has asked for one, as it does unless told otherwise.
          (addresses) => callback(null, addresses),
          (error) => callback(error, []),
        );
    };
    const connect = build({ timeout: timeoutMs, lookup: safeLookup, autoSelectFamily: true });

    return (target, callback) => {
      try {
        if (isIP(target.hostname) !== 0) check(target.hostname);
      } catch (error) {
        callback(error as Error, null);
        return;
      }
      connect(target, (...[error, socket]) => {
        if (error) {
          callback(error, null);
          return;
        }
        try {
          // Without an address it has been closed already, which the first write will find out.
          if (socket.remoteAddress) check(socket.remoteAddress);
        } catch (refused) {
          socket.destroy();
          callback(refused as Error, null);
          return;
        }
        limitAnswers(socket);
        callback(null, socket);
      });
    };
  }

  const connectors = { 'http:': connectorFor('http:'), 'https:': connectorFor('https:') };
  return (target, callback) => connectors[target.protocol as Protocol](target, callback);
}

/**
 * Counted where bytes are read, whatever they mean: the parser tells of bodies and headers only, and not of all of those. It
 * goes on to the end of what it has been given, however wrong that is, so it gets a little at a time.
 */
function limitAnswers(socket: Socket): void {
  const read = socket.read.bind(socket);
  let written = 0;
  let sinceRequest = 0;
  socket.read = (size?: number) => {
    if (socket.destroyed) return null;
    // A request is written at once. When there has been another, this is the beginning of its answer.
    if (socket.bytesWritten !== written) sinceRequest = 0;
    written = socket.bytesWritten;
    if (sinceRequest >= ANSWER_BYTES) {
      socket.destroy(new TooMuch(`no end of the answer within ${ANSWER_BYTES / 1024} KiB`));
      return null;
    }
    const bytes = read(size ?? (socket.readableLength > PIECE_BYTES ? PIECE_BYTES : undefined));
    if (bytes !== null) sinceRequest += bytes.length;
    return bytes;
  };
}
