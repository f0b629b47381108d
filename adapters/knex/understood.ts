import type { Knex } from 'knex';
import { buildKnows, type Narrowings, needsOf } from '#core/ports';
import { derived } from './columns.ts';

/** The column `needs` of a table whose rows open something: what a build must know to find the row. */
export function needed<Entity extends object>(narrowings: Narrowings<Entity>) {
  return derived('integer', (entity: Entity) => needsOf(narrowings, entity));
}

/** Keeps the rows that this build may use. A row that needs more was written by a later build that runs beside this one. */
export function understood<Row extends object>(query: Knex.QueryBuilder<Row, Row[]>): Knex.QueryBuilder<Row, Row[]> {
  return query.whereRaw('needs <= ?', [buildKnows]) as Knex.QueryBuilder<Row, Row[]>;
}
