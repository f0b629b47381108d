import { deepEqual, equal, notEqual } from 'node:assert/strict';
import type { Keyset, Page, PageRequest } from '#core/ports';

const limit = 2;

/**
 * Walks a list of at least three in both ways, two at a time: each gives all of `expected`, once, in order, with the
 * exact total and a true `hasMore`; beyond the end is an empty page.
 */
export async function checkPaging<T>(
  list: (request: PageRequest) => Promise<Page<T>>,
  idOf: (item: T) => string,
  expected: readonly string[],
): Promise<void> {
  deepEqual(await byNumber(list, idOf, expected.length), expected);
  deepEqual(await byCursor(list, idOf, expected.length), expected);
  await checkToldTotal(list, idOf, expected);
  for (const page of [expected.length + 1, 2 ** 31, 10 ** 15, Number.MAX_SAFE_INTEGER]) {
    const beyond = await list({ limit, page });
    deepEqual({ ...beyond }, { items: [], total: expected.length, hasMore: false, next: null });
  }
}

async function byNumber<T>(
  list: (request: PageRequest) => Promise<Page<T>>,
  idOf: (item: T) => string,
  total: number,
): Promise<string[]> {
  const seen: string[] = [];
  const pages = Math.ceil(total / limit);
  for (let page = 1; page <= pages; page++) {
    const found = await list({ limit, page });
    seen.push(...found.items.map(idOf));
    equal(found.total, total);
    equal(found.hasMore, page < pages);
    equal(found.next === null, page === pages);
  }
  return seen;
}

/** A page tells the total that the request tells it, which nothing but that request could know, and is otherwise the same. */
export async function checkToldTotal<T>(
  list: (request: PageRequest) => Promise<Page<T>>,
  idOf: (item: T) => string,
  expected: readonly string[],
): Promise<void> {
  const { next: after } = await list({ limit, page: 1 });
  for (const total of [0, 7_919, 20_011]) {
    const { items, ...found } = after ? await list({ limit, after, total }) : await list({ limit, page: 1 });
    deepEqual(items.map(idOf), expected.slice(limit, 2 * limit));
    equal(found.total, total);
  }
}

async function byCursor<T>(
  list: (request: PageRequest) => Promise<Page<T>>,
  idOf: (item: T) => string,
  total: number,
): Promise<string[]> {
  const first = await list({ limit, page: 1 });
  const seen = first.items.map(idOf);
  let next: Keyset | null = first.next;
  while (next && seen.length <= total) {
    const found: Page<T> = await list({ limit, after: next });
    notEqual(found.items.length, 0);
    equal(found.total, total);
    seen.push(...found.items.map(idOf));
    next = found.next;
  }
  return seen;
}
