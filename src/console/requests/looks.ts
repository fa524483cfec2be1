// Since when somebody hasn't looked at a request, so that its page can mark what is new. It is kept in a cookie: it is about one person at
// one browser, nobody else needs it, and opening a page writes nothing to the database.
import { hash } from 'node:crypto';

/** Whoever opens a page again within this time is still looking at it: a reload, or a live page, takes no mark away. */
const SAME_LOOK_MS = 10 * 60_000;
/** About a kilobyte. The request that was looked at the longest ago is forgotten. */
const MAX_REMEMBERED = 40;
/** Times in the cookie are in milliseconds, written in this base. */
const BASE = 36;

interface Look {
  key: string;
  /** The end of the look before; the beginning of this one, if there was none. */
  since: number;
  /** When the page was shown last. */
  seen: number;
}

/** What was done later than `since` is new. `cookie` is what to remember instead of what was `remembered`. */
export function lookAt(
  remembered: string | undefined,
  { memberId, requestId, now }: { memberId: string; requestId: string; now: number },
): { since: number; cookie: string } {
  const looks = readLooks(remembered);
  // Somebody else may sign in at the same browser, and a cookie shouldn't name what they looked at.
  const key = hash('sha256', `${memberId} ${requestId}`, 'base64url').slice(0, 8);
  const known = looks.find((look) => look.key === key);
  const since = known === undefined ? now : now - known.seen > SAME_LOOK_MS ? known.seen : known.since;
  const others = looks.filter((look) => look !== known).slice(0, MAX_REMEMBERED - 1);
  return { since, cookie: [{ key, since, seen: now }, ...others].map(written).join('.') };
}

const written = ({ key, since, seen }: Look) => `${key}~${since.toString(BASE)}~${seen.toString(BASE)}`;

/** Leaves out what isn't ours. */
function readLooks(remembered = ''): Look[] {
  return remembered.split('.').flatMap((text) => {
    const [key = '', since, seen] = text.split('~');
    const times = [since, seen].map((time) => Number.parseInt(time ?? '', BASE));
    const [from, to] = times as [number, number];
    return key.length === 8 && times.every(Number.isFinite) ? [{ key, since: from, seen: to }] : [];
  });
}
