import type { ContactRecord } from '../books/contact-record.ts';
import type { LineRecord } from '../books/line-record.ts';
import type { QuoteRecord } from '../books/quote-record.ts';
import type { Quirks } from '../control/quirks.ts';
import type { JsonObject } from '../http/json.ts';
import { bareDay, bareMoment, dayString } from '../http/wire-dates.ts';
import { round } from '../rules/tax.ts';
import { wireQuoteContact } from './wire-contact.ts';
import { wireQuoteLine } from './wire-lines.ts';

/** Takes a share of the tax out of an inclusive line; the header still says INCLUSIVE. */
function withoutTax(line: LineRecord, share: number): LineRecord {
  const taken = line.taxAmount * share;
  const lineAmount = round(line.lineAmount - taken, 2);
  const factor = line.lineAmount === 0 ? 1 : lineAmount / line.lineAmount;
  return { ...line, lineAmount, unitAmount: round((line.unitAmount ?? 0) * factor, 4) };
}

function shownLines(quote: QuoteRecord, quirks: Quirks): readonly LineRecord[] {
  if (quote.lineAmountTypes !== 'Inclusive') return quote.lines;
  if (quirks.irreconcilable_quotes) return quote.lines.map((line) => withoutTax(line, 0.5));
  if (quirks.inclusive_quotes_net) return quote.lines.map((line) => withoutTax(line, 1));
  return quote.lines;
}

/** Provider: upper-case modes, dates without an offset, a short contact, and total discounts only outside lists. */
export function wireQuote(
  quote: QuoteRecord,
  contact: ContactRecord | undefined,
  form: 'one' | 'list',
  quirks: Quirks,
): JsonObject {
  const { subTotal, totalTax, total, totalDiscount } = quote.totals;
  return {
    QuoteID: quote.id,
    QuoteNumber: quote.number,
    Reference: quote.reference,
    Terms: quote.terms,
    Contact: contact ? wireQuoteContact(contact) : {},
    LineItems: shownLines(quote, quirks).map(wireQuoteLine),
    Date: bareDay(quote.date),
    DateString: dayString(quote.date),
    ...(quote.expiryDate === undefined
      ? {}
      : { ExpiryDate: bareDay(quote.expiryDate), ExpiryDateString: dayString(quote.expiryDate) }),
    Status: quote.status,
    CurrencyRate: quote.currencyRate,
    CurrencyCode: quote.currencyCode,
    SubTotal: subTotal,
    TotalTax: totalTax,
    Total: total,
    TotalDiscount: form === 'list' ? 0 : totalDiscount,
    Title: quote.title,
    Summary: quote.summary,
    BrandingThemeID: quote.brandingThemeId,
    UpdatedDateUTC: bareMoment(quote.updated),
    LineAmountTypes: quote.lineAmountTypes.toUpperCase(),
  } as JsonObject;
}
