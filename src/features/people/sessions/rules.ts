import { createHash, createHmac, randomBytes } from 'node:crypto';
import { type Scope, scopes } from '../../../scopes.ts';
import { onOneLine } from '../../../text/plain-text.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/timestamps.ts';
import type { LinkKeys } from '../../../tokens/link-tokens.ts';
import type { MemberRole } from '../members/rules.ts';

/** Mails with a link to one member, within the lifetime of a link. */
export const MAX_MAILS = 3;
/** The same address can belong to members of several workspaces. */
export const MAX_WORKSPACES = 5;

/** How long after a link was used its button may be pressed again in the same browser. */
const PRESSED_AGAIN_MS = MINUTE_MS;

/** Counts from signing in, however often the session is used. */
export const SESSION_MS = 30 * DAY_MS;
/** How long a form that is sent again counts as the same. After that, the person means it. */
export const SENT_FORM_MS = 5 * MINUTE_MS;
/** For one member. */
export const MAX_SESSIONS = 20;
/** How far `seen_at` may be behind. */
export const SEEN_EVERY_MS = HOUR_MS;

const SECRET_BYTES = 32;
const USER_AGENT_LENGTH = 300;

export const makeSecret = () => randomBytes(SECRET_BYTES).toString('base64url');

/**
 * The secret of the session that a link starts, made from the random value that the browser got with the page of the link, so that
 * it is the same each time the button is pressed. It is keyed, so that nobody can plant a visit and know the secret.
 */
export const secretOfVisit = ({ making }: LinkKeys, linkId: string, visit: string) =>
  createHmac('sha256', making).update(`session ${linkId} ${visit}`).digest('base64url');

/** The only form in which a secret is stored. Its randomness makes a slow hash unnecessary. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex');

export interface LinkState {
  used_at: number | null;
  expires_at: number;
  email_folded: string;
  /** The member's address now. */
  member_email_folded: string;
  deactivated_at: number | null;
}

/** Whether a link still works. It doesn't for a member who has left or has another address now. */
export function stateOf(link: LinkState, now: number): 'good' | 'used' | 'expired' {
  if (link.used_at !== null) return 'used';
  return isOfMember(link) && link.expires_at > now ? 'good' : 'expired';
}

/** Whether the button may be pressed again in the browser that used the link. */
export const wasJustUsed = (link: LinkState, now: number) =>
  link.used_at !== null && now < link.used_at + PRESSED_AGAIN_MS && isOfMember(link);

const isOfMember = (link: LinkState) =>
  link.deactivated_at === null && link.email_folded === link.member_email_folded;

/** Admins pass every check of scopes in operations. Other members don't get that far. */
export const scopesOf = (role: MemberRole): readonly Scope[] => (role === 'admin' ? scopes : []);

export const shownUserAgent = (given: string | undefined): string | null =>
  onOneLine(given ?? '', USER_AGENT_LENGTH) || null;
