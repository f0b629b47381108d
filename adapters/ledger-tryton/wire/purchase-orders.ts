import type { JsonObject } from '../../../core/ports.ts';
import { headFields, headOf, lineFields, moneyOf } from './document-parts.ts';
import { hasIdOf, isOneOf, type Model, ofCompany } from './model.ts';
import { dayAt, relatedListAt, textAt } from './native.ts';

export const purchaseOrders: Model = {
  type: 'purchase_orders',
  name: 'purchase.purchase',
  sync: 'changes',
  fields: [...headFields, ...lineFields, 'purchase_date', 'delivery_date', 'invoices.state'],
  finds: { number: isOneOf('number'), external_reference: isOneOf('reference'), contact_id: hasIdOf('party') },
  domain: ofCompany,
  describe: (document) => ({
    ...headOf(document),
    status: statusOf(document),
    issue_date: dayAt(document, 'purchase_date'),
    ...moneyOf(document, { sign: 1 }),
    delivery_date: dayAt(document, 'delivery_date'),
    delivery_address: null,
    delivery_instructions: null,
    attention_to: null,
    telephone: null,
    sent_to_contact: null,
  }),
};

const statuses: Readonly<Record<string, string>> = {
  draft: 'DRAFT',
  quotation: 'SUBMITTED',
  confirmed: 'AUTHORISED',
  processing: 'AUTHORISED',
  done: 'BILLED',
  cancelled: 'DELETED',
};

/** An order is billed once a bill of it is posted. */
function statusOf(document: JsonObject): string | null {
  const state = textAt(document, 'state');
  const isBilled = relatedListAt(document, 'invoices').some(
    (bill) => bill['state'] === 'posted' || bill['state'] === 'paid',
  );
  if (state === 'processing' && isBilled) return 'BILLED';
  return state && (statuses[state] ?? state.toUpperCase());
}
