import type { Migration } from './migration.ts';

/**
 * Operational events have no sequence, and most of them no connection. Builds of before read their rows and send them; they
 * hand the null on. Of those without a connection, a plane stores one of each identity.
 */
export const operationalEvents: Migration = ({ allowingNull }) => [
  ...allowingNull('events', { connection_id: 'text', sequence: 'bigint' }, [
    'create unique index events_identity on events (connection_id, identity)',
    'create unique index events_sequence on events (connection_id, sequence)',
    'create index events_by_connection on events (connection_id, created_at, id, type)',
    `create index events_by_invoice on events (connection_id, invoice_id, created_at, id)
      where invoice_id is not null`,
  ]),
  `create unique index events_identity_apart on events (organization_id, environment, identity)
    where connection_id is null`,
];
