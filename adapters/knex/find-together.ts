import { batched, type Plane } from '#core/ports';
import type { Table } from './columns.ts';
import { preparedRowsOf, type Session } from './session.ts';

/**
 * Finds a row of a plane by its key. Callers in one tick share a statement, because a worker begins tens of deliveries
 * at a time, and each needs its endpoint and event. `condition` limits the rows that count as present.
 */
export function findTogether<Entity extends Plane, Row extends object>(
  { db, dialect }: Session,
  table: Table<Entity, Row>,
  condition = 'true',
): (plane: Plane, id: string) => Promise<Entity | undefined> {
  const sql = `with given as materialized (${dialect.given({ id: 'text' })})
    select ${table.columns.join(', ')} from ${table.name} where id ${dialect.among('select id from given')} and ${condition}`;
  const find = batched(async (asked: readonly { plane: Plane; id: string }[]): Promise<readonly (Entity | null)[]> => {
    const ids = [...new Set(asked.map(({ id }) => id))];
    const given = JSON.stringify(ids.map((id) => ({ id })));
    const rows = await preparedRowsOf<Row & { readonly id: string }>(db, sql, [given]);
    const found = new Map(rows.map((row) => [row.id, table.toEntity(row)]));
    return asked.map(({ plane, id }) => {
      const entity = found.get(id);
      const isOwn = entity?.organizationId === plane.organizationId && entity.environment === plane.environment;
      return entity && isOwn ? entity : null;
    });
  });
  return async (plane, id) => (await find({ plane, id })) ?? undefined;
}
