import type { FastifyRequest } from 'fastify';
import type { Services } from '../../context.ts';
import { notFound } from '../../errors.ts';
import type { Reader } from '../../html/reader.ts';
import type { Parameters } from '../../html/urls.ts';
import { MemoryRateLimiter, type Window } from '../../limits/rate-windows.ts';
import { networkOf } from '../../text/networks.ts';
import type { MadeForm } from '../../tokens/form-tokens.ts';
import { type Named, readToken, type TokenPurpose } from '../../tokens/link-tokens.ts';
import { acceptForms, acceptOneClick } from '../forms.ts';
import type { Access, AccessKind, Visitor } from './access.ts';
import { clientAddress, createFailures } from './failures.ts';
import {
  admitForm,
  isForm,
  pageError,
  pageHeaders,
  parametersOf,
  pathInstead,
  readerFrom,
  requireAllowance,
  requireOwnSite,
} from './pages.ts';

/** How many wrong tokens an address may send in any 60 seconds. */
const MAX_FAILURES = 120;
/** How many links and addresses to remember. */
const MAX_SUBJECTS = 20_000;

export interface GivenByLink {
  /** What the link names. The handler finds out whether it exists. */
  link: Named;
  /** Spelled as in the links we write, even if a mail program changed its case. */
  token: string;
  reader: Reader;
  clientAddress: string;
  /** The parameters that the page was asked for with. */
  parameters: Parameters;
  /** The submitted form; null for a page that is only read. */
  form: MadeForm | null;
}

/** Participants who follow their link. The token in the path is their credential. */
export const withLink: Access<GivenByLink> = { kind: 'participant_link', authorize() {} };
/** Participants who want no more mail, and mail providers' programs that unsubscribe for them. */
export const withStopLink: Access<GivenByLink> = { kind: 'stop_link', authorize() {} };
/** Anybody who has a team's booking link. */
export const withBookingLink: Access<GivenByLink> = { kind: 'booking_link', authorize() {} };
/** People who were sent a link to confirm a booking. */
export const withConfirmation: Access<GivenByLink> = { kind: 'booking_confirmation', authorize() {} };

interface LinkKind {
  access: Access<GivenByLink>;
  purpose: TokenPurpose;
  /** What its paths begin with. The token follows. */
  prefix: string;
  limits: Limit[];
  /** Its forms are also sent by programs, without seeing a page first. The token in the path is enough. */
  isOneClick?: true;
}

/** In any 60 seconds, on one node. Submitted forms count as calls, too. */
interface Limit {
  of: 'calls' | 'forms';
  by: ('link' | 'address')[];
  most: number;
}

/** Submitted forms, in any 60 seconds, on one node. */
export const linkLimits = { ofPersonalLink: 30, ofSharedLink: 30, ofNetwork: 10 };

/** A link that one person has. */
const personal: Limit[] = [
  { of: 'calls', by: ['link'], most: 120 },
  { of: 'forms', by: ['link'], most: linkLimits.ofPersonalLink },
];
/** A link that many people have: one of them mustn't use up the limit for all. */
const shared: Limit[] = [
  { of: 'calls', by: ['link', 'address'], most: 120 },
  { of: 'calls', by: ['link'], most: 600 },
  { of: 'forms', by: ['address'], most: linkLimits.ofNetwork },
  { of: 'forms', by: ['link'], most: linkLimits.ofSharedLink },
];

const linkKinds: LinkKind[] = [
  { access: withStopLink, purpose: 'stop', prefix: '/m/stop', limits: personal, isOneClick: true },
  { access: withLink, purpose: 'page', prefix: '/m', limits: personal },
  { access: withConfirmation, purpose: 'confirm', prefix: '/b/confirm', limits: personal },
  { access: withBookingLink, purpose: 'booking', prefix: '/b', limits: shared },
];

/** Pages behind a link with a token. */
export function createLinkAccess({ secrets, clock, address }: Services): AccessKind[] {
  const failures = createFailures(clock, MAX_FAILURES);
  const limiter = new MemoryRateLimiter(MAX_SUBJECTS);
  const unknown = () => notFound('Link');

  function limit(request: FastifyRequest, { purpose, limits }: LinkKind, { ulid, place }: Named): void {
    const subjects = { link: `${ulid} ${place}`, address: networkOf(clientAddress(request)) };
    const windows: Window[] = limits
      .filter(({ of }) => of === 'calls' || isForm(request))
      .map(({ of, by, most }) => ({
        subject: [purpose, of, ...by.map((name) => subjects[name])].join(' '),
        limit: most,
      }));
    requireAllowance(limiter, windows, clock.now(), 'too many calls with this link');
  }

  return linkKinds.map((kind) => {
    const { access, purpose, prefix, isOneClick } = kind;
    const paths = new RegExp(`^${prefix}(?=[/?]|$)(?:/([^/?]*))?`);
    return {
      name: access.kind,
      identify(request: FastifyRequest): Visitor<GivenByLink> {
        // A path without a route has no parameters.
        const { token = paths.exec(request.url)?.[1] ?? '' } = request.params as { token?: string };
        const link = readToken(secrets.linkKeys(), purpose, token);
        if (!link) throw failures.fail(request, unknown());
        // First, so that another site can't use up the link's limit.
        if (isForm(request) && !isOneClick) requireOwnSite(request, address.url);
        limit(request, kind, link);
        const given = {
          link,
          token: token.toLowerCase(),
          reader: readerFrom(request),
          clientAddress: clientAddress(request),
          parameters: parametersOf(request),
          form: null,
        };
        return { given, logged: {}, line: `${purpose} ${link.ulid}` };
      },
      headers: pageHeaders,
      acceptBodies: isOneClick ? acceptOneClick : acceptForms,
      admitBody(request) {
        if (isOneClick) return;
        const { given } = request.visitor as Visitor<GivenByLink>;
        admitForm(request, secrets.linkKeys(), given.token);
      },
      ownsPath: (path) => paths.test(path),
      pathInstead,
      unknownPath: unknown,
      errorResponse: pageError,
      namesIgnored: false,
      describe: () => ({ security: [], headers: {}, refusals: [] }),
    };
  });
}
