import type { Caller } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import { type LedgerRecord, textField } from '../../domain/ledger-record.ts';
import type { LedgerFindQuery, LedgerPage } from '../../ports/ledger-gateway.ts';
import { withLedger } from '../with-ledger.ts';
import type { ReadPorts } from './read-resource.ts';

/** What a record must hold, letter case included. */
export interface Exactly {
  readonly field: 'contact_number' | 'name' | 'code';
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
  return async (caller: Caller, connection: Connection, wanted: Exactly): Promise<ExactFinds> => {
    const records: LedgerRecord[] = [];
    for (let page = 1; page <= pagesMax; page++) {
      const found: LedgerPage = await withLedger(ports)(
        connection,
        'interactive',
        (access) => ports.gateway.find(access, questionOf(wanted, page)),
        { requestId: caller.requestId },
      );
      records.push(...found.records.filter((record) => textField(record, wanted.field) === wanted.value));
      if (!found.hasMore) return { records, isWhole: true };
    }
    return { records, isWhole: false };
  };
}

function questionOf({ field, value }: Exactly, page: number): LedgerFindQuery {
  return field === 'code' ? { type: 'accounts', code: value } : { type: 'contacts', by: field, value, page };
}
