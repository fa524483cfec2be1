// Whether mail leaves the server. What is read is the end of two lists, so it costs the same however much was sent before.
import type { Context } from '../../../context.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import { countKept, selectLatestFates } from './unsent-queries.ts';
import { troubleIn } from './unsent-rules.ts';

/** Counts stop there: a page then says `99+`. */
export const MAX_UNSENT = 100;

export type Unsent = NonNullable<Awaited<ReturnType<typeof readUnsent>>>;

/**
 * Why messages don't leave the server, and how many there are: there is no mail server, or it has taken none for a while. Null if
 * all is well.
 */
export async function readUnsent({ database, caller, clock, config }: Context) {
  if (config.smtpUrl === undefined) {
    const count = await countKept(database, caller.workspaceId, MAX_UNSENT);
    return count === 0 ? null : { why: 'no_server' as const, count };
  }
  const trouble = troubleIn(await selectLatestFates(database, caller.workspaceId, MAX_UNSENT), clock.now());
  if (!trouble) return null;
  const { count, since, last_error } = trouble;
  return { why: 'failing' as const, count, since: formatTimestamp(since), last_error };
}
