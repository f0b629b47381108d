import type { Migration } from './migration.ts';

/** Who changes a record at the provider now, and one unfinished automation a document that it ends. */
export const recordLeases: Migration = {
  version: 21,
  name: 'record-leases',
  statements: ({ text, keyed, busy }) => [
    `create table record_leases (
      tenant_id ${text} not null,
      type ${text} not null,
      provider_id ${text} not null,
      owner ${text} not null,
      lease_token ${text} not null,
      expires_at bigint not null,
      primary key (tenant_id, type, provider_id)
    )${keyed || busy}`,
    `create unique index operations_once_a_target on operations (connection_id, type, subject)
      where state in ('queued', 'running', 'retrying') and subject is not null
      and type in ('automation.quote.convert_to_invoice', 'automation.invoice.void_and_reissue')`,
  ],
};
