/** Which part of a list is asked for. `cursor` is the id of the last item of the page before. */
export interface PageRequest {
  limit: number;
  cursor: string | undefined;
}

export interface Page<Item> {
  data: Item[];
  meta: { limit: number; has_more: boolean; next_cursor: string | null };
}

/** `rows` are the wanted page and, where there is one, the first row of the next: one more than `limit`. */
export function takePage<Row extends { id: string }, Item>(
  rows: Row[],
  { limit }: PageRequest,
  present: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  const last = shown.at(-1);
  return {
    data: shown.map(present),
    meta: { limit, has_more: hasMore, next_cursor: hasMore && last ? last.id : null },
  };
}
