import type { FindLines, Services } from '../context.ts';
import type { IdKind } from '../ids.ts';
import { type Static, type TObject, type TSchema, Type } from '../shapes/type.ts';
import type { Access } from './access/access.ts';
import type { Bytes } from './content-types.ts';
import type { QueryShape, QueryValues } from './query.ts';

/** The ids in a path: their kind, and the resource's name for "not found". */
export type PathShape = Record<string, { kind: IdKind; what: string }>;

export interface Input<Path extends PathShape, Query extends QueryShape, Body extends TObject> {
  path: { [Name in keyof Path]: string };
  query: QueryValues<Query>;
  body: Static<Body>;
  /** The body of a route with `bytes`. */
  bytes: Uint8Array;
}

/** The response to a successful call. Without a shape it has no body. */
interface RouteResponse {
  status: 200 | 201 | 202 | 204 | 303;
  description: string;
  shape?: TSchema;
  /** For responses other than JSON: a page, metrics. The handler returns the text. */
  contentType?: string;
  /** It has an ETag. A caller that already has it gets a 304. */
  etag?: true;
  /** Overrides parts of the shape's example. */
  example?: object;
}

/** The response of a page for people. */
export const htmlPage = {
  status: 200,
  description: 'A page.',
  shape: Type.String(),
  contentType: 'text/html; charset=utf-8',
} as const satisfies RouteResponse;

/** A chapter of the API description. */
export interface Group {
  name: string;
  description: string;
}

/** A method and a path, with access, shapes and handler. `Given` is what the access adds to the handler's context. */
export interface Route<
  Path extends PathShape = PathShape,
  Query extends QueryShape = QueryShape,
  Body extends TObject = TObject,
  Given extends object = object,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** In Fastify's syntax: `/api/v1/api_keys/:id`. */
  url: string;
  access: Access<Given>;
  /** The name of the operation in the API description: `createApiKey`. */
  operation: string;
  group: Group;
  summary: string;
  /** For the reference: the effect, the events and the refusals. */
  description: string;
  path?: Path;
  query?: Query;
  body?: Body;
  /** Instead of `body`. Required. */
  bytes?: Bytes;
  /** Its form has a file: fields and files are one body of at most so many bytes. */
  formBytes?: number;
  /** The body must not be empty, although each field is optional. */
  needsBody?: true;
  response: RouteResponse;
  /**
   * The queue for a changing call: named after a field of the body, one name for all calls, or several queues found by
   * the (unchecked) ids in the path or in the body. The default is the first id in the path, if any.
   */
  line?:
    | { field: string }
    | { name: string }
    | { find(path: Record<string, string>, body: unknown): FindLines };
  /** Error types besides those implied by the route's parts, each with a sample message. */
  refusals?: { validation_error?: string; not_found?: string; unavailable?: string };
  handle(context: Services & Given, input: Input<Path, Query, Body>): Promise<unknown>;
  /** For callers that accept `text/event-stream`: new items as they happen, each with an id of this kind. */
  stream?: {
    kind: IdKind;
    item: TSchema;
    /**
     * Starts after `resumeAt`, the last item received on an earlier connection. Ends when the signal is aborted.
     * Returns the id that it starts after, and the batches of new items, one per poll, several times a second; a batch
     * may be empty.
     */
    open(
      context: Services & Given,
      input: Input<Path, Query, Body>,
      from: { resumeAt: string | undefined; signal: AbortSignal },
    ): Promise<{ from: string; batches: AsyncIterable<{ id: string }[]> }>;
  };
  /** For callers that accept this type: the whole list as text, sent while it is still being read. */
  download?: {
    contentType: 'text/csv';
    /** The first lines. */
    example: string;
    /** Throws refusals before it returns, because the status is sent with the first part. */
    open(context: Services & Given, input: Input<Path, Query, Body>): Promise<AsyncIterable<string>>;
  };
}

/** Ties the types of path, query, body and access to the handler's arguments. */
export function route<
  const Path extends PathShape = Record<never, never>,
  Query extends QueryShape = Record<never, never>,
  Body extends TObject = TObject<Record<never, never>>,
  Given extends object = object,
>(definition: Route<Path, Query, Body, Given>): Route {
  return definition as unknown as Route;
}
