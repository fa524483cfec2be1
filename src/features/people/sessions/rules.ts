import { createHash, createHmac, randomBytes } from 'node:crypto';
import { type Scope, scopes } from '../../../scopes.ts';
import { onOneLine } from '../../../text/plain-text.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/timestamps.ts';
import type { LinkKeys } from '../../../tokens/link-tokens.ts';
import type { MemberRole } from '../members/rules.ts';

/** To one member, in the time that a link lives. */
export const MAX_MAILS = 3;
/** One address can be of a member in several workspaces. */
export const MAX_WORKSPACES = 5;

/** For so long after a link was used, its button may be pressed again in the same browser. */
const PRESSED_AGAIN_MS = MINUTE_MS;

/** From signing in, however often it is used. */
export const SESSION_MS = 30 * DAY_MS;
/** For so long, a form that is sent again counts as the same: somebody who goes back later means it. */
export const SENT_FORM_MS = 5 * MINUTE_MS;
/** Of one member. */
export const MAX_SESSIONS = 20;
/** How far `seen_at` may be behind. */
export const SEEN_EVERY_MS = HOUR_MS;

const SECRET_BYTES = 32;
const USER_AGENT_LENGTH = 300;

export const makeSecret = () => randomBytes(SECRET_BYTES).toString('base64url');

/**
 * The secret of the session that a link starts, from what the browser was given when it looked at the page of the link: the same
 * each time that its button is pressed. The key is in it so that nobody can plant a visit and know the secret.
 */
export const secretOfVisit = ({ making }: LinkKeys, linkId: string, visit: string) =>
  createHmac('sha256', making).update(`session ${linkId} ${visit}`).digest('base64url');

/** The only form in which a secret is stored. Its randomness makes a slow hash unnecessary. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex');

export interface LinkState {
  used_at: number | null;
  expires_at: number;
  email_folded: string;
  /** Of the member, as they are now. */
  member_email_folded: string;
  deactivated_at: number | null;
}

/** What a link is good for. A member who has left, or has another address, can't use it any more. */
export function stateOf(link: LinkState, now: number): 'good' | 'used' | 'expired' {
  if (link.used_at !== null) return 'used';
  return isOfMember(link) && link.expires_at > now ? 'good' : 'expired';
}

/** Whether its button may be pressed again, in the browser that has used it. */
export const wasJustUsed = (link: LinkState, now: number) =>
  link.used_at !== null && now < link.used_at + PRESSED_AGAIN_MS && isOfMember(link);

const isOfMember = (link: LinkState) =>
  link.deactivated_at === null && link.email_folded === link.member_email_folded;

/** Operations that compare scopes let admins do everything. Others are not let near them. */
export const scopesOf = (role: MemberRole): readonly Scope[] => (role === 'admin' ? scopes : []);

export const shownUserAgent = (given: string | undefined): string | null =>
  onOneLine(given ?? '', USER_AGENT_LENGTH) || null;
