/** `cursor` is the id of the last item of the previous page. */
export interface PageRequest {
  limit: number;
  cursor: string | undefined;
}

export interface Page<Item> {
  data: Item[];
  meta: { limit: number; has_more: boolean; next_cursor: string | null };
}

/** `rows` has up to one row more than `limit`, which shows that there is a next page. */
export function takePage<Row extends { id: string }, Item>(
  rows: Row[],
  { limit }: PageRequest,
  present: (row: Row) => Item,
): Page<Item> {
  const onPage = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  const last = onPage.at(-1);
  return {
    data: onPage.map(present),
    meta: { limit, has_more: hasMore, next_cursor: hasMore && last ? last.id : null },
  };
}
