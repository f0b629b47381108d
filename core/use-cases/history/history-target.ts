import type { Caller } from '../../domain/caller.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { NamedRecord } from '../../ports/ledger-gateway.ts';
import { requestLedger } from '../ledger/open-ledger.ts';
import type { Patience } from '../ledger/wait-for-budget.ts';
import { type RecordPath, requireFamily, requireProviderId } from '../resources/resource-target.ts';

export type HistoryPath = RecordPath & Patience;

/** Throws NOT_FOUND, and CONFLICT `not_supported_by_provider` for a family whose records have no history. */
export async function requireHistory(ports: CorePorts, caller: Caller, path: HistoryPath) {
  const { connection, type, provider } = await requireFamily(ports, caller, path, 'history');
  const record: NamedRecord = { type, providerId: requireProviderId(type, path.resourceId, provider.traits) };
  const { waitSeconds } = path;
  return { connection, record, ledger: requestLedger(ports, connection, caller, { waitSeconds }) };
}
