import { MINUTE_MS } from '../../../time/timestamps.ts';

/** What became of a message lately. */
export interface Fate {
  status: 'queued' | 'sent' | 'failed';
  last_error: string | null;
  created_at: number;
  sent_at: number | null;
  /** Since when it waits for a mail server that can't be reached; null for others. */
  waits_for_relay_since: number | null;
}

export interface Trouble {
  count: number;
  since: number;
  last_error: string;
}

/** A restart of the mail server takes less. */
const AWAY_MS = 5 * MINUTE_MS;
/** So many messages in a row, for so long: fewer may be wrong addresses, or a server that lets strangers wait. */
const REFUSED = 3;
const REFUSED_MS = 30 * MINUTE_MS;

/** How the error of a message begins that the service itself has given up: the mail server wasn't asked, or isn't to blame. */
const OWN_DECISION = 'not sent: ';

/** Undefined if the mail server takes mail, or if nothing speaks against it. */
export function troubleIn(fates: Fate[], now: number): Trouble | undefined {
  const lastSent = Math.max(0, ...fates.map(({ sent_at }) => sent_at ?? 0));
  const unsent = fates
    .filter(({ status }) => status !== 'sent')
    .filter(({ last_error }) => last_error !== null && !last_error.startsWith(OWN_DECISION))
    .map((fate) => ({ ...fate, since: fate.waits_for_relay_since ?? fate.created_at }))
    .filter(({ since }) => since > lastSent)
    .sort((one, other) => one.since - other.since);
  const [first, last] = [unsent[0], unsent.at(-1)];
  if (!first || !last) return undefined;
  const waited = unsent.find(({ waits_for_relay_since }) => waits_for_relay_since !== null);
  const isAway = waited !== undefined && now - waited.since >= AWAY_MS;
  const isRefusing = unsent.length >= REFUSED && now - first.since >= REFUSED_MS;
  if (!isAway && !isRefusing) return undefined;
  return { count: unsent.length, since: first.since, last_error: last.last_error ?? '' };
}
