// How documents end: a draft is deleted, what was approved is voided. What has moved money stays.
import { Decimal } from 'decimal.js';
import { conflict, type ServiceError } from './errors.ts';
import { isJsonObject, type Json } from './json.ts';
import { type LedgerRecord, numberField, textField } from './ledger-record.ts';
import { type ResourceType, singularOf } from './resource.ts';

/** The families whose records are cancelled by their live status. */
export const cancellableTypes = ['invoices', 'credit_notes'] as const satisfies readonly ResourceType[];
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

/** The status that cancels a live document. Throws CONFLICT `invoice_not_cancellable` or `credit_note_not_cancellable`. */
export function cancellingStatus(type: CancellableType, document: Document): CancelledStatus {
  const status = textField(document, 'status') ?? 'unknown';
  const hindrance = hindrances[type](document);
  if (hindrance !== undefined) throw notCancellable(type, hindrance);
  if (status === 'DRAFT' || status === 'SUBMITTED') return 'DELETED';
  if (status === 'AUTHORISED') return 'VOIDED';
  throw notCancellable(type, `its status is ${status}`);
}

/** The money that keeps a document from being cancelled, in words. */
const hindrances: Readonly<Record<CancellableType, (document: Document) => string | undefined>> = {
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
};

function allocatedBy({ fields }: Document): Decimal {
  const allocations: Json = fields['allocations'] ?? [];
  const amounts = Array.isArray(allocations)
    ? allocations.map((one: Json) => (isJsonObject(one) && typeof one['amount'] === 'number' ? one['amount'] : 0))
    : [];
  return amounts.reduce((sum, amount) => sum.plus(amount), new Decimal(0));
}

/** The error for a document that cannot be cancelled. */
export function notCancellableReason(type: CancellableType) {
  const reason = type === 'invoices' ? 'invoice_not_cancellable' : 'credit_note_not_cancellable';
  return reason;
}

function notCancellable(type: CancellableType, why: string): ServiceError {
  const name = singularOf(type).replaceAll('_', ' ');
  return conflict(notCancellableReason(type), `${name} cannot be cancelled: ${why}`);
}
