import type { KeyObject } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../clock.ts';
import { notFound, rateLimited } from '../../errors.ts';
import { type MadeForm, readFormToken } from '../../form-tokens.ts';
import type { Reader } from '../../html/reader.ts';
import { type Named, readToken, type TokenPurpose } from '../../tokens.ts';
import { acceptForms } from '../forms.ts';
import { type Allowance, MemoryRateLimiter } from '../rate-limit.ts';
import type { Access, AccessKind, Visitor } from './access.ts';
import { createFailures } from './failures.ts';
import { pageError, pageHeaders, readerFrom, requireOwnSite, unknownForm } from './pages.ts';

/** Wrong tokens in any 60 seconds, from one address. */
const MAX_FAILURES = 120;
/** Calls in any 60 seconds, with one link. */
const MAX_CALLS = 120;
/** Links in memory. */
const MAX_LINKS = 10_000;

export interface GivenByLink {
  /** What the link names. Whether it is there is for the handler to find out. */
  link: Named;
  /** As it stands in the path. */
  token: string;
  reader: Reader;
  /** The form that was sent; null for a page that is only read. */
  form: MadeForm | null;
}

/** Participants who follow the link that they were sent. The token in the path is their credential. */
export const withLink: Access<GivenByLink> = { kind: 'participant_link', authorize() {} };
/** Anybody who has a team's booking link. */
export const withBookingLink: Access<GivenByLink> = { kind: 'booking_link', authorize() {} };
/** Whoever was sent a link to confirm a booking. */
export const withConfirmation: Access<GivenByLink> = { kind: 'booking_confirmation', authorize() {} };

interface LinkKind {
  access: Access<GivenByLink>;
  purpose: TokenPurpose;
  /** The paths that it owns. */
  paths: RegExp;
}

const linkKinds: LinkKind[] = [
  { access: withLink, purpose: 'page', paths: /^\/m(?:[/?]|$)/ },
  { access: withConfirmation, purpose: 'confirm', paths: /^\/b\/confirm(?:[/?]|$)/ },
  { access: withBookingLink, purpose: 'booking', paths: /^\/b(?:[/?]|$)/ },
];

/** Pages that are reached by a link with a token. */
export function createLinkAccess(secretKey: () => KeyObject, clock: Clock): AccessKind[] {
  const failures = createFailures(clock, MAX_FAILURES);
  const calls = new MemoryRateLimiter(MAX_LINKS);
  const unknown = () => notFound('Link');

  return linkKinds.map(({ access, purpose, paths }) => ({
    name: access.kind,
    identify(request: FastifyRequest): Visitor<GivenByLink> {
      const { token = '' } = request.params as { token?: string };
      const link = readToken(secretKey(), purpose, token);
      if (!link) throw failures.fail(request, unknown());
      const window = { subject: `${purpose} ${link.ulid} ${link.place}`, limit: MAX_CALLS };
      const allowance = calls.take([window], clock.now())[0] as Allowance;
      if (!allowance.admitted) throw rateLimited(allowance.freeIn, 'too many calls with this link');
      return { given: { link, token, reader: readerFrom(request), form: null }, logged: {} };
    },
    headers: pageHeaders,
    acceptBodies: acceptForms,
    admitBody(request) {
      requireOwnSite(request);
      const { given } = request.visitor as Visitor<GivenByLink>;
      const { form } = (request.body ?? {}) as { form?: unknown };
      const made = readFormToken(secretKey(), given.token, form);
      if (!made) throw unknownForm();
      given.form = made;
    },
    ownsPath: (path) => paths.test(path),
    unknownPath: unknown,
    errorResponse: pageError,
    namesIgnored: false,
    takesIdempotencyKeys: false,
    describe: () => ({ security: [], headers: {}, refusals: [] }),
  }));
}
