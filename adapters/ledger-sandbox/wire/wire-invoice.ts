import type { ContactRecord } from '../books/contact-record.ts';
import type { InvoiceRecord } from '../books/invoice-record.ts';
import type { TenantBooks } from '../books/tenant-books.ts';
import type { Quirks } from '../control/quirks.ts';
import type { JsonObject } from '../http/json.ts';
import { dayString, momentString, wireDay, wireMoment } from '../http/wire-dates.ts';
import { amountDue } from '../rules/settle.ts';
import { wireContact, wireSlimContact } from './wire-contact.ts';
import { wireLine } from './wire-lines.ts';

/** `write`: the answer to a write. `full`: one record. `page`: a paged list. `summary`: an unpaged list. */
export type InvoiceForm = 'write' | 'full' | 'page' | 'summary';

export interface InvoiceView {
  readonly form: InvoiceForm;
  readonly unitPlaces: number;
  readonly kinder: Quirks['kinder'];
}

const day = (key: string, value: string | undefined) =>
  value === undefined ? {} : { [`${key}String`]: dayString(value), [key]: wireDay(value) };

const plainDay = (key: string, value: string | undefined) => (value === undefined ? {} : { [key]: wireDay(value) });

function wirePayments(books: TenantBooks, invoice: InvoiceRecord): readonly object[] {
  return books.payments
    .find('invoice', invoice.id)
    .filter((payment) => payment.status === 'AUTHORISED')
    .map((payment) => ({
      PaymentID: payment.id,
      Date: wireDay(payment.date),
      Amount: payment.amount,
      Reference: payment.reference,
      CurrencyRate: payment.currencyRate,
      HasAccount: false,
      HasValidationErrors: false,
    }));
}

/** Provider: the answer to the write that voids or deletes an invoice shows the total as due, and perhaps each read, too. */
function dueOf(invoice: InvoiceRecord, { form, kinder }: InvoiceView): number {
  const ended = invoice.status === 'VOIDED' || invoice.status === 'DELETED';
  return ended && form !== 'write' && kinder.includes('ended_documents') ? 0 : amountDue(invoice);
}

function heading(invoice: InvoiceRecord): object {
  return {
    Type: invoice.type,
    InvoiceID: invoice.id,
    InvoiceNumber: invoice.number,
    Reference: invoice.reference,
  };
}

function allocations(books: TenantBooks, invoice: InvoiceRecord): object {
  return { Payments: wirePayments(books, invoice), CreditNotes: [], AmountCredited: invoice.amountCredited };
}

export function wireInvoice(
  books: TenantBooks,
  invoice: InvoiceRecord,
  contact: ContactRecord | undefined,
  view: InvoiceView,
): JsonObject {
  const { form, unitPlaces, kinder } = view;
  const { subTotal, totalTax, total, totalDiscount } = invoice.totals;
  const lineExtra = form === 'write' ? { ValidationErrors: [] } : {};
  const isListed = form === 'page' && !kinder.includes('discounts_in_lists');
  const lines = invoice.lines.map((line) => wireLine(line, { unitPlaces, isListed }, lineExtra));
  const shownContact = contact ? (form === 'write' ? wireContact(contact) : wireSlimContact(contact)) : {};
  return {
    ...heading(invoice),
    ...(form === 'write' ? {} : allocations(books, invoice)),
    Prepayments: [],
    Overpayments: [],
    AmountDue: dueOf(invoice, view),
    AmountPaid: invoice.amountPaid,
    SentToContact: invoice.sentToContact,
    CurrencyRate: invoice.currencyRate,
    IsDiscounted: totalDiscount !== 0,
    ...(form === 'write' ? {} : { HasAttachments: invoice.hasAttachments === true }),
    HasErrors: false,
    ...(invoice.url ? { Url: invoice.url } : {}),
    BrandingThemeID: invoice.brandingThemeId,
    Contact: shownContact,
    ...day('Date', invoice.date),
    ...day('DueDate', invoice.dueDate),
    ...plainDay('ExpectedPaymentDate', invoice.expectedPaymentDate),
    ...plainDay('PlannedPaymentDate', invoice.plannedPaymentDate),
    Status: invoice.status,
    LineAmountTypes: invoice.lineAmountTypes,
    ...(form === 'summary' ? {} : { LineItems: lines }),
    SubTotal: subTotal,
    TotalTax: totalTax,
    Total: total,
    ...(totalDiscount === 0 ? {} : { TotalDiscount: totalDiscount }),
    ...plainDay('FullyPaidOnDate', invoice.fullyPaidOn),
    UpdatedDateUTC: wireMoment(invoice.updated),
    UpdatedDateUTCString: momentString(invoice.updated),
    CurrencyCode: invoice.currencyCode,
  } as JsonObject;
}
