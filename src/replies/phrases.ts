export interface Phrases {
  duration_minutes: number | null;
  /** Milliseconds since 1970. */
  timeframe: { start: number; end: number } | null;
}

/** How long a meeting is to take, and when it is to be, as far as a mail says it in plain phrases. */
export function phrasesIn(_text: string, _where: { timezone: string; now: number }): Phrases {
  return { duration_minutes: null, timeframe: null };
}
