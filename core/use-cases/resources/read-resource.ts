import type { Caller } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import { notFound } from '../../domain/errors.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { isProviderUuid } from '../../domain/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { requireConnection } from '../connections/require-connection.ts';
import type { LedgerErrand } from '../ledger-errand.ts';
import { keepLiveRead } from '../usage/take-down.ts';
import { type LedgerPorts, withLedger } from '../with-ledger.ts';
import { fetched, recordCopy } from './kept-record.ts';
import { type RecordPath, requireFamily, requireProviderId } from './resource-target.ts';

export type ReadPorts = LedgerPorts & Pick<CorePorts, 'gateway'>;

/** Reads a record at the provider, then caches it; it is answered whether or not that works. */
export function readLive(ports: ReadPorts) {
  return async (
    { lane = 'interactive', ...cause }: LedgerErrand,
    connection: Connection,
    type: ResourceType,
    providerId: string,
  ): Promise<CachedRecord> => {
    const record = await withLedger(ports)(
      connection,
      lane,
      (access) => ports.gateway.read(access, type, providerId),
      cause,
    );
    const current = fetched(record, ports.clock.now());
    const copy = recordCopy(ports, cause, connection, current);
    try {
      await copy.keep(ports.storage);
    } catch (error) {
      await copy.missed(error);
    }
    return current;
  };
}

async function readMetered(
  ports: ReadPorts,
  caller: Caller,
  connection: Connection,
  type: ResourceType,
  providerId: string,
): Promise<CachedRecord> {
  const record = await readLive(ports)(caller, connection, type, providerId);
  await keepLiveRead(ports, connection);
  return record;
}

export function readResource(ports: ReadPorts) {
  return async (caller: Caller, path: RecordPath): Promise<CachedRecord> => {
    const { connection, type } = await requireFamily(ports, caller, path);
    return readMetered(ports, caller, connection, type, requireProviderId(type, path.resourceId));
  };
}

/** By the provider's immutable id only. */
export function readInvoiceByProviderId(ports: ReadPorts) {
  return async (caller: Caller, path: { connectionId: string; providerId: string }): Promise<CachedRecord> => {
    const connection = await requireConnection(ports, caller, path.connectionId);
    if (!isProviderUuid(path.providerId)) throw notFound('invoice');
    return readMetered(ports, caller, connection, 'invoices', path.providerId.toLowerCase());
  };
}
