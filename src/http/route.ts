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

/** What a successful call answers. Without a shape, the answer has no body. */
export interface RouteResponse {
  status: 200 | 201 | 202 | 204;
  description: string;
  shape?: TSchema;
  /** For answers that are not JSON: a page, metrics. The handler returns the text. */
  contentType?: string;
  /** It has an ETag: who has it already is answered 304. */
  etag?: true;
  /** What differs in the answer of this route from the example that its shape gives. */
  example?: object;
}

/** The chapter of the API description that a route stands in. */
export interface Group {
  name: string;
  description: string;
}

/** Where somebody who follows a list begins. */
export interface StreamFrom {
  /** The id of the last item that had arrived when an earlier connection broke. */
  resumeAt: string | undefined;
  /** Aborted when the stream must end: the reader is gone, or the process is about to be. */
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
   * For what changes something: which field of the body names the thing that calls of this route wait for, or a name for
   * all of them. Where it is not given, it is the first id in the path, if there is one.
   */
  line?: { field: string } | { name: string };
  /** Error types this route raises beyond those that its parts imply, each with an example of its message. */
  refusals?: { validation_error?: string; not_found?: string; unavailable?: string };
  handle(context: Services & Given, input: Input<Path, Query, Body>): Promise<unknown>;
  /** For callers who accept `text/event-stream` instead: the items as they come to be, each with an id of this kind. */
  stream?: {
    kind: IdKind;
    item: TSchema;
    /** `from` is the id after which it begins; each batch is what is new at a look, of which there are several a second. */
    open(
      context: Services & Given,
      input: Input<Path, Query, Body>,
      from: StreamFrom,
    ): Promise<{ from: string; batches: AsyncIterable<{ id: string }[]> }>;
  };
  /** For callers who accept this type instead: all of the list as text, made part by part as it is read. */
  download?: {
    contentType: 'text/csv';
    /** How it begins. */
    example: string;
    /** Refuses before it answers: once the first part is on its way, there is no status left to tell. */
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
