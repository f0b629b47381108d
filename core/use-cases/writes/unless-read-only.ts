import { ServiceError } from '../../domain/errors.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { assertDatabaseKept } from '../ledger/database-kept.ts';

type Ports = Pick<CorePorts, 'settings' | 'databaseWatch'>;

/**
 * Makes a write throw, before anything else: READ_ONLY while the deployment is in read-only mode, DATABASE_WENT_BACK while the
 * database holds less than was seen of it.
 */
export function unlessReadOnly(ports: Ports) {
  return <Args extends unknown[], R>(work: (...args: Args) => Promise<R>) =>
    async (...args: Args): Promise<R> => {
      assertWritable(ports);
      return work(...args);
    };
}

/** For an act of which only some calls write. */
export function assertWritable(ports: Ports): void {
  if (ports.settings.readOnly) throw new ServiceError('READ_ONLY', 'this deployment is in read-only mode');
  assertDatabaseKept(ports);
}
