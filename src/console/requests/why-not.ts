// Groups the start times of a slot search into stretches with the same reasons: who is in the way, and why.
import type { Dates } from '../../html/dates.ts';
import type { RefusalReason } from '../../time/hosts.ts';
import { inWords, refusals } from './words.ts';

interface Searched {
  data: { starts_at: string }[];
  meta: { refused?: { starts_at: string; reasons: { email: string; reason: RefusalReason }[] }[] };
}

/** Consecutive start times on one day with the same reasons. */
export interface Stretch {
  day: string;
  /** The first and the last start. */
  from: number;
  to: number;
  /** Empty if they are free. */
  reasons: string;
}

export function stretchesOf(
  { data, meta }: Searched,
  dates: Dates,
  nameOf: (email: string) => string,
): Stretch[] {
  const starts = [
    ...data.map(({ starts_at }) => ({ at: Date.parse(starts_at), reasons: '' })),
    ...(meta.refused ?? []).map(({ starts_at, reasons }) => ({
      at: Date.parse(starts_at),
      reasons: reasonsInWords(reasons, nameOf),
    })),
  ].sort((one, other) => one.at - other.at);
  const stretches: Stretch[] = [];
  for (const { at, reasons } of starts) {
    const day = dates.day(at);
    const last = stretches.at(-1);
    if (last && last.day === day && last.reasons === reasons) last.to = at;
    else stretches.push({ day, from: at, to: at, reasons });
  }
  return stretches;
}

const MAX_NAMED = 5;

/** `Ada Lovelace is busy; Ben Okafor is outside of working hours`. */
function reasonsInWords(
  reasons: { email: string; reason: RefusalReason }[],
  nameOf: (email: string) => string,
): string {
  const byHost = [...Map.groupBy(reasons, ({ email }) => email)].map(([email, own]) => {
    const words = own.map(({ reason }) => refusals[reason]);
    return `${nameOf(email)} ${inWords(words, words.length)}`;
  });
  const more = byHost.length - MAX_NAMED;
  return [...byHost.slice(0, MAX_NAMED), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}
