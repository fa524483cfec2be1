// A client written only from the API contract. Naive on purpose: like many clients, it sends a JSON content type with every request, even
// without a body.
import type { Page } from './resources.ts';

export interface One<Data> {
  data: Data;
}

/** Thrown for a status of 400 or more. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly type: string;
  /** In seconds; null without the header. */
  readonly retryAfter: string | null;

  constructor(response: Response, type: string, message: string) {
    super(message);
    this.status = response.status;
    this.type = type;
    this.retryAfter = response.headers.get('retry-after');
  }
}

export class PlainClient {
  /** Of the last response. */
  status = 0;
  /** The raw body of the last response. */
  text = '';
  readonly #url: string;
  readonly #headers: Record<string, string>;

  /** Without a key, no Authorization header is sent. */
  constructor(url: string, key?: string) {
    this.#url = url;
    this.#headers = {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
    };
  }

  get = <Body>(path: string) => this.send<Body>('GET', path);
  post = <Body>(path: string, body?: object) => this.send<Body>('POST', path, JSON.stringify(body));
  patch = <Body>(path: string, body?: object) => this.send<Body>('PATCH', path, JSON.stringify(body));
  delete = (path: string) => this.send<undefined>('DELETE', path);

  /** Page after page, while the server has more. */
  async *pages<Item>(path: string, filters: Record<string, string> = {}, limit = 25) {
    for (let cursor: string | null = null, hasMore = true; hasMore; ) {
      const query = new URLSearchParams({
        ...filters,
        limit: `${limit}`,
        ...(cursor !== null && { cursor }),
      });
      const page: Page<Item> = await this.get(`${path}?${query}`);
      yield page;
      hasMore = page.meta.has_more;
      cursor = page.meta.next_cursor;
    }
  }

  /** The items of all pages. */
  async list<Item>(path: string, filters?: Record<string, string>, limit?: number): Promise<Item[]> {
    const items: Item[] = [];
    for await (const { data } of this.pages<Item>(path, filters, limit)) items.push(...data);
    return items;
  }

  /** The body of the response; undefined for 204. */
  async send<Body>(method: string, path: string, text?: string): Promise<Body> {
    const response = await fetch(this.#url + path, { method, headers: this.#headers, body: text ?? null });
    this.status = response.status;
    this.text = await response.text();
    if (response.status === 204) return undefined as Body;
    const body = JSON.parse(this.text);
    if (response.status === 401) throw new ApiError(response, 'unauthorized', body.error);
    if (response.status >= 400) throw new ApiError(response, body.error.type, body.error.message);
    return body;
  }
}
