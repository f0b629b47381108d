import type { List } from './call-types.ts';

interface Position {
  readonly page: number | null;
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

/** The part that all pages have in common. */
export interface AnyPage {
  readonly items: readonly unknown[];
  readonly meta: Position;
}

/** Where a page begins; undefined where the caller's own options say it. */
export type Start = { readonly cursor: string } | { readonly page: number } | undefined;

/** Reads nothing until it is used; every iteration reads again. */
export function listOf(read: (start: Start) => Promise<AnyPage>): List<unknown, AnyPage> {
  async function* pages(): AsyncGenerator<AnyPage> {
    let start: Start;
    do {
      const page = await read(start);
      yield page;
      start = startAfter(page.meta);
    } while (start !== undefined);
  }
  async function* every(): AsyncGenerator<unknown> {
    for await (const { items } of pages()) yield* items;
  }
  return {
    page: async () => read(undefined),
    pages,
    async toArray({ limit }) {
      if (!Number.isSafeInteger(limit) || limit < 1)
        throw new TypeError('toArray needs a limit, a whole number from 1');
      const taken: unknown[] = [];
      for await (const item of every()) if (taken.push(item) === limit) break;
      return taken;
    },
    [Symbol.asyncIterator]: every,
  };
}

/** A search has only page numbers. */
function startAfter({ page, has_more, next_cursor }: Position): Start {
  if (!has_more) return undefined;
  return next_cursor === null ? { page: (page ?? 1) + 1 } : { cursor: next_cursor };
}
