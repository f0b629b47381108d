import type { LedgerRecord } from '../../domain/ledger-record.ts';
import type { CorePorts } from '../../ports/core-ports.ts';

/** The state of a record: another one means that somebody has changed it. */
export function stampOf({ digester }: Pick<CorePorts, 'digester'>, record: LedgerRecord): string {
  const { version, providerUpdatedAt, native } = record;
  return version ?? providerUpdatedAt?.toISOString() ?? digester.sha256(JSON.stringify(native));
}
