import type { Socket } from 'node:net';
import { JSON_TYPE } from './content-types.ts';

/** For headers and body. A slower client would tie up a connection. */
export const REQUEST_TIMEOUT_MS = 30_000;

const responses: Record<string, [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers must be at most 16 KiB'],
  ERR_HTTP_REQUEST_TIMEOUT: [
    '408 Request Timeout',
    `The request must arrive within ${REQUEST_TIMEOUT_MS / 1000} seconds`,
  ],
};
const NOT_HTTP: [string, string] = ['400 Bad Request', 'The request must be valid HTTP/1.1'];

/** Answers malformed HTTP with the usual error body, and closes the connection. */
export function refuseMalformedHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = responses[error.code ?? ''] ?? NOT_HTTP;
  socket.end(rawResponse(status, 'invalid_request', message));
}

/** A complete response, for connections without a request. */
export function rawResponse(status: string, type: string, message: string, headers = ''): string {
  const body = JSON.stringify({ error: { type, message } });
  return (
    `HTTP/1.1 ${status}\r\nContent-Type: ${JSON_TYPE}\r\n${headers}` +
    `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
  );
}
