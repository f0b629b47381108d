import type { Migration } from './migration.ts';

/** Older builds see the session of the cookie's own token alone. */
export const sessionsBeside: Migration = ({ text }) => [
  `alter table console_sessions add column beside_digest ${text}`,
  'create index console_sessions_beside on console_sessions (beside_digest)',
];
