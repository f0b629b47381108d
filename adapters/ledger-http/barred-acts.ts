// What the provider lets a connection do: the table of its actions in the service's words. Actions that are not here narrow no
// write of ours.
import { type BarredAct, isJsonObject, type LedgerGateway, type ResourceType } from '#core/ports';
import type { Caller } from './caller.ts';

const drafts = ['DRAFT', 'SUBMITTED'];
const documents: readonly ResourceType[] = ['invoices', 'credit_notes', 'quotes', 'purchase_orders'];

/** Source: the provider's page on the organisation, whose example has these names. */
const actsOf: Readonly<Record<string, readonly BarredAct[]>> = {
  UseMulticurrency: documents.map((type) => ({ type, isForeign: true })),
  CreateDraftInvoice: [{ type: 'invoices', side: 'receivable', statuses: drafts }],
  CreateApprovedInvoice: [{ type: 'invoices', side: 'receivable', statuses: ['AUTHORISED'] }],
  CreateDraftBill: [{ type: 'invoices', side: 'payable', statuses: drafts }],
  CreateApprovedBill: [{ type: 'invoices', side: 'payable', statuses: ['AUTHORISED'] }],
  CreateDraftQuote: [{ type: 'quotes', statuses: ['DRAFT'] }],
  CreateSentQuote: [{ type: 'quotes', statuses: ['SENT'] }],
  CreateDraftPurchaseOrder: [{ type: 'purchase_orders', statuses: drafts }],
  CreateApprovedPurchaseOrder: [{ type: 'purchase_orders', statuses: ['AUTHORISED', 'BILLED'] }],
  CreateInvoicePayment: [{ type: 'payments', statuses: ['AUTHORISED'] }],
  AttachFilesIntoInvoice: [{ type: 'invoices', part: 'attachments' }],
};

export function barredOf(caller: Caller): Required<Pick<LedgerGateway, 'barred'>> {
  return {
    async barred(access) {
      const { json } = await caller.json(access, { method: 'GET', path: '/Organisation/Actions', record: null });
      const actions = Array.isArray(json['Actions']) ? json['Actions'].filter(isJsonObject) : [];
      return actions
        .filter(({ Status }) => Status === 'NOT-ALLOWED')
        .flatMap(({ Name }) => (typeof Name === 'string' && Object.hasOwn(actsOf, Name) ? (actsOf[Name] ?? []) : []));
    },
  };
}
