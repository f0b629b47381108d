import { contact, contactId } from './contact-reference.ts';
import { family } from './family.ts';
import { amount, clearableReference, date, readOnly, text, translated, word } from './field.ts';
import { quoteLineAmountModes } from './line-amount-modes.ts';
import { lineItems } from './line-items.ts';
import { quoteDiscount } from './quote-discount.ts';

export const quotes = family({
  type: 'quotes',
  path: '/Quotes',
  envelope: 'Quotes',
  idKey: 'QuoteID',
  paging: 'hundreds',
  listQuery: { order: 'UpdatedDateUTC ASC' },
  modifiedSince: true,
  updateReplaces: true,
  foundBy: ['number', 'status', 'contact_id'],
  fields: [
    text('number', 'QuoteNumber'),
    text('external_reference', 'Reference'),
    word('status', 'Status'),
    contactId,
    contact,
    date('issue_date', 'Date'),
    date('expiry_date', 'ExpiryDate'),
    word('currency', 'CurrencyCode'),
    amount('currency_rate', 'CurrencyRate'),
    translated('line_amount_mode', 'LineAmountTypes', quoteLineAmountModes),
    lineItems,
    readOnly(amount('sub_total', 'SubTotal')),
    readOnly(amount('total_tax', 'TotalTax')),
    quoteDiscount,
    readOnly(amount('total', 'Total')),
    clearableReference('branding_theme_id', 'branding_themes', 'BrandingThemeID'),
    text('title', 'Title'),
    text('summary', 'Summary'),
    text('terms', 'Terms'),
  ],
});
