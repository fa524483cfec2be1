import { setTimeout as wait } from 'node:timers/promises';
import type { Services } from '../../context.ts';
import { RotaError } from '../../errors.ts';
import {
  askForSignInLink,
  endSession,
  readSignInLink,
  signIn,
} from '../../features/people/sessions/operations.ts';
import { makeSecret } from '../../features/people/sessions/rules.ts';
import { withQuery } from '../../html/urls.ts';
import { SIGN_IN_PATH, withSession } from '../../http/access/session.ts';
import { type GivenBySignIn, signingIn } from '../../http/access/sign-in.ts';
import { setCookie } from '../../http/cookies.ts';
import { FormPage, SeeOther } from '../../http/form-results.ts';
import { choiceQuery, textQuery } from '../../http/query.ts';
import { htmlPage, type Route, route } from '../../http/route.ts';
import { SIGN_IN_LINK_MS } from '../../limits/limits.ts';
import { isEmail } from '../../text/emails.ts';
import { isLoopbackUrl } from '../../text/networks.ts';
import { SECOND_MS } from '../../time/timestamps.ts';
import { makeFormToken } from '../../tokens/form-tokens.ts';
import { type SentFields, text } from '../fields.ts';
import { WELCOME } from '../welcome/paths.ts';
import { askPage, confirmPage, type Door, failedPage, sentPage } from './pages.ts';

const group = { name: 'Signing in', description: 'How members get into the console.' };
const url = `${SIGN_IN_PATH}/:token`;

/** Every response to an address takes this long, or a multiple, so that timing doesn't reveal whether a member has it. */
const ANSWER_EVERY_MS = 250;

export const signInRoutes: Route[] = [
  route({
    method: 'GET',
    url: SIGN_IN_PATH,
    access: signingIn,
    operation: 'showSignIn',
    group,
    summary: 'Ask for a link',
    description: 'A form for the address.',
    query: {
      next: textQuery('The page of the console to go to afterwards.'),
      done: choiceQuery(['sent', 'signed_out'] as const, 'What came before.'),
    },
    response: htmlPage,
    async handle(services, { query }) {
      const door = doorOf(services, query.next);
      return query.done === 'sent'
        ? sentPage(door)
        : askPage(door, { isSignedOut: query.done !== undefined });
    },
  }),
  route({
    method: 'POST',
    url: SIGN_IN_PATH,
    access: signingIn,
    operation: 'sendSignIn',
    group,
    summary: 'Have a link sent',
    description: 'The response is the same, whoever has the address.',
    response: { status: 303, description: 'The page that says so.' },
    async handle(services, input) {
      const fields = input.body as SentFields;
      const email = text(fields, 'email').trim();
      const next = nextAfter(text(fields, 'next'));
      if (!isEmail(email)) {
        const problem = 'This is not an email address.';
        return new FormPage(422, askPage(doorOf(services, next), { email, problem }));
      }
      await inEvenTime(() => askForSignInLink(services, email));
      const remembered = { value: next, seconds: SIGN_IN_LINK_MS / SECOND_MS };
      return new SeeOther(withQuery(SIGN_IN_PATH, { done: 'sent' }), [
        setCookie(services.address.url, 'next', remembered),
      ]);
    },
  }),
  route({
    method: 'GET',
    url,
    access: signingIn,
    operation: 'showSignInLink',
    group,
    summary: 'The page of a link',
    description:
      'Says who signs in. Looking at it uses nothing up. The browser gets a cookie, by which it may press the button twice.',
    response: htmlPage,
    async handle(services) {
      const link = await readSignInLink(services, services.token);
      // Somebody new is shown around, unless they came for a page.
      const door = doorOf(services, services.cameFor ?? (link?.isInvitation ? WELCOME : undefined));
      if (door.needsHttps) return askPage(door);
      if (link?.state !== 'good') return failed(door, link);
      const action = services.path;
      const page = confirmPage(door, link, { action, token: formToken(services, action) });
      const visit = { value: makeSecret(), seconds: SIGN_IN_LINK_MS / SECOND_MS };
      return new FormPage(200, page, [setCookie(services.address.url, 'visit', visit)]);
    },
  }),
  route({
    method: 'POST',
    url,
    access: signingIn,
    operation: 'sendSignInLink',
    group,
    summary: 'Sign in',
    description:
      'Uses the link up. Pressed again in the same browser within a minute, the button leads to the same session.',
    response: { status: 303, description: 'The console.' },
    async handle(services, input) {
      const { address, clock, token, browser } = services;
      const next = nextAfter(text(input.body as SentFields, 'next'));
      try {
        const { secret, expires_at } = await signIn(services, token, browser);
        const seconds = Math.floor((expires_at - clock.now()) / SECOND_MS);
        return new SeeOther(next, [
          setCookie(address.url, 'session', { value: secret, seconds }),
          setCookie(address.url, 'next', undefined),
        ]);
      } catch (error) {
        if (!(error instanceof RotaError) || error.type !== 'gone') throw error;
        const link = await readSignInLink(services, token);
        return failed(doorOf(services, next), link);
      }
    },
  }),
  route({
    method: 'POST',
    url: '/console/sign-out',
    access: withSession,
    operation: 'signOut',
    group,
    summary: 'Sign out',
    description: 'Ends the session.',
    response: { status: 303, description: 'The page on which to sign in.' },
    async handle(services) {
      await endSession(services, services.session.id);
      return new SeeOther(withQuery(SIGN_IN_PATH, { done: 'signed_out' }), [
        setCookie(services.address.url, 'session', undefined),
      ]);
    },
  }),
];

type SigningIn = Services & GivenBySignIn;

const formToken = ({ secrets, clock }: Services, path: string) =>
  makeFormToken(secrets.linkKeys(), path, clock.now());

function doorOf(services: SigningIn, next: unknown): Door {
  const { reader, address, config } = services;
  return {
    reader,
    token: formToken(services, SIGN_IN_PATH),
    next: nextAfter(next),
    needsHttps: !address.url.startsWith('https:') && !isLoopbackUrl(address.url),
    sendsMail: config.smtpUrl !== undefined,
  };
}

function failed(door: Door, link: Awaited<ReturnType<typeof readSignInLink>>): FormPage {
  if (link === undefined) return new FormPage(404, failedPage(door, 'unknown'));
  const expired = link.isInvitation ? 'invitation_expired' : 'expired';
  return new FormPage(410, failedPage(door, link.state === 'used' ? 'used' : expired, link.brand));
}

/** Uses real time, not the service's clock, because that is what an attacker can measure. */
async function inEvenTime(work: () => Promise<void>): Promise<void> {
  const began = performance.now();
  try {
    await work();
  } finally {
    await wait(ANSWER_EVERY_MS - ((performance.now() - began) % ANSWER_EVERY_MS));
  }
}

const ORIGIN = 'http://console.invalid';
const HOME = '/console';
const MAX_NEXT_LENGTH = 1_000;

/** Where to go after signing in: a page of the console, whatever was given. */
export function nextAfter(given: unknown): string {
  if (typeof given !== 'string' || given.length > MAX_NEXT_LENGTH || !given.startsWith(HOME)) return HOME;
  // Read as a browser reads it, with `..`, tabs and backslashes.
  const url = URL.parse(given, ORIGIN);
  const isPage = url?.origin === ORIGIN && /^\/console(?:\/(?!sign-in|sign-out)|$)/.test(url.pathname);
  return isPage ? url.pathname + url.search : HOME;
}
