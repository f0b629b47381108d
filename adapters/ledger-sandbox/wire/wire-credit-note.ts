import type { Allocation, CreditNoteRecord } from '../books/credit-note-record.ts';
import type { TenantBooks } from '../books/tenant-books.ts';
import type { JsonObject } from '../http/json.ts';
import { dayString, momentString, wireDay, wireMoment } from '../http/wire-dates.ts';
import { type CreditRecord, creditFamilyOf, remainingCredit } from '../rules/credits.ts';
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
    Allocations: wireAllocations(books, note),
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

export function wireAllocations(books: TenantBooks, credit: CreditRecord): readonly JsonObject[] {
  return credit.allocations.map(({ id, invoiceId, amount, date }) => ({
    ...(id !== undefined && { AllocationID: id }),
    Amount: amount,
    Date: wireDay(date),
    Invoice: { InvoiceID: invoiceId, InvoiceNumber: books.invoices.get(invoiceId)?.number ?? '' },
  }));
}

/** The object under which others name a credit. */
const names = { creditNotes: 'CreditNote', prepayments: 'Prepayment', overpayments: 'Overpayment' } as const;

export function wireCreditReference(credit: CreditRecord): JsonObject {
  const name = names[creditFamilyOf(credit)];
  const number = name === 'CreditNote' ? { CreditNoteNumber: credit.number } : {};
  return { [name]: { [`${name}ID`]: credit.id, ...number } };
}

/** Provider: the answer of an allocation has no id; only the credit itself shows it. */
export function wireAllocation(books: TenantBooks, credit: CreditRecord, allocation: Allocation): JsonObject {
  const { invoiceId, amount, date } = allocation;
  return {
    Amount: amount,
    Date: wireDay(date),
    Invoice: { InvoiceID: invoiceId, InvoiceNumber: books.invoices.get(invoiceId)?.number ?? '' },
    ...wireCreditReference(credit),
  };
}

export function refundsOf(books: TenantBooks, { id, refunded }: CreditRecord): readonly JsonObject[] {
  if (refunded === undefined) return [];
  return books.payments
    .find('credit', id)
    .filter(({ status }) => status === 'AUTHORISED')
    .map((payment) => ({
      PaymentID: payment.id,
      Date: wireDay(payment.date),
      Amount: payment.amount,
      Reference: payment.reference,
      CurrencyRate: payment.currencyRate,
    }));
}
