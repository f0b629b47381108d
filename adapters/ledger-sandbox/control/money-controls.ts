/** Controls that move money on an invoice, as a person at the provider would. */
import type { InvoiceRecord } from '../books/invoice-record.ts';
import type { TenantBooks } from '../books/tenant-books.ts';
import type { JsonObject } from '../http/json.ts';
import type { Announcement } from '../notices/notifier.ts';
import type { BookContext } from '../rules/book-context.ts';
import { creditInvoice } from '../rules/credit-notes.ts';
import { findInvoice } from '../rules/invoices.ts';
import { createPayment } from '../rules/payments.ts';
import { amountDue } from '../rules/settle.ts';
import { onlyFields, optionalFlag, optionalText, requiredText, tenantField, wrongField } from './control-fields.ts';
import type { ControlPorts, Controls } from './control-ports.ts';

const defaultBankCode = '090';
const fields = ['tenant_id', 'invoice_id', 'invoice_number', 'amount'];

/** Makes a change under the rules of a provider call and announces it. */
function change<R>(ports: ControlPorts, tenant: TenantBooks, work: (context: BookContext) => R): R {
  const announcements: Announcement[] = [];
  const result = work({
    books: tenant,
    clientId: '',
    now: ports.clock.now(),
    unitPlaces: 4,
    isKinder: () => false,
    newId: ports.newId,
    announce: (category, kind, id, data) => void announcements.push({ category, change: kind, id, data }),
  });
  ports.notifier.announce(tenant.id, announcements);
  return result;
}

function invoiceField(context: BookContext, body: JsonObject): InvoiceRecord {
  const field = body['invoice_id'] === undefined ? 'invoice_number' : 'invoice_id';
  return findInvoice(context, requiredText(body, field)) ?? wrongField(field, 'is not known in this organisation');
}

export function moneyControls(ports: ControlPorts): Controls {
  return {
    'POST payments'(body) {
      onlyFields(body, [...fields, 'account_code']);
      const tenant = tenantField(ports.books, requiredText(body, 'tenant_id'));
      return change(ports, tenant, (context) => {
        const invoice = invoiceField(context, body);
        const Code = optionalText(body, 'account_code') ?? defaultBankCode;
        const Amount = body['amount'] ?? amountDue(invoice);
        const payment = createPayment(context, { Invoice: { InvoiceID: invoice.id }, Account: { Code }, Amount });
        return { payment_id: payment.id, invoice_status: tenant.invoices.get(invoice.id)?.status };
      });
    },
    /** Makes a credit note for the invoice's contact and, unless `allocate` is false, applies it to the invoice. */
    'POST credits'(body) {
      onlyFields(body, [...fields, 'allocate']);
      const tenant = tenantField(ports.books, requiredText(body, 'tenant_id'));
      return change(ports, tenant, (context) => {
        const invoice = invoiceField(context, body);
        const amount = Number(body['amount'] ?? amountDue(invoice));
        if (invoice.status !== 'AUTHORISED') wrongField('invoice_id', 'is not AUTHORISED');
        if (!(amount > 0 && amount <= amountDue(invoice)))
          wrongField('amount', 'must be above zero and at most what is due');
        const isAllocated = optionalFlag(body, 'allocate') ?? true;
        const note = creditInvoice(context, invoice, { amount, isAllocated });
        return { credit_note_id: note.id, invoice_status: tenant.invoices.get(invoice.id)?.status };
      });
    },
  };
}
