/** How often to print a line about a large table. */
const EVERY_MS = 5_000;

/** Prints a line for each table that has rows, and more lines for a large one. */
export function createProgress(
  done: string,
  counts: Map<string, number>,
  say: (message: string) => void,
): (table: string, rows: number) => void {
  let current = '';
  let seen = 0;
  let calledAt = performance.now();
  let startedAt = calledAt;
  let saidAt = calledAt;
  return (table, rows) => {
    if (table !== current) {
      // The first batch of a table began when the last batch of the previous one ended.
      startedAt = calledAt;
      saidAt = calledAt;
      current = table;
      seen = 0;
    }
    calledAt = performance.now();
    seen += rows;
    const total = counts.get(table) ?? seen;
    if (seen < total && calledAt - saidAt < EVERY_MS) return;
    saidAt = calledAt;
    const perSecond = Math.round((seen / Math.max(calledAt - startedAt, 1)) * 1_000);
    say(`${table}: ${seen} of ${total} rows ${done}, ${perSecond} rows/s`);
  };
}
