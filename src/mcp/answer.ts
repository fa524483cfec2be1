import {
  createMcpHandler,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import type { Visit } from '../http/mount.ts';
import type { DescribeApi } from './api-description.ts';
import { createMcpServer } from './server.ts';

const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;

/**
 * Answers one HTTP request. Stateless, so any node can answer the next one. `subscriptions/listen` is refused here: tools and
 * resources change only with the key, so a stream would have nothing to say. The SDK can't leave that method out, only report that
 * it is full (`maxSubscriptions`), and then clients would keep trying.
 */
export async function answer(visit: Visit, describeApi: DescribeApi, request: Request): Promise<Response> {
  const { hostname } = new URL(visit.services.address.url);
  const refused = originValidationResponse(request, [hostname, ...localhostAllowedOrigins()]);
  if (refused) return refused;
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (isBatch(bytes)) return refuse(400, INVALID_REQUEST, 'Invalid Request: send one message at a time');
  const listening = requestToListen(bytes);
  if (listening) return refuse(404, METHOD_NOT_FOUND, 'Method not found', listening.id);
  const handler = createMcpHandler(() => createMcpServer(visit, describeApi), { maxSubscriptions: 0 });
  const { url, method, headers, signal } = request;
  return handler.fetch(
    new Request(url, { method, headers, signal, ...(method === 'POST' && { body: bytes }) }),
  );
}

const SPACE = new Set([...' \t\r\n'].map((character) => character.charCodeAt(0)));
const BRACKET = '['.charCodeAt(0);

/** Batches, which the protocol had before 2025-06-18, would count as a single call. */
const isBatch = (bytes: Uint8Array) => bytes.find((byte) => !SPACE.has(byte)) === BRACKET;

const LISTEN = 'subscriptions/listen';

function requestToListen(bytes: Uint8Array): { id: string | number } | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // A cheap check, so that most requests aren't parsed twice.
  if (!text.includes(LISTEN)) return undefined;
  try {
    const { method, id } = JSON.parse(text.toString());
    const isRequest = method === LISTEN && (typeof id === 'string' || Number.isInteger(id));
    return isRequest ? { id } : undefined;
  } catch {
    // The SDK will refuse it as invalid JSON.
    return undefined;
  }
}

function refuse(status: number, code: number, message: string, id: string | number | null = null): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id }, { status });
}
