import type { Config } from '../settings/config.ts';
import { DAY_MS, MINUTE_MS } from '../time/timestamps.ts';

/** `10,000`. The first `toLocaleString` of a process takes 25 ms and 8 MB (measured), which every start would pay for. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** The maximum length of a name, in characters, wherever it is entered. */
export const NAME_LENGTH = 200;
/** The maximum length of a reason for a change. */
export const REASON_LENGTH = 1_000;
/** The maximum length of an id made by another system: Google Calendar's have up to 1,024 characters. */
export const FOREIGN_ID_LENGTH = 1_024;
/** The maximum length of a member's introduction. */
export const INTRODUCTION_LENGTH = 1_000;
/** The maximum length of a description, or of any other long text. */
export const TEXT_LENGTH = 5_000;
/** The maximum length of a URL. */
export const URL_LENGTH = 2_048;
/** The maximum length of a value that a link fills in on a page. */
export const PARAMETER_LENGTH = 500;
/** The longest meeting. */
export const MAX_DURATION_MINUTES = 24 * 60;
/** The longest range that one search for slots may cover. */
export const MAX_SEARCH_DAYS = 62;

/** How long a sign-in link works. A mail that has been waiting longer than this is not sent. */
export const SIGN_IN_LINK_MS = 15 * MINUTE_MS;
/** How long the link of an invitation works: people who are on holiday for a week still find it. */
export const INVITATION_DAYS = 7;
export const INVITATION_MS = INVITATION_DAYS * DAY_MS;

/** Requests in any 60 seconds. 0 means no limit. */
export interface KeyLimits {
  key: number;
  workspace: number;
}

/** The default limit of a workspace is this many times that of a key. */
const KEYS_IN_WORKSPACE_LIMIT = 10;

export function keyLimits(config: Config): KeyLimits {
  const key = config.rateLimitPerMinute;
  return { key, workspace: config.workspaceRateLimitPerMinute ?? key * KEYS_IN_WORKSPACE_LIMIT };
}
