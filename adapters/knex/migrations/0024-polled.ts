import type { Migration } from './migration.ts';

/** Providers differ in how often their connections are compared. Until here there was one provider. */
export const polled: Migration = ({ text }) => [
  `alter table reconciliations add column provider ${text} not null default 'ledger'`,
];
