import type { CreditNoteRecord } from '../books/credit-note-record.ts';
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
    Allocations: note.allocations.map(({ invoiceId, amount, date }) => ({
      Amount: amount,
      Date: wireDay(date),
      Invoice: { InvoiceID: invoiceId, InvoiceNumber: books.invoices.get(invoiceId)?.number ?? '' },
    })),
    Payments: [],
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
