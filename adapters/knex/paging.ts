import type { Knex } from 'knex';
import type { Keyset, Page, PageRequest } from '#core';
import { timeOf } from './columns.ts';

/** The two columns, both descending, that a list is sorted by; together they are unique and never change. */
export interface Order {
  readonly at: string;
  readonly id: string;
}

export const newestFirst: Order = { at: 'created_at', id: 'id' };

export function descending({ at, id }: Order): { column: string; order: 'desc' }[] {
  return [at, id].map((column) => ({ column, order: 'desc' }));
}

/** The part of `matching` that `request` asks for. `toItems` gets the rows in order. */
export async function listPage<Row extends object, T>(
  matching: Knex.QueryBuilder,
  order: Order,
  request: PageRequest,
  toItems: (rows: readonly Row[]) => readonly T[] | Promise<readonly T[]>,
): Promise<Page<T>> {
  const total = await countOf(matching);
  if (isBeyond(request, total)) return { items: [], total, hasMore: false, next: null };
  const rows: Row[] = await window(matching.clone(), order, request);
  return pageOf(rows, total, order, request, toItems);
}

/** Whether the page lies behind the last one: nothing is skipped to find that out. */
export function isBeyond(request: PageRequest, total: number): boolean {
  return 'page' in request && (request.page - 1) * request.limit >= total;
}

/** Sorts, skips and limits to one row more than asked for, whose presence says that there is more. */
export function window(query: Knex.QueryBuilder, order: Order, request: PageRequest): Knex.QueryBuilder {
  const { at, id } = order;
  query.orderBy(descending(order));
  if ('after' in request) query.whereRaw('(??, ??) < (?, ?)', [at, id, request.after.at.getTime(), request.after.id]);
  else query.offset((request.page - 1) * request.limit);
  return query.limit(request.limit + 1);
}

export async function countOf(matching: Knex.QueryBuilder): Promise<number> {
  const [row]: { total: number }[] = await matching.clone().clearSelect().count('* as total');
  return row?.total ?? 0;
}

export async function pageOf<Row extends object, T>(
  rows: readonly Row[],
  total: number,
  order: Order,
  { limit }: PageRequest,
  toItems: (rows: readonly Row[]) => readonly T[] | Promise<readonly T[]>,
): Promise<Page<T>> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit;
  return { items: await toItems(shown), total, hasMore, next: hasMore && last ? placeOf(last, order) : null };
}

function placeOf(row: object, order: Order): Keyset {
  const values = row as Record<string, unknown>;
  return { at: timeOf(Number(values[bare(order.at)])), id: String(values[bare(order.id)]) };
}

/** A column's name without its table. */
function bare(column: string): string {
  return column.slice(column.lastIndexOf('.') + 1);
}

/** Only the conditions that were given. */
export function given(conditions: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [column, value] of Object.entries(conditions)) if (value !== undefined) kept[column] = value;
  return kept;
}
