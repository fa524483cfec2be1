import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';

/** A raw request: nothing is added except what HTTP/1.1 needs. */
export interface WireRequest {
  method: string;
  url: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer | undefined;
}

export interface WireAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The parsed body; undefined if there is none, or if it is not JSON. */
  body: unknown;
}

const agent = new Agent({ keepAlive: true });

export async function send({ method, url, headers = {}, body }: WireRequest): Promise<WireAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const outgoing = request(url, { method, headers: { ...length, ...headers }, agent });
  outgoing.on('response', resolve).on('error', reject).end(body);
  const incoming = await promise;
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  const isJson = incoming.headers['content-type']?.includes('json') && text !== '';
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    text,
    body: isJson ? JSON.parse(text) : undefined,
  };
}
