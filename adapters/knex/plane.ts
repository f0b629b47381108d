import type { Knex } from 'knex';
import type { Plane } from '#core/ports';
import type { Dialect } from './dialect.ts';

/** The columns that say to which plane a row belongs. */
export function planeColumns({ organizationId, environment }: Plane) {
  return { organization_id: organizationId, environment };
}

/**
 * Checks the plane in a query that already names one connection, endpoint or event, without using the plane's index.
 */
export function checkPlane(query: Knex.QueryBuilder, dialect: Dialect, plane: Plane, table: string): void {
  const organization = dialect.unindexed(`${table}.organization_id`);
  const environment = dialect.unindexed(`${table}.environment`);
  query.whereRaw(`${organization} = ? and ${environment} = ?`, [plane.organizationId, plane.environment]);
}
