import type { UsageItem } from '../api/wire.ts';

/** Adds up each meter. */
export function sumByMeter(items: readonly UsageItem[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { meter, quantity } of items) sums.set(meter, (sums.get(meter) ?? 0) + quantity);
  return sums;
}

interface Group {
  readonly key: string;
  /** One number per requested meter. */
  readonly values: readonly number[];
}

/** Returns one number per meter for each key, even for keys without use. */
export function table(
  items: readonly UsageItem[],
  by: 'day' | 'connection_id',
  keys: readonly string[],
  meters: readonly string[],
): readonly Group[] {
  const cells = new Map<string, number>();
  for (const item of items) {
    const cell = `${item[by] ?? ''} ${item.meter}`;
    cells.set(cell, (cells.get(cell) ?? 0) + item.quantity);
  }
  return keys.map((key) => ({ key, values: meters.map((meter) => cells.get(`${key} ${meter}`) ?? 0) }));
}

/** Returns the connections with any use, the most billable use first. */
export function connectionsOf(items: readonly UsageItem[]): readonly string[] {
  const billable = new Map<string, number>();
  for (const { connection_id: id, quantity, billable: counts } of items) {
    if (id !== null) billable.set(id, (billable.get(id) ?? 0) + (counts ? quantity : 0));
  }
  return [...billable].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([id]) => id);
}
