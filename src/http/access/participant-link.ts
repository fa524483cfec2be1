import type { KeyObject } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../clock.ts';
import { notFound } from '../../errors.ts';
import { type Named, readToken } from '../../tokens.ts';
import { acceptJson } from '../content-types.ts';
import { jsonError } from '../error-response.ts';
import { closedPage } from '../headers.ts';
import type { Access, AccessKind, Visitor } from './access.ts';
import { createFailures } from './failures.ts';

const NAME = 'participant_link';
const UNDER_LINKS = /^\/m(?:[/?]|$)/;
/** In any 60 seconds, from one address. */
const MAX_FAILURES = 120;

interface GivenByLink {
  /** A participant, by request and place. Whether there is one is for the handler to find out. */
  link: Named;
}

/** Participants who follow the link that they were sent. The token in the path is their credential. */
export const withLink: Access<GivenByLink> = { kind: NAME, authorize() {} };

export function createLinkAccess(secretKey: () => KeyObject, clock: Clock): AccessKind {
  const failures = createFailures(clock, MAX_FAILURES);
  const unknown = () => notFound('Link');
  return {
    name: NAME,
    identify(request: FastifyRequest): Visitor<GivenByLink> {
      const { token = '' } = request.params as { token?: string };
      const link = readToken(secretKey(), 'page', token);
      if (!link) throw failures.fail(request, unknown());
      return { given: { link }, logged: {} };
    },
    headers: { ...closedPage, 'x-robots-tag': 'noindex, nofollow' },
    acceptBodies: acceptJson,
    ownsPath: (path) => UNDER_LINKS.test(path),
    unknownPath: unknown,
    errorResponse: jsonError,
    namesIgnored: false,
    takesIdempotencyKeys: false,
    describe: () => ({ security: [], headers: {}, refusals: [] }),
  };
}
