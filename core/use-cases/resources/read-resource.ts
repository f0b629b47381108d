import type { Caller } from '../../domain/caller.ts';
import { notFound } from '../../domain/errors.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import { isProviderUuid } from '../../families/resource-id.ts';
import { requireConnection } from '../connections/require-connection.ts';
import { type LedgerPorts, openLedger } from '../open-ledger.ts';
import { meterLiveRead } from '../usage/metering.ts';
import { type Patience, requestContext } from '../wait-for-budget.ts';
import { type RecordPath, requireFamily, requireProviderId } from './resource-target.ts';
import { readLive } from './stored-record.ts';

export function readResource(ports: LedgerPorts) {
  return async (caller: Caller, path: RecordPath & Patience): Promise<CachedRecord> => {
    const { connection, type } = await requireFamily(ports, caller, path);
    const providerId = requireProviderId(type, path.resourceId);
    const ledger = openLedger(ports, connection, requestContext(ports, caller, path));
    const record = await readLive(ports, ledger, type, providerId);
    await meterLiveRead(ports, connection);
    return record;
  };
}

/** By the provider's immutable id only. */
export function readInvoiceByProviderId(ports: LedgerPorts) {
  return async (
    caller: Caller,
    path: Patience & { readonly connectionId: string; readonly providerId: string },
  ): Promise<CachedRecord> => {
    const connection = await requireConnection(ports, caller, path.connectionId);
    if (!isProviderUuid(path.providerId)) throw notFound('invoice');
    const ledger = openLedger(ports, connection, requestContext(ports, caller, path));
    const record = await readLive(ports, ledger, 'invoices', path.providerId.toLowerCase());
    await meterLiveRead(ports, connection);
    return record;
  };
}
