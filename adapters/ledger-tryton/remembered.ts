import type { Books } from './books.ts';

const tenantsMost = 1_000;
const rememberedMs = 600_000;

/** Keeps an answer for ten minutes per tenant; for facts that hardly ever change. */
export function remembered<T>(ask: (books: Books) => Promise<T>): (books: Books) => Promise<T> {
  const known = new Map<string, { readonly value: T; readonly atMs: number }>();
  return async (books) => {
    const held = known.get(books.tenantId);
    const nowMs = performance.now();
    if (held && nowMs - held.atMs < rememberedMs) return held.value;
    const value = await ask(books);
    if (known.size >= tenantsMost) known.clear();
    known.set(books.tenantId, { value, atMs: nowMs });
    return value;
  };
}
