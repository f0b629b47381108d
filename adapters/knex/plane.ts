import type { Knex } from 'knex';
import type { Plane } from '#core/ports';
import type { Dialect } from './dialect.ts';

/** The columns that say to which plane a row belongs. */
export function planeColumns({ organizationId, environment }: Plane) {
  return { organization_id: organizationId, environment };
}

/** The ids of a customer's connections, for a condition of another table. */
export function connectionsOf(db: Knex, plane: Plane, externalAccountId: string): Knex.QueryBuilder {
  return db('connections')
    .select('id')
    .where({ ...planeColumns(plane), external_account_id: externalAccountId });
}

/**
 * Checks the plane in a query that already names one connection, endpoint or event, without using the plane's index.
 */
export function checkPlane(query: Knex.QueryBuilder, dialect: Dialect, plane: Plane, table: string): void {
  const organization = dialect.unindexed(`${table}.organization_id`);
  const environment = dialect.unindexed(`${table}.environment`);
  query.whereRaw(`${organization} = ? and ${environment} = ?`, [plane.organizationId, plane.environment]);
}
