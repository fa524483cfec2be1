import { invalidRequest } from '../../../errors.ts';

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;
/** Ten years, including both ends. */
const MAX_MONTHS = 120;

/** Months since the year 0. */
function numberOf(month: string): number {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return year * 12 + number - 1;
}

/** The month in UTC, such as `2026-11`. */
export function monthOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 7);
}

/** The first moment after a month. */
export function endOfMonth(month: string): number {
  const number = numberOf(month) + 1;
  return Date.UTC(Math.floor(number / 12), number % 12);
}

export function checkMonth(name: string, month: string): void {
  if (!MONTH.test(month)) throw invalidRequest(`${name} must be a month such as 2026-11`);
}

/** The first and last month to report; the current month by default. */
export function monthsOf(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  now: number,
): { from: string; to: string } {
  const last = to ?? monthOf(now);
  const first = from ?? last;
  checkMonth('to', last);
  checkMonth('from', first);
  if (first > last) throw invalidRequest('from must not be after to');
  if (numberOf(last) - numberOf(first) >= MAX_MONTHS) {
    throw invalidRequest(`from and to must be at most ${MAX_MONTHS} months apart`);
  }
  return { from: first, to: last };
}

/** Every month of the period, oldest first. */
export function monthsBetween(period: Parameters<typeof monthsOf>[0], now: number): string[] {
  const { from, to } = monthsOf(period, now);
  return Array.from({ length: numberOf(to) - numberOf(from) + 1 }, (_, place) => {
    const number = numberOf(from) + place;
    const year = String(Math.floor(number / 12)).padStart(4, '0');
    return `${year}-${String((number % 12) + 1).padStart(2, '0')}`;
  });
}
