import type { Connection } from '../../domain/connection.ts';
import type { TaxRate } from '../../domain/document-totals.ts';
import { type LedgerRecord, numberField, textField } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { LedgerErrand } from '../ledger-errand.ts';
import { type ExactFinds, type Exactly, findExactly } from '../resources/find-exactly.ts';
import type { ReadPorts } from '../resources/read-resource.ts';
import { withLedger } from '../with-ledger.ts';

/** What a recipe may read at the provider, in a run and in a dry run alike. */
export interface Look {
  /** By the provider's id; not cached. */
  read(type: ResourceType, providerId: string): Promise<LedgerRecord>;
  find(wanted: Exactly): Promise<ExactFinds>;
  /** The online page of a sales invoice; undefined where it has none. */
  onlineUrl(providerId: string): Promise<string | undefined>;
  /** By tax type. */
  taxRates(): Promise<ReadonlyMap<string, TaxRate>>;
}

export function lookAt(ports: ReadPorts, errand: LedgerErrand, connection: Connection): Look {
  const { lane = 'interactive' } = errand;
  const { gateway } = ports;
  return {
    read: (type, providerId) =>
      withLedger(ports)(connection, lane, (access) => gateway.read(access, type, providerId), errand),
    find: (wanted) => findExactly(ports)(errand, connection, wanted),
    onlineUrl: (providerId) =>
      withLedger(ports)(connection, lane, (access) => gateway.onlineInvoiceUrl(access, providerId), errand),
    async taxRates() {
      const all = { page: 1, pageSize: 100, modifiedSince: null };
      const { records } = await withLedger(ports)(
        connection,
        lane,
        (access) => gateway.list(access, 'tax_rates', all),
        errand,
      );
      return new Map(records.map((record) => [textField(record, 'tax_type') ?? '', taxRateOf(record)]));
    },
  };
}

function taxRateOf(record: LedgerRecord): TaxRate {
  const parts = record.fields['components'];
  return { percent: numberField(record, 'effective_rate'), isSimple: Array.isArray(parts) && parts.length <= 1 };
}
