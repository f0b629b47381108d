import type { Connection } from '../../domain/connection.ts';
import { type LedgerRecord, textField } from '../../domain/ledger-record.ts';
import type { LedgerFindQuery, LedgerPage } from '../../ports/ledger-gateway.ts';
import type { LedgerErrand } from '../ledger-errand.ts';
import { withLedger } from '../with-ledger.ts';
import type { ReadPorts } from './read-resource.ts';

/** What a record must hold, letter case included; an email address in any case. */
export interface Exactly {
  readonly field: 'contact_number' | 'name' | 'email' | 'code';
  readonly value: string;
}

export interface ExactFinds {
  readonly records: readonly LedgerRecord[];
  /** Whether all that the provider came up with was looked at. */
  readonly isWhole: boolean;
}

const pagesMax = 5;

/** Master data that holds exactly this text, archived ones included; one budgeted call a page, at most five. */
export function findExactly(ports: ReadPorts) {
  return async (errand: LedgerErrand, connection: Connection, wanted: Exactly): Promise<ExactFinds> => {
    const { lane = 'interactive', ...cause } = errand;
    const records: LedgerRecord[] = [];
    for (let page = 1; page <= pagesMax; page++) {
      const found: LedgerPage = await withLedger(ports)(
        connection,
        lane,
        (access) => ports.gateway.find(access, questionOf(wanted, page)),
        cause,
      );
      records.push(...found.records.filter((record) => holds(record, wanted)));
      if (!found.hasMore) return { records, isWhole: true };
    }
    return { records, isWhole: false };
  };
}

function holds(record: LedgerRecord, { field, value }: Exactly): boolean {
  const held = textField(record, field);
  return field === 'email' ? held?.toLowerCase() === value.toLowerCase() : held === value;
}

function questionOf({ field, value }: Exactly, page: number): LedgerFindQuery {
  return { type: field === 'code' ? 'accounts' : 'contacts', where: { [field]: value }, page };
}
