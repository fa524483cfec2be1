import { DAY_MS } from '../../time/timestamps.ts';
import { dateOf, localDay } from '../../time/zones.ts';
import { startOfDay } from '../day-query.ts';
import { text } from '../fields.ts';
import type { Screen } from '../screen.ts';
import type { ShownRequest } from './words.ts';

const USUAL_DAYS = 7;
const MAX_DAYS = 14;

interface Asked {
  from: string | undefined;
  to: string | undefined;
}

/**
 * The days to show: those asked for, also by a refused form; otherwise a week from today, or from the start of the request's
 * timeframe.
 */
export function spanShown({ dates, now, sent }: Screen, asked: Asked, { timeframe }: ShownRequest) {
  const { timezone } = dates;
  const given = (name: 'from' | 'to') => asked[name] ?? (text(sent?.fields ?? {}, name) || undefined);
  const beginning = Math.max(now, timeframe ? Date.parse(timeframe.start) : now);
  const from = given('from') ?? dateOf(localDay(timezone, beginning));
  const wanted = given('to') ?? after(from, USUAL_DAYS - 1);
  const to = clamp(wanted, from, after(from, MAX_DAYS - 1));
  return {
    shown: { from, to },
    search: { from: startOfDay(from, timezone), to: startOfDay(to, timezone, 1) },
  };
}

const after = (date: string, days: number) =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

/** Dates in ISO format sort as text. */
const clamp = (date: string, least: string, most: string) =>
  date < least ? least : date > most ? most : date;
