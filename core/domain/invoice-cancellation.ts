import { type LedgerRecord, numberField, textField } from './ledger-record.ts';

/** What cancelling means for an invoice in its live status (the specification's "Invoice cancellation"). */
export type Cancellation =
  | { readonly kind: 'write'; readonly status: 'DELETED' | 'VOIDED' }
  | { readonly kind: 'already'; readonly status: 'DELETED' | 'VOIDED' }
  | { readonly kind: 'refused'; readonly why: string };

export function decideCancellation(invoice: Pick<LedgerRecord, 'fields'>): Cancellation {
  const status = textField(invoice, 'status') ?? 'unknown';
  if (status === 'DELETED' || status === 'VOIDED') return { kind: 'already', status };
  const paid = numberField(invoice, 'amount_paid');
  const credited = numberField(invoice, 'amount_credited');
  if (paid !== 0) return refused(`it has payments of ${paid}; remove them first`);
  if (credited !== 0) return refused(`it has credits of ${credited} allocated; remove them first`);
  if (status === 'DRAFT' || status === 'SUBMITTED') return { kind: 'write', status: 'DELETED' };
  if (status === 'AUTHORISED') return { kind: 'write', status: 'VOIDED' };
  return refused(`its status is ${status}`);
}

function refused(why: string): Cancellation {
  return { kind: 'refused', why: `invoice cannot be cancelled: ${why}` };
}
