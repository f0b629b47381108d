import { ServiceError } from '../../domain/errors.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { cacheRead } from '../writes/cache-records.ts';

/** `fetchedAt` is when the read began, so that a write during the read counts as newer. */
export async function readRecord(
  { clock }: CorePorts,
  ledger: Ledger,
  type: ResourceType,
  providerId: string,
): Promise<CachedRecord> {
  const fetchedAt = clock.now();
  return { ...(await ledger.read(type, providerId)), fetchedAt };
}

/**
 * Reads a record at the provider, then caches it unless a newer one is cached, so that a list after the answer shows it.
 * Answers the record even if caching fails.
 */
export async function readLive(
  ports: CorePorts,
  ledger: Ledger,
  type: ResourceType,
  providerId: string,
): Promise<CachedRecord> {
  const { connection, context } = ledger;
  const record = await readRecord(ports, ledger, type, providerId);
  const { requestId, operationId = null } = context;
  await cacheRead(ports, { connection, requestId, operationId, records: [record] }).catch((error: unknown) => {
    ports.log.error('what was read could not be cached; the next sync reads it', error, {
      connection_id: connection.id,
    });
  });
  return record;
}

/** Undefined if the provider has no such record. */
export async function ifThere<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}
