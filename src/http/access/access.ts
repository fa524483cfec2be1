import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorResponse, statusOf } from '../error-response.ts';

/**
 * Says who may call a route. `Given` is what the route's handler gets besides the services.
 * docs/decisions/0010-access-and-idempotent-responses.md shows how to add a kind.
 */
export interface Access<Given extends object = object> {
  /** The name of an `AccessKind`. */
  kind: string;
  /** Throws if this identified caller may not call the route. */
  authorize(given: Given): void;
}

/** Identifies and serves callers of one kind. `app.ts` has the list of the kinds. */
export interface AccessKind {
  name: string;
  /** Returns the caller, or throws the refusal. Applies the rate limits. */
  identify(request: FastifyRequest, reply: FastifyReply): Visitor | Promise<Visitor>;
  /** Security headers of every response. */
  headers: Record<string, string>;
  /** Registers the content types that bodies may have. */
  acceptBodies(server: FastifyInstance): void;
  /** For paths without a route. The first kind in the list that owns the path refuses the request. */
  ownsPath(path: string): boolean;
  unknownPath(): Error;
  /** Where a path without a route leads, if it is a known one in another spelling. */
  pathInstead?(request: FastifyRequest): string | undefined;
  errorResponse(error: unknown, request: FastifyRequest): ErrorResponse;
  /** Refuses a body that does not come from the kind's own forms. Runs once the caller is identified. */
  admitBody?(request: FastifyRequest): void;
  /** Whether responses name unknown parameters and fields. */
  namesIgnored: boolean;
  /** The table that has the answers to POSTs with an Idempotency-Key. Without it, the key is ignored. */
  keepsAnswersIn?: AnswerTable;
  /** For the API description of an operation with this access. */
  describe(access: Access): DescribedAccess;
}

/** An admitted caller, for the length of a request. */
export interface Visitor<Given extends object = object> {
  given: Given;
  /** Fields for the log. */
  logged: Record<string, string>;
  /** The line that changing calls wait in, for callers without an identity: those who want the same rows have the same one. */
  line?: string;
  /** Undefined on routes for everybody. */
  identity?: Identity;
}

/** A table of stored answers, and its column for the id of the caller. */
export interface AnswerTable {
  table: 'idempotent_answers' | 'operator_answers';
  keyColumn: string;
}

export interface Identity {
  id: string;
  /** Where it acts. Part of the line that changing calls wait in. */
  workspaceId: string;
  /** Known to the caller only. It seals stored responses, and is kept no longer than the request. */
  secret: string;
  /** Checked while a stream is open: access may be revoked or expire. */
  isStillGood(): Promise<boolean>;
}

export interface DescribedAccess {
  /** Appended to the description of the operation. */
  needs?: string;
  /** OpenAPI's `security`. Undefined for the default of the document. */
  security?: object[];
  /** Descriptions by name, for the headers of every response to an identified caller. */
  headers: Record<string, string>;
  /** Error types, each with an example of its message. */
  refusals: [type: keyof typeof statusOf, message: string][];
}
