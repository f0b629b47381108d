import type { Allocation, CreditNoteRecord } from '../books/credit-note-record.ts';
import type { TenantBooks } from '../books/tenant-books.ts';
import type { JsonObject } from '../http/json.ts';
import { dayString, momentString, wireDay, wireMoment } from '../http/wire-dates.ts';
import { remainingCredit } from '../rules/credit-notes.ts';
import { wireSlimContact } from './wire-contact.ts';
import { wireLine } from './wire-lines.ts';

export function wireCreditNote(books: TenantBooks, note: CreditNoteRecord, unitPlaces: number): JsonObject {
  const contact = books.contacts.get(note.contactId);
  const { subTotal, totalTax, total } = note.totals;
  return {
    CreditNoteID: note.id,
    CreditNoteNumber: note.number,
    Type: note.type,
    Reference: note.reference,
    Status: note.status,
    RemainingCredit: remainingCredit(note),
    Allocations: note.allocations.map(({ id, invoiceId, amount, date }) => ({
      ...(id !== undefined && { AllocationID: id }),
      Amount: amount,
      Date: wireDay(date),
      Invoice: { InvoiceID: invoiceId, InvoiceNumber: books.invoices.get(invoiceId)?.number ?? '' },
    })),
    Payments: refundsOf(books, note),
    HasAttachments: note.hasAttachments === true,
    HasErrors: false,
    BrandingThemeID: note.brandingThemeId,
    Contact: contact ? wireSlimContact(contact) : {},
    DateString: dayString(note.date),
    Date: wireDay(note.date),
    LineAmountTypes: note.lineAmountTypes,
    LineItems: note.lines.map((line) => wireLine(line, { unitPlaces, isListed: false })),
    SubTotal: subTotal,
    TotalTax: totalTax,
    Total: total,
    ...(note.status === 'PAID' ? { FullyPaidOnDate: wireDay(note.date) } : {}),
    UpdatedDateUTC: wireMoment(note.updated),
    UpdatedDateUTCString: momentString(note.updated),
    CurrencyCode: note.currencyCode,
    CurrencyRate: note.currencyRate,
  } as JsonObject;
}

/** Provider: the answer of an allocation has no id; only the credit note itself shows it. */
export function wireAllocation(books: TenantBooks, note: CreditNoteRecord, allocation: Allocation): JsonObject {
  const { invoiceId, amount, date } = allocation;
  return {
    Amount: amount,
    Date: wireDay(date),
    Invoice: { InvoiceID: invoiceId, InvoiceNumber: books.invoices.get(invoiceId)?.number ?? '' },
    CreditNote: { CreditNoteID: note.id, CreditNoteNumber: note.number },
  };
}

function refundsOf(books: TenantBooks, { id, refunded }: CreditNoteRecord): readonly JsonObject[] {
  if (refunded === undefined) return [];
  return books.payments
    .find('creditNote', id)
    .filter(({ status }) => status === 'AUTHORISED')
    .map((payment) => ({
      PaymentID: payment.id,
      Date: wireDay(payment.date),
      Amount: payment.amount,
      Reference: payment.reference,
      CurrencyRate: payment.currencyRate,
    }));
}
