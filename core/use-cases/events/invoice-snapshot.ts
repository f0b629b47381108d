import type { Json, JsonObject } from '../../domain/json.ts';
import { type LedgerRecord, textField } from '../../domain/ledger-record.ts';
import { type PaymentState, paymentStateOf, providerRevision } from '../../domain/payment-transition.ts';
import { resourceIdOf } from '../../families/resource-id.ts';
import type { Digester } from '../../ports/secrets.ts';

/** The invoice in an event, with the event's field names; recipes also store it as a step's result. */
export type InvoiceSnapshot = {
  readonly id: string;
  readonly provider_id: string;
  readonly number: string | null;
  readonly external_reference: string | null;
  readonly status: string;
  readonly currency: string | null;
  readonly total: number;
  readonly amount_paid: number;
  readonly amount_due: number;
  readonly amount_credited: number;
  readonly provider_revision: string;
  readonly provider_updated_at: string | null;
};

export function snapshotOfInvoice({ sha256 }: Pick<Digester, 'sha256'>, invoice: LedgerRecord): InvoiceSnapshot {
  const state = paymentStateOf(invoice);
  return {
    id: resourceIdOf('invoices', invoice.providerId),
    provider_id: invoice.providerId,
    number: textField(invoice, 'number'),
    external_reference: textField(invoice, 'external_reference'),
    status: state.status,
    currency: textField(invoice, 'currency'),
    total: state.total,
    amount_paid: state.amountPaid,
    amount_due: state.amountDue,
    amount_credited: state.amountCredited,
    provider_revision: providerRevision(invoice.providerUpdatedAt, state, sha256),
    provider_updated_at: invoice.providerUpdatedAt?.toISOString() ?? null,
  };
}

/** `refresh_required`: consumers that store a rendered invoice must fetch it again. */
export function invoiceEventData(
  connection: { readonly id: string; readonly externalAccountId: string },
  snapshot: InvoiceSnapshot,
  previous: PaymentState | undefined,
): JsonObject {
  const before: Json = previous
    ? { status: previous.status, amount_paid: previous.amountPaid, amount_due: previous.amountDue }
    : null;
  return {
    connection_id: connection.id,
    external_account_id: connection.externalAccountId,
    invoice: snapshot,
    previous: before,
    document: { refresh_required: true, provider_action: 'invoice.download_pdf' },
  };
}
