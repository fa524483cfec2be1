// Raw MCP over HTTP, to send even what no well-behaved client would.
import assert from 'node:assert/strict';
import { send, type WireAnswer } from './http.ts';
import type { Node } from './rota.ts';

export const MCP = '/mcp';
/** The newest version: each request names its client and version, in the body and in headers. */
export const MODERN = '2026-07-28';
/** The previous version, in which answers come as events. */
export const LEGACY = '2025-11-25';

export const BOTH_TYPES = 'application/json, text/event-stream';

export interface Result {
  isError?: boolean;
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
}

export interface Spoken extends WireAnswer {
  /** The JSON-RPC message of the answer, if it has one. */
  message: {
    result?: Record<string, unknown>;
    error?: { code: number; message: string };
    id?: unknown;
  };
}

export interface SpeakOptions {
  method?: string;
  /** Null sends no key. */
  key?: string | null;
  /** A header that is undefined is not sent. */
  headers?: Record<string, string | undefined>;
}

/** Sends a text or a message, and reads the answer, which may be JSON or an event. */
export async function speak(
  node: Pick<Node, 'url' | 'rawKey'>,
  body: string | Buffer | object | undefined,
  { method = 'POST', key = node.rawKey, headers = {} }: SpeakOptions = {},
): Promise<Spoken> {
  const given = {
    'content-type': 'application/json',
    accept: BOTH_TYPES,
    ...(key !== null && { authorization: `Bearer ${key}` }),
    ...headers,
  };
  const present = Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const answer = await send({
    method,
    url: node.url + MCP,
    headers: Object.fromEntries(present),
    body: typeof body === 'string' || Buffer.isBuffer(body) ? body : body && JSON.stringify(body),
  });
  return { ...answer, message: messageIn(answer) as Spoken['message'] };
}

function messageIn({ headers, text, body }: WireAnswer): unknown {
  if (!headers['content-type']?.startsWith('text/event-stream')) return body ?? {};
  const events = [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data as string));
  return events.at(-1) ?? {};
}

/** A request in the previous version. */
export const request = (method: string, params: object = {}, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

/** A request in the newest version: the body, and the headers that repeat parts of it. */
export function modernRequest(method: string, params: Record<string, unknown> = {}) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const name = params.name ?? params.uri;
  const headers: Record<string, string | undefined> = {
    'mcp-protocol-version': MODERN,
    'mcp-method': method,
    ...(name !== undefined && { 'mcp-name': String(name) }),
  };
  return { body: request(method, { ...params, _meta }), headers };
}

export type Called = { result: Result; error?: undefined } | { result?: undefined; error: string };

/** Calls a tool with arguments as JSON text, or as a value. Whatever is wrong with them, checks that the answer follows the protocol. */
export async function callTool(
  node: Node,
  name: string,
  given: string | object = {},
  options: SpeakOptions = {},
): Promise<Called & { text: string }> {
  const json = typeof given === 'string' ? given : JSON.stringify(given);
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${JSON.stringify(name)},"arguments":${json}}}`;
  const { status, message, text } = await speak(node, body, options);
  // A body that is too large never reaches the MCP server.
  if (status === 413) return { error: text, text };
  assert.ok(status === 200 || status === 400, `${status} for ${body.slice(0, 500)}: ${text.slice(0, 500)}`);
  const { result, error } = message;
  if (error) return { error: error.message, text };
  assert.ok(result, text);
  return { result: result as unknown as Result, text };
}

/** The text of a refused call. */
export function refusalIn({ result, error, text }: Called & { text: string }): string {
  if (error !== undefined) return error;
  assert.equal(result?.isError, true, `not refused: ${text.slice(0, 1_000)}`);
  return result?.content.map((block) => block.text).join('\n') ?? '';
}
