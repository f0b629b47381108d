// How documents end: a draft is deleted, what was approved is voided, a transfer is deleted. What is settled stays.
import { Decimal } from 'decimal.js';
import { conflict, type ServiceError } from './errors.ts';
import { isJsonObject, type Json, type JsonObject } from './json.ts';
import { type LedgerRecord, numberField, textField } from './ledger-record.ts';
import { type ResourceType, singularOf } from './resource.ts';

/** The families whose records are cancelled by their live status. */
export const cancellableTypes = [
  'invoices',
  'credit_notes',
  'manual_journals',
  'bank_transfers',
  'repeating_invoices',
  'bank_transactions',
] as const satisfies readonly ResourceType[];
export type CancellableType = (typeof cancellableTypes)[number];

export function isCancellable(type: ResourceType): type is CancellableType {
  return (cancellableTypes as readonly ResourceType[]).includes(type);
}

/** The words of an answer; records have them in capitals. */
export const cancellationStatuses = ['deleted', 'voided'] as const;
export type CancellationStatus = (typeof cancellationStatuses)[number];
type CancelledStatus = Uppercase<CancellationStatus>;

type Document = Pick<LedgerRecord, 'fields'>;

export function cancelledStatus(document: Document): CancelledStatus | undefined {
  const status = textField(document, 'status');
  return status === 'DELETED' || status === 'VOIDED' ? status : undefined;
}

/** True for a change that does nothing but end a record. */
export function isEnding(type: ResourceType, fields: JsonObject): boolean {
  const [name, ...others] = Object.keys(fields);
  const isEnd = name === 'status' && ['DELETED', 'VOIDED'].includes(String(fields['status']).toUpperCase());
  return isCancellable(type) && isEnd && others.length === 0;
}

interface Cancelling {
  /** Of the refusal to cancel a record of the family. */
  readonly reason: string;
  /** The status by which each live status ends. */
  readonly ends: Readonly<Record<string, CancelledStatus>>;
}

const ofDocuments = { DRAFT: 'DELETED', SUBMITTED: 'DELETED', AUTHORISED: 'VOIDED' } as const;

const cancelling: Readonly<Record<CancellableType, Cancelling>> = {
  invoices: { reason: 'invoice_not_cancellable', ends: ofDocuments },
  credit_notes: { reason: 'credit_note_not_cancellable', ends: ofDocuments },
  manual_journals: { reason: 'manual_journal_not_cancellable', ends: { DRAFT: 'DELETED', POSTED: 'VOIDED' } },
  bank_transactions: { reason: 'bank_transaction_not_cancellable', ends: { AUTHORISED: 'DELETED' } },
  bank_transfers: { reason: 'bank_transfer_not_cancellable', ends: { AUTHORISED: 'DELETED' } },
  repeating_invoices: {
    reason: 'repeating_invoice_not_cancellable',
    ends: { DRAFT: 'DELETED', AUTHORISED: 'DELETED' },
  },
};

/** The status that cancels a live document. Throws CONFLICT with the family's `notCancellableReason`. */
export function cancellingStatus(type: CancellableType, document: Document): CancelledStatus {
  const status = textField(document, 'status') ?? 'unknown';
  const hindrance = hindrances[type]?.(document);
  if (hindrance !== undefined) throw notCancellable(type, hindrance);
  const ended = cancelling[type].ends[status];
  if (ended === undefined) throw notCancellable(type, `its status is ${status}`);
  return ended;
}

/** What keeps a document from being cancelled, in words. */
const hindrances: Readonly<Partial<Record<CancellableType, (document: Document) => string | undefined>>> = {
  invoices(invoice) {
    const paid = numberField(invoice, 'amount_paid');
    const credited = numberField(invoice, 'amount_credited');
    if (paid !== 0) return `it has payments of ${paid}; remove them first`;
    return credited === 0 ? undefined : `it has credits of ${credited} allocated; remove them first`;
  },
  credit_notes(note) {
    const allocated = allocatedBy(note);
    if (!allocated.isZero()) return `it has ${allocated} allocated; remove its allocations first`;
    const isBooked = ['AUTHORISED', 'PAID'].includes(textField(note, 'status') ?? '');
    const spent = new Decimal(numberField(note, 'total')).minus(numberField(note, 'remaining_credit'));
    return isBooked && spent.greaterThan(0) ? `it has refunds of ${spent}; remove them first` : undefined;
  },
  bank_transactions(transaction) {
    const settles = textField(transaction, 'settles') ?? 'nothing';
    if (settles !== 'nothing') return `it settles a ${settles}, and the provider keeps such ones`;
    return transaction.fields['is_reconciled'] === true
      ? 'it is reconciled; undo that at the provider first'
      : undefined;
  },
};

function allocatedBy({ fields }: Document): Decimal {
  const allocations: Json = fields['allocations'] ?? [];
  const amounts = Array.isArray(allocations)
    ? allocations.map((one: Json) => (isJsonObject(one) && typeof one['amount'] === 'number' ? one['amount'] : 0))
    : [];
  return amounts.reduce((sum, amount) => sum.plus(amount), new Decimal(0));
}

/** The reason of the refusal to cancel a document of the family. */
export function notCancellableReason(type: CancellableType): string {
  return cancelling[type].reason;
}

function notCancellable(type: CancellableType, why: string): ServiceError {
  const name = singularOf(type).replaceAll('_', ' ');
  return conflict(notCancellableReason(type), `${name} cannot be cancelled: ${why}`);
}
