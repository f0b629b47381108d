import type { InvoiceRecord, InvoiceStatus } from '../books/invoice-record.ts';
import { refuse } from '../http/problems.ts';

export const invoiceStatuses: readonly InvoiceStatus[] = [
  'DRAFT',
  'SUBMITTED',
  'AUTHORISED',
  'PAID',
  'VOIDED',
  'DELETED',
];

const moves: Record<InvoiceStatus | 'NEW', readonly InvoiceStatus[]> = {
  NEW: ['DRAFT', 'SUBMITTED', 'AUTHORISED'],
  DRAFT: ['DRAFT', 'SUBMITTED', 'AUTHORISED', 'DELETED'],
  SUBMITTED: ['SUBMITTED', 'DRAFT', 'AUTHORISED', 'DELETED'],
  AUTHORISED: ['AUTHORISED', 'VOIDED'],
  PAID: ['PAID'],
  VOIDED: [],
  DELETED: [],
};

const hasAllocations = (invoice: InvoiceRecord): boolean => invoice.amountPaid > 0 || invoice.amountCredited > 0;

/** Throws the provider's refusal when `to` cannot be reached; only payments lead to PAID. */
export function requireInvoiceMove(before: InvoiceRecord | undefined, to: InvoiceStatus): void {
  if (before && to === 'VOIDED' && hasAllocations(before)) {
    refuse(
      'The status VOIDED cannot be applied to the invoice because it has payments or credit notes allocated to it.',
    );
  }
  if (moves[before?.status ?? 'NEW'].includes(to)) return;
  refuse(before ? 'Invoice not of valid status for modification' : 'Invoice not of valid status for creation');
}
