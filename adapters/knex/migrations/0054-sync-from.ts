import { type Migration, nullable } from './migration.ts';

/** How far back a connection's first sync reads, as its link said; null reads everything, as every build of before does. */
export const syncFrom: Migration = ({ text }) => [
  `alter table connect_sessions add column sync_from ${nullable(text)}`,
  `alter table connections add column sync_from ${nullable(text)}`,
];
