import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { LookupError, type Resolve } from './names.ts';
import { type AddressPolicy, type Protocol, type Refusal, refusalOf } from './safe-address.ts';

/** The parser gets this much at a time. Measured: endless headers took 119 ms of CPU without this, and 7 ms with it. */
const CHUNK_BYTES = 1024;

export interface ConnectorOptions {
  policy: AddressPolicy;
  /** Covers everything: the look-up, the connection, the request and the response. */
  timeoutMs: number;
  /** Covers everything that a server sends for one request: headers, interim responses, chunk framing, trailers, the body. */
  maxResponseBytes: number;
  resolve: Resolve;
}

/** Doesn't name the address: a tenant must not learn addresses in the operator's network. */
export class RefusedAddress extends Error {
  constructor(refusal: Refusal) {
    super(refusal === 'no http' ? 'http is not allowed to a public address' : 'not a public address');
  }
}

export class ResponseTooLarge extends Error {}

/**
 * Connects to safe addresses only. Addresses are checked three times:
 *
 *   - in the URL, because Node doesn't look up a host that is an address already;
 *   - in the look-up of the connection itself, so that a name can't change between check and use;
 *   - at the other end of the connection.
 */
export function createConnector(
  build: typeof buildConnector,
  { policy, timeoutMs, maxResponseBytes, resolve }: ConnectorOptions,
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
          // Node asks for a list by default.
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
          // Without an address, the socket is closed already, and the first write will fail.
          if (socket.remoteAddress) check(socket.remoteAddress);
        } catch (refused) {
          socket.destroy();
          callback(refused as Error, null);
          return;
        }
        limitResponses(socket, maxResponseBytes);
        callback(null, socket);
      });
    };
  }

  const connectors = { 'http:': connectorFor('http:'), 'https:': connectorFor('https:') };
  return (target, callback) => connectors[target.protocol as Protocol](target, callback);
}

/**
 * Counts bytes at the socket, because the parser reports only bodies and some headers. The parser always reads to the end of its
 * input, however invalid that is, so it gets a little at a time.
 */
function limitResponses(socket: Socket, maxBytes: number): void {
  const read = socket.read.bind(socket);
  let written = 0;
  let sinceRequest = 0;
  socket.read = (size?: number) => {
    if (socket.destroyed) return null;
    // A request is written in one go. If something was written since the last read, a new response begins here.
    if (socket.bytesWritten !== written) sinceRequest = 0;
    written = socket.bytesWritten;
    if (sinceRequest >= maxBytes) {
      socket.destroy(new ResponseTooLarge(`no end of the answer within ${maxBytes / 1024} KiB`));
      return null;
    }
    const bytes = read(size ?? (socket.readableLength > CHUNK_BYTES ? CHUNK_BYTES : undefined));
    if (bytes !== null) sinceRequest += bytes.length;
    return bytes;
  };
}
