import { type Migration, nullable } from './migration.ts';

/** Null in the rows of earlier builds, and where the log keeps nothing of a connection's records. */
export const requestPaths: Migration = ({ text }) => [`alter table request_log add column path ${nullable(text)}`];
