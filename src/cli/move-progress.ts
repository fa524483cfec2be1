/** How often a line is printed about a table that takes long. */
const EVERY_MS = 5_000;

/** Prints a line for each table with rows, and more for one that takes long. */
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
      // Its first batch began when the batch before it was done.
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
