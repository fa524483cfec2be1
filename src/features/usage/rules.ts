import { invalidRequest } from '../../errors.ts';

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** Of UTC: `2026-11`. */
export function monthOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 7);
}

/** The first moment after a month. */
export function endOfMonth(month: string): number {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return Date.UTC(year, number);
}

export function checkMonth(name: string, month: string): void {
  if (!MONTH.test(month)) throw invalidRequest(`${name} must be a month such as 2026-11`);
}

/** From when to when usage is asked for. The present month, if nothing else is said. */
export function monthsOf(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  now: number,
): { from: string; to: string } {
  const last = to ?? monthOf(now);
  const first = from ?? last;
  checkMonth('to', last);
  checkMonth('from', first);
  if (first > last) throw invalidRequest('from must not be after to');
  return { from: first, to: last };
}
