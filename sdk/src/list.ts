import type { PageMeta } from './api.ts';

/** A page as the server sends it. */
export interface Page<Item, Meta extends PageMeta = PageMeta> {
  data: Item[];
  meta: Meta;
}

/** A list, read page by page while it is iterated: `for await (const team of rota.teams.list())`. */
export class List<Item, Meta extends PageMeta = PageMeta> implements AsyncIterable<Item> {
  readonly #read: (cursor: string | undefined) => Promise<Page<Item, Meta>>;

  constructor(read: (cursor: string | undefined) => Promise<Page<Item, Meta>>) {
    this.#read = read;
  }

  /** The first page only. */
  page(): Promise<Page<Item, Meta>> {
    return this.#read(undefined);
  }

  async *pages(): AsyncGenerator<Page<Item, Meta>> {
    for (let cursor: string | undefined; ; ) {
      const page = await this.#read(cursor);
      yield page;
      if (page.meta.next_cursor === null) return;
      cursor = page.meta.next_cursor;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    for await (const { data } of this.pages()) yield* data;
  }

  /** All items in memory. */
  async all(): Promise<Item[]> {
    const items: Item[] = [];
    for await (const item of this) items.push(item);
    return items;
  }
}
