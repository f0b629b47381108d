// Lists a model's records by their last change. Tryton has no single stamp: `write_date` is empty until the first change,
// and undoing a payment changes the payment's line and not its invoice. So up to three streams are read and merged.
import type { Json, JsonObject, LedgerListQuery } from '../../core/ports.ts';
import type { Books, Domain } from './books.ts';
import { datetimeValue, plainValue } from './values.ts';
import type { Model } from './wire/model.ts';

interface Stream {
  readonly model: string;
  readonly domain: Domain;
  readonly stamp: 'create_date' | 'write_date';
  /** The field of a row that holds the id of the changed record. */
  readonly names: string;
}

/**
 * A position in the merged streams, which are ordered by stamp, stream and id. Stamps have microseconds; all changes of one
 * transaction have the same stamp.
 */
interface Place {
  readonly stamp: string;
  readonly stream: number;
  readonly id: number;
}

interface ChangedIds {
  /** The ids in the order of their last changes, oldest first; each id stands once. */
  readonly ids: readonly number[];
  readonly next: string | null;
}

/** The most records on a page of a list or search, and in one read of several. */
export const pageSize = 100;

export async function changedIds(
  books: Books,
  model: Model,
  { since, after, more, limit }: LedgerListQuery & { readonly more: Domain; readonly limit: number },
): Promise<ChangedIds> {
  const place = placeIn(after) ?? (since && { stamp: exact(since), stream: 0, id: 0 });
  const entries: (Place & { readonly names: number })[] = [];
  // The stream of never-written records is read first. A record that is written meanwhile is then found in both streams; in
  // the other order it would be found in neither.
  for (const [stream, { stamp, names, ...own }] of streamsOf(books, model, more).entries()) {
    const rows = await books.search(own.model, {
      domain: [...own.domain, ...(place ? beyond(place, stream, stamp) : [])],
      fields: [stamp, names],
      order: [
        [stamp, 'ASC'],
        ['id', 'ASC'],
      ],
      limit,
    });
    for (const row of rows) {
      entries.push({
        stamp: String(plainValue(row[stamp] ?? '')),
        stream,
        id: Number(row['id']),
        names: Number(row[names]),
      });
    }
  }
  const page = entries.sort(byPlace).slice(0, limit);
  const last = page.at(-1);
  // Each id is kept at its last change. A Set keeps the first of equal values, so it is filled from the end.
  const ids = [...new Set(page.map(({ names }) => names).reverse())].reverse();
  return { ids, next: last && page.length === limit ? `${last.stamp} ${last.stream} ${last.id}` : null };
}

function streamsOf({ companyId }: Books, model: Model, more: Domain): readonly Stream[] {
  const domain = [...model.domain(companyId), ...more];
  const own = { model: model.name, names: 'id' };
  const streams: Stream[] = [
    { ...own, domain: [...domain, ['write_date', '=', null]], stamp: 'create_date' },
    { ...own, domain: [...domain, ['write_date', '!=', null]], stamp: 'write_date' },
  ];
  if (!model.alsoChanged) return streams;
  const paid = [
    ['invoice_payment', '!=', null],
    ['move.company', '=', companyId],
    ['write_date', '!=', null],
  ];
  return [...streams, { model: 'account.move.line', names: 'invoice_payment', domain: paid, stamp: 'write_date' }];
}

/** The condition for the rows of a stream that come after the position. */
function beyond({ stamp, stream: at, id }: Place, stream: number, field: string): Domain {
  const moment = datetimeValue(stamp);
  if (stream < at) return [[field, '>', moment]];
  if (stream > at) return [[field, '>=', moment]];
  const same: Json = [
    [field, '=', moment],
    ['id', '>', id],
  ];
  return [['OR', [[field, '>', moment]], same]];
}

function byPlace(one: Place, other: Place): number {
  if (one.stamp !== other.stamp) return one.stamp < other.stamp ? -1 : 1;
  return one.stream - other.stream || one.id - other.id;
}

function placeIn(cursor: string | null): Place | null {
  const [, stamp = '', stream, id] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) ([0-2]) (\d{1,15})$/.exec(cursor ?? '') ?? [];
  return id === undefined ? null : { stamp, stream: Number(stream), id: Number(id) };
}

function exact(since: Date): string {
  return since.toISOString().replace('Z', '000Z');
}

/** Rows in the order of `ids`; an id without a row is left out. */
export function inOrder(rows: readonly JsonObject[], ids: readonly number[]): readonly JsonObject[] {
  const byId = new Map(rows.map((row) => [Number(row['id']), row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}
