import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorResponse, statusOf } from '../error-response.ts';

/**
 * Who may call a route, as a value of the route. `Given` is what its handler gets besides the services.
 * docs/decisions/0023-access-is-a-value.md says how to add a kind.
 */
export interface Access<Given extends object = object> {
  /** The name of an `AccessKind`. */
  kind: string;
  /** Refuses a caller who is known, but may not call this route. */
  authorize(given: Given): void;
}

/** How callers of one kind are identified and served. `app.ts` has the list of the kinds. */
export interface AccessKind {
  name: string;
  /** Tells who calls, or throws the refusal. Applies the rate limits. */
  identify(request: FastifyRequest, reply: FastifyReply): Visitor | Promise<Visitor>;
  /** Security headers of every response. */
  headers: Record<string, string>;
  /** Registers the content types that bodies may have. */
  acceptBodies(server: FastifyInstance): void;
  /** Whether a path that no route has is refused in the way of this kind. The first kind in the list that says so does it. */
  ownsPath(path: string): boolean;
  unknownPath(): Error;
  errorResponse(error: unknown, requestId: string): ErrorResponse;
  /** Whether responses name the parameters and fields that the route does not know. */
  namesIgnored: boolean;
  /** Whether a POST with an Idempotency-Key is done once. */
  takesIdempotencyKeys: boolean;
  /** What every operation of this kind has in the API description. */
  describe(access: Access): DescribedAccess;
}

/** Whoever was let in, for the length of a request. */
export interface Visitor<Given extends object = object> {
  given: Given;
  /** What the log says of them. */
  logged: Record<string, string>;
  /** Undefined for somebody who need not show who they are. */
  identity?: Identity;
}

export interface Identity {
  id: string;
  workspaceId: string;
  /** What only the caller has: stored responses are sealed with it. It lives as long as the request. */
  secret: string;
  /** Asked again while a stream is open: access may be revoked or expire. */
  isStillGood(): Promise<boolean>;
}

export interface DescribedAccess {
  /** Stands below the description of the operation. */
  needs?: string;
  /** As OpenAPI has it. Left out where it is what the document says for all. */
  security?: object[];
  /** Headers of every response after the caller is identified: name, description. */
  headers: Record<string, string>;
  /** Error types, each with an example of its message. */
  refusals: [type: keyof typeof statusOf, message: string][];
}
