import { type LedgerRecord, textField } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { familyOf } from '../../families/all-families.ts';
import type { LedgerGateway } from '../../ports/ledger-gateway.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { WriteRequest } from './parse-write.ts';

/** The value that a record's field must have, including letter case; an email address in any case. */
export interface Exactly {
  readonly field: 'contact_number' | 'name' | 'email' | 'code';
  readonly value: string;
}

export interface ExactFinds {
  readonly records: readonly LedgerRecord[];
  /** False if there were more pages than are read. */
  readonly isWhole: boolean;
}

const pagesMax = 5;

/** Finds archived records, too; one budgeted call a page, at most five. */
export async function findExactly(ledger: Pick<Ledger, 'find'>, wanted: Exactly): Promise<ExactFinds> {
  const type = wanted.field === 'code' ? 'accounts' : 'contacts';
  const where = { [wanted.field]: wanted.value };
  const records: LedgerRecord[] = [];
  for (let page = 1; page <= pagesMax; page++) {
    const found = await ledger.find({ type, where, page });
    records.push(...found.records.filter((record) => holds(record, wanted)));
    if (!found.hasMore) return { records, isWhole: true };
  }
  return { records, isWhole: false };
}

function holds(record: LedgerRecord, { field, value }: Exactly): boolean {
  const held = textField(record, field);
  return field === 'email' ? held?.toLowerCase() === value.toLowerCase() : held === value;
}

/** Undefined for documents and for contacts without a number: nothing identifies them. */
export function identityOf(
  { describe }: Pick<LedgerGateway, 'describe'>,
  type: ResourceType,
  request: WriteRequest,
): Exactly | undefined {
  const field = familyOf(type).identifier;
  if (field === null) return undefined;
  const fields = request.kind === 'native' ? describe(type, request.document) : request.fields;
  const value = textField({ fields }, field);
  return value === null ? undefined : { field, value };
}

/** The record with this identifier: an active one, else an archived one. A deleted record has given its identifier up. */
export async function findKnown(ledger: Pick<Ledger, 'find'>, identity: Exactly): Promise<LedgerRecord | undefined> {
  const { records } = await findExactly(ledger, identity);
  const held = records.filter((record) => textField(record, 'status') !== 'DELETED');
  return held.find((record) => !isArchived(record)) ?? held[0];
}

export function isArchived(record: LedgerRecord): boolean {
  return textField(record, 'status') === 'ARCHIVED';
}
