import type { Config } from '../settings/config.ts';

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
