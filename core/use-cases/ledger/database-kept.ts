import { databaseRefusal, ServiceError, StorageUnavailable } from '../../domain/errors.ts';
import type { CorePorts } from '../../ports/core-ports.ts';

const acceptedWithinSeconds = 30;

/** Nothing was applied where it throws: DATABASE_WENT_BACK, or DATABASE_UNAVAILABLE for the moment of a failover. */
export function assertDatabaseKept({ databaseWatch }: Pick<CorePorts, 'databaseWatch'>): void {
  const state = databaseWatch?.state() ?? 'kept';
  if (state === 'kept') return;
  const outcome = 'not_applied';
  if (state === 'checking') {
    const why = new StorageUnavailable(
      new Error('it is not known yet whether the database has kept its latest commits'),
    );
    const { code, message, details } = databaseRefusal(why) as ServiceError;
    throw new ServiceError(code, message, { ...details, outcome });
  }
  throw new ServiceError(
    'DATABASE_WENT_BACK',
    'the service’s database has lost its latest changes; writes are refused until its operator accepts that',
    { retryAfterSeconds: acceptedWithinSeconds, outcome },
  );
}
