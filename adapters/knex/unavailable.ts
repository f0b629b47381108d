// The one place that decides whether an error of either driver means that the database is unavailable now.
import { StorageUnavailable } from '#core/ports';
import { driverCode } from './dialect.ts';

const codes = [
  // PostgreSQL: connection lost, resources used up (disk, memory, connections), ended by an operator or by a time-out,
  // file faults, and a lock that was not had in time.
  /^(08|53|57|58)...$/,
  /^(25006|25P03|40001|40P01|55P03)$/,
  // SQLite: another process writes, the disk is full or fails, the file cannot be opened or written.
  /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM|PROTOCOL)/,
  // The network.
  /^E(CONN\w+|PIPE|TIMEDOUT|HOST\w+|NET\w+|NOTFOUND|AI_\w+)$/,
] as const;

/** The driver `pg` gives these errors of a lost connection no code. */
const lost = /^(Connection terminated|Client was closed|Client has encountered a connection error|Query read timeout)/;

/** Returns StorageUnavailable if the database is unavailable now, and otherwise the error itself. */
export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StorageUnavailable) return error;
  const code = driverCode(error);
  const isAway = code === undefined ? lost.test(error.message) : codes.some((pattern) => pattern.test(code));
  return isAway ? new StorageUnavailable(error) : error;
}
