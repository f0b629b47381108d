import type { Migration } from './migration.ts';

/** Whether the announced state of an invoice is the answer to a write of the service's own. */
export const ownStates: Migration = () => [
  'alter table payment_projections add column is_own boolean not null default false',
];
