import type { Services } from '../context.ts';
import type { IdKind } from '../ids.ts';
import type { Static, TObject, TSchema } from '../shapes/type.ts';
import type { Access } from './access/access.ts';
import type { QueryShape, QueryValues } from './query.ts';

/** The ids in a path: their kind, and what a person calls the thing when it is not found. */
export type PathShape = Record<string, { kind: IdKind; what: string }>;

export interface Input<Path extends PathShape, Query extends QueryShape, Body extends TObject> {
  path: { [Name in keyof Path]: string };
  query: QueryValues<Query>;
  body: Static<Body>;
}

/** The response of a successful call. Without a shape it has no body. */
export interface RouteResponse {
  status: 200 | 201 | 202 | 204;
  description: string;
  shape?: TSchema;
  /** For responses that are not JSON: a page, metrics. The handler returns the text. */
  contentType?: string;
  /** It has an ETag. A client that has it already gets 304. */
  etag?: true;
  /** What differs from the example of the shape. */
  example?: object;
}

/** The chapter of the API description that a route stands in. */
export interface Group {
  name: string;
  description: string;
}

/** Where a stream begins. */
export interface StreamFrom {
  /** The id of the last item that the reader has, after a broken connection. */
  resumeAt: string | undefined;
  /** Aborted when the reader is gone or the process stops. */
  signal: AbortSignal;
}

/**
 * A method and a path: who may call it, what it takes, what it answers, and what it does. `Given` is what its kind of access
 * adds to the handler's context.
 */
export interface Route<
  Path extends PathShape = PathShape,
  Query extends QueryShape = QueryShape,
  Body extends TObject = TObject,
  Given extends object = object,
> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As Fastify writes it: `/api/v1/api_keys/:id`. */
  url: string;
  access: Access<Given>;
  /** The name of the operation in the API description: `createApiKey`. */
  operation: string;
  group: Group;
  summary: string;
  /** What happens, what it fires and what it refuses: for the reference. */
  description: string;
  path?: Path;
  query?: Query;
  body?: Body;
  /** Something must be in it, though no field is required by itself. */
  needsBody?: true;
  response: RouteResponse;
  /**
   * Calls that change the same thing wait in one line: the field of the body that names it, or one name for all calls of
   * the route. The default is the first id in the path.
   */
  line?: { field: string } | { name: string };
  /** Error types this route raises beyond those that its parts imply, each with an example of its message. */
  refusals?: { validation_error?: string; not_found?: string; unavailable?: string };
  handle(context: Services & Given, input: Input<Path, Query, Body>): Promise<unknown>;
  /** For callers who accept `text/event-stream`: new items as they appear, each with an id of this kind. */
  stream?: {
    kind: IdKind;
    item: TSchema;
    /** `from` is the id after which it begins. Each batch is what one poll has found; there are several a second. */
    open(
      context: Services & Given,
      input: Input<Path, Query, Body>,
      from: StreamFrom,
    ): Promise<{ from: string; batches: AsyncIterable<{ id: string }[]> }>;
  };
  /** For callers who accept this type: the whole list as text, made part by part while it is read. */
  download?: {
    contentType: 'text/csv';
    /** How it begins. */
    example: string;
    /** Throws refusals before the first part: later there is no status left to send. */
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
