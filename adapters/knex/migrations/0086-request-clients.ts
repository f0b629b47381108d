import { type Migration, nullable } from './migration.ts';

/** Null in the rows of earlier builds, of requests that no agent made, and where the log keeps nothing of a connection's records. */
export const requestClients: Migration = ({ text }) => [
  `alter table request_log add column client ${nullable(text)}`,
  `alter table request_log add column request_ref ${nullable(text)}`,
];
