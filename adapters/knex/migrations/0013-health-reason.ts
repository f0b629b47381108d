import type { Migration } from './migration.ts';

/** Why a connection is not well. Connections that are already degraded get a reason within a minute. */
export const healthReason: Migration = ({ text }) => [
  `alter table connections add column health_reason ${text}`,
  `update connections set health_reason = 'authorization' where status = 'action_required'`,
];
