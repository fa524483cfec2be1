import { type Operations, type PageMeta, routes } from './api.ts';
import type { Call, CallOptions, Outgoing } from './call.ts';
import { RotaError } from './error.ts';
import { List, type Page } from './list.ts';

export type Name = keyof Operations;
type ResponseOf<Of extends Name> = Operations[Of]['answer'];
/** The path, the query and the body of an operation. */
type Input<Of extends Name> = Omit<Operations[Of], 'answer'>;

export type Query<Of extends Name> = Operations[Of] extends { query?: infer Given } ? Given : never;
export type Body<Of extends Name> = Operations[Of] extends { body?: infer Given } ? Given : never;
/** The `data` of a response. */
export type Data<Of extends Name> = ResponseOf<Of> extends { data: infer Given } ? Given : undefined;
export type Item<Of extends Name> = Data<Of> extends (infer One)[] ? One : never;
export type Meta<Of extends Name> =
  ResponseOf<Of> extends { meta: infer Given extends PageMeta } ? Given : PageMeta;

export type Api = ReturnType<typeof createApi>;

/** Calls an operation by its name. The client's methods are built on these. */
export function createApi(call: Call) {
  function request(name: Name, input: Parts, options: CallOptions = {}): Promise<unknown> {
    const [method] = routes[name];
    const { body, raw } = input;
    return call({ method, path: pathOf(name, input), body, raw }, options, readBody);
  }

  return {
    /** The whole body of the response. */
    body: <Of extends Name>(name: Of, input: Input<Of>, options?: CallOptions) =>
      request(name, input, options) as Promise<ResponseOf<Of>>,

    /** The same, for one that takes something else than JSON. */
    sent: <Of extends Name>(name: Of, input: Input<Of>, raw: Outgoing['raw'], options?: CallOptions) =>
      request(name, { ...input, raw }, options) as Promise<ResponseOf<Of>>,

    /** The `data` of the response; undefined without a body. */
    async data<Of extends Name>(name: Of, input: Input<Of>, options?: CallOptions): Promise<Data<Of>> {
      const body = (await request(name, input, options)) as { data: Data<Of> } | undefined;
      return body?.data as Data<Of>;
    },

    /** The `data` of the response to something else than JSON. */
    async sentData<Of extends Name>(
      name: Of,
      input: Input<Of>,
      raw: Outgoing['raw'],
      options?: CallOptions,
    ): Promise<Data<Of>> {
      const body = (await request(name, { ...input, raw }, options)) as { data: Data<Of> };
      return body.data;
    },

    /** A whole list as text of this type instead of JSON. */
    text: <Of extends Name>(name: Of, input: Input<Of>, accept: string, options: CallOptions = {}) => {
      const outgoing = { method: routes[name][0], path: pathOf(name, input as Parts), headers: { accept } };
      return call(outgoing, options, (response) => response.text());
    },

    list<Of extends Name>(name: Of, input: Input<Of>, options?: CallOptions): List<Item<Of>, Meta<Of>> {
      const { path, query } = input as Parts;
      return new List((cursor) => {
        const asked = cursor === undefined ? query : { ...query, cursor };
        return request(name, { path, query: asked }, options) as Promise<Page<Item<Of>, Meta<Of>>>;
      });
    },
  };
}

interface Parts {
  path?: Record<string, string> | undefined;
  query?: Record<string, string | number | boolean | null | undefined> | undefined;
  body?: unknown;
  raw?: Outgoing['raw'];
}

/** Undefined and null are left out of the query. */
export function pathOf(name: Name, { path = {}, query = {} }: Parts): string {
  const [, template] = routes[name];
  const filled = template.replace(/\{(\w+)\}/g, (_, key: string) => segment(key, path[key]));
  const asked = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) asked.set(key, String(value));
  }
  return `${filled}${asked.toString() && '?'}${asked}`;
}

/** An empty segment, or dots, would lead to another operation's path. */
function segment(name: string, id: string | undefined): string {
  if (!id || /^\.\.?$/.test(id)) throw new TypeError(`${name} must be an id`);
  return encodeURIComponent(id);
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (response.status === 204) return undefined;
  const isJson = response.headers.get('content-type')?.includes('json');
  try {
    return isJson ? JSON.parse(text) : text;
  } catch (cause) {
    throw new RotaError({
      status: response.status,
      type: 'unexpected_answer',
      message: `HTTP ${response.status}, with a body that is not JSON`,
      requestId: response.headers.get('x-request-id') ?? undefined,
      cause,
    });
  }
}
