import type { Knex } from 'knex';
import type { BulkItem, Stores } from '#core/ports';
import { idInPlane, integer, json, nullable, type RowOf, tableOf, text } from '../columns.ts';
import { insertRows, rowsText } from '../insert-rows.ts';
import { countedBefore, countOf } from '../paging.ts';
import { planeColumns } from '../plane.ts';
import { preparedRowsOf, rowsOf, type Session } from '../session.ts';
import { unfinishedSql } from './operation-store.ts';

const items = tableOf<BulkItem>()('bulk_items', {
  ...idInPlane,
  operationId: text,
  connectionId: text,
  type: text,
  position: integer,
  itemKey: text,
  targetId: nullable(text),
  status: text,
  call: integer,
  together: integer,
  run: integer,
  providerId: nullable(text),
  error: nullable(json),
  warnings: nullable(json),
  body: nullable(text),
  sealedBody: nullable(text),
});
type ItemRow = RowOf<typeof items>;

const changed = ['status', 'call', 'together', 'run', 'provider_id', 'error', 'warnings'] as const;
const bodies: readonly string[] = ['body', 'sealed_body'];

const replacing = `on conflict (id) do update set ${[...changed, 'target_id', ...bodies]
  .map((column) => `${column} = excluded.${column}`)
  .join(', ')}`;

export function bulkItemStore(session: Session): Stores['bulkItems'] {
  const { db, dialect } = session;
  const { id, ...words } = items.words;
  const given = Object.fromEntries(changed.map((column) => [column, words[column]]));
  return {
    put: async (all) => void (await insertRows(session, items, all.map(items.toRow), replacing)),
    async list(plane, operationId, status, request) {
      const matching = items
        .in(db)
        .where({ ...planeColumns(plane), operation_id: operationId, ...(status && { status }) });
      const asked: Knex.QueryBuilder = matching.clone().select(items.columns.filter((name) => !bodies.includes(name)));
      if ('after' in request) asked.where('position', '>', request.after.at.getTime());
      else asked.offset((request.page - 1) * request.limit);
      const rows: ItemRow[] = await asked.orderBy('position').limit(request.limit + 1);
      const found = rows
        .slice(0, request.limit)
        .map((row) => items.toEntity({ ...row, body: null, sealed_body: null }));
      const last = found.at(-1);
      const hasMore = rows.length > request.limit;
      const next = hasMore && last ? { at: new Date(last.position), id: last.id } : null;
      return { items: found, total: countedBefore(request) ?? (await countOf(matching)), hasMore, next };
    },
    async tally(operationId) {
      const rows: readonly { status: BulkItem['status']; n: number; last: number }[] = await items
        .in(db)
        .where({ operation_id: operationId })
        .groupBy('status')
        .select('status', db.raw('count(*) as n'), db.raw('max(call) as last'));
      const of = (status: BulkItem['status']) => rows.find((row) => row.status === status)?.n ?? 0;
      const [succeeded, failed, unknown, pending] = [of('succeeded'), of('failed'), of('unknown'), of('pending')];
      const counts = { total: succeeded + failed + unknown + pending, succeeded, failed, unknown, pending };
      return { counts, lastCall: Math.max(0, ...rows.map(({ last }) => last)) };
    },
    async undecided(operationId, run, limit) {
      const rows = await rowsOf<ItemRow>(
        db,
        `select ${items.columns.join(', ')} from bulk_items where operation_id = ?
          and (status = 'pending' or (status in ('failed', 'unknown') and run < ?))
          order by case status when 'unknown' then call else 2147483647 end, target_id is not null, position limit ?`,
        [operationId, run, limit],
      );
      return rows.map(items.toEntity);
    },
    async update(all) {
      if (all.length === 0) return;
      const rows = all.map((item) => {
        const { id, status, call, together, run, provider_id, error, warnings } = items.toRow(item);
        return { id, status, call, together, run, provider_id, error, warnings };
      });
      await preparedRowsOf(
        db,
        `with given as materialized (${dialect.given({ id: 'text', ...given })})
          update bulk_items set ${changed.map((column) => `${column} = given.${column}`).join(', ')},
            ${bodies.map((body) => `${body} = case given.status when 'succeeded' then null else ${body} end`).join(', ')}
          from given where bulk_items.id = given.id`,
        [rowsText(rows)],
      );
    },
    async dropSealed(operationId) {
      await items.in(db).where({ operation_id: operationId }).whereNotNull('sealed_body').update({ sealed_body: null });
    },
    countUnfinished(connectionId, most) {
      const bulks = db('operations').where({ connection_id: connectionId, type: 'records.bulk' });
      return countOf(db.from(bulks.whereRaw(unfinishedSql).orderBy('id').limit(most).as('unfinished')));
    },
  };
}
