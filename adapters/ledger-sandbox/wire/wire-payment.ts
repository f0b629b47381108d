import type { PaymentRecord } from '../books/payment-record.ts';
import type { TenantBooks } from '../books/tenant-books.ts';
import type { JsonObject } from '../http/json.ts';
import { momentString, wireDay, wireMoment } from '../http/wire-dates.ts';
import { remainingCredit } from '../rules/credits.ts';
import { refundedCredit } from '../rules/payments.ts';
import { amountDue } from '../rules/settle.ts';
import { wireSlimContact } from './wire-contact.ts';
import { wireCreditReference } from './wire-credit-note.ts';
import { wireInvoice } from './wire-invoice.ts';

/** `write` embeds the whole invoice after the payment, `read` a short reference to it. */
export function wirePayment(books: TenantBooks, payment: PaymentRecord, form: 'write' | 'read'): JsonObject {
  const account = books.accounts.get(payment.accountId);
  return {
    PaymentID: payment.id,
    Date: wireDay(payment.date),
    BankAmount: payment.amount,
    Amount: payment.amount,
    Reference: payment.reference,
    CurrencyRate: payment.currencyRate,
    PaymentType: payment.type,
    Status: payment.status,
    UpdatedDateUTC: wireMoment(payment.updated),
    UpdatedDateUTCString: momentString(payment.updated),
    HasAccount: true,
    IsReconciled: payment.isReconciled,
    Account: {
      AccountID: payment.accountId,
      ...(account?.code ? { Code: account.code } : {}),
      ...(account ? { Name: account.name } : {}),
    },
    ...invoiceOf(books, payment, form),
    ...creditOf(books, payment),
    HasValidationErrors: false,
  };
}

function invoiceOf(books: TenantBooks, payment: PaymentRecord, form: 'write' | 'read'): JsonObject {
  const invoice = books.invoices.get(payment.invoiceId);
  if (!invoice) return {};
  const contact = books.contacts.get(invoice.contactId);
  if (form === 'write')
    return { Invoice: wireInvoice(books, invoice, contact, { form: 'write', unitPlaces: 4, kinder: [] }) };
  return {
    Invoice: {
      Type: invoice.type,
      InvoiceID: invoice.id,
      InvoiceNumber: invoice.number,
      AmountDue: amountDue(invoice),
      AmountPaid: invoice.amountPaid,
      Status: invoice.status,
      ...(contact ? { Contact: wireSlimContact(contact) } : {}),
    },
  };
}

function creditOf(books: TenantBooks, payment: PaymentRecord): JsonObject {
  const credit = refundedCredit({ books }, payment);
  if (!credit) return {};
  const [named] = Object.entries(wireCreditReference(credit));
  if (!named) return {};
  const [name, reference] = named;
  const shown = { ...(reference as JsonObject), Type: credit.type, Status: credit.status };
  return { [name]: { ...shown, RemainingCredit: remainingCredit(credit) } };
}
