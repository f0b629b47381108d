import type { Migration } from './migration.ts';

/** The keys of a write's calls, stored with its attempt, and what asked for work that writes. */
export const writeKeys: Migration = ({ text }) => [
  `alter table operations add column origin ${text}`,
  `alter table operation_steps add column attempt_keys ${text}`,
  `alter table idempotency_keys add column attempt_keys ${text}`,
];
