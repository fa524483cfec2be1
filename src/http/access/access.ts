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

/** Identifies and serves callers of one kind. `app.ts` lists the kinds. */
export interface AccessKind {
  name: string;
  /** Returns the caller, or throws the refusal. Applies the rate limits. */
  identify(request: FastifyRequest, reply: FastifyReply): Visitor | Promise<Visitor>;
  /** Security headers for every response. */
  headers: Record<string, string>;
  /** Registers the content types that bodies may have. */
  acceptBodies(server: FastifyInstance): void;
  /** For paths without a route: the first kind in the list that claims the path refuses the request. */
  ownsPath(path: string): boolean;
  unknownPath(): Error;
  /** Where a path without a route should lead, if it is a known path spelled differently. */
  pathInstead?(request: FastifyRequest): string | undefined;
  errorResponse(error: unknown, request: FastifyRequest): ErrorResponse;
  /** Refuses a body that didn't come from the kind's own forms. Runs once the caller is identified. */
  admitBody?(request: FastifyRequest): void;
  /** Whether responses list unknown parameters and fields. */
  namesIgnored: boolean;
  /** The table that stores answers to POSTs with an Idempotency-Key. If left out, the key is ignored. */
  keepsAnswersIn?: AnswerTable;
  /** Describes this access, for an operation in the API description. */
  describe(access: Access): DescribedAccess;
}

/** An admitted caller, for the length of a request. */
export interface Visitor<Given extends object = object> {
  given: Given;
  /** Fields for the log. */
  logged: Record<string, string>;
  /** The queue for changing calls of callers without an identity. Callers after the same rows share one. */
  line?: string;
  /** Undefined on public routes. */
  identity?: Identity;
}

/** A table of stored answers, and its column for the caller's id. */
export interface AnswerTable {
  table: 'idempotent_answers' | 'operator_answers';
  keyColumn: string;
}

export interface Identity {
  id: string;
  /** The workspace it acts in. Part of the name of the queue for changing calls. */
  workspaceId: string;
  /** Known to the caller only. Seals stored responses, and is forgotten with the request. */
  secret: string;
  /** Checked while a stream is open, because access may be revoked or expire. */
  isStillGood(): Promise<boolean>;
}

export interface DescribedAccess {
  /** Appended to the description of the operation. */
  needs?: string;
  /** OpenAPI's `security`. Undefined: the default of the document. */
  security?: object[];
  /** Descriptions of the headers on every response to an identified caller, by name. */
  headers: Record<string, string>;
  /** Error types, each with a sample message. */
  refusals: [type: keyof typeof statusOf, message: string][];
}
