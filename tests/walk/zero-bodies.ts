// A value that cannot be there by chance in every field that a client may write, family by family.
import { plainTextsOf, type ResourceType } from '../../core/ports.ts';

export interface Canary {
  /** In every text. */
  readonly word: string;
  /** In every amount. */
  readonly amount: number;
  readonly day: string;
}

const lineOf = ({ word, amount }: Canary) => ({
  description: `${word} line`,
  quantity: 1,
  unit_amount: amount,
  discount_rate: 12.5,
  account_code: '200',
  tax_type: 'OUTPUT2',
});

/** The word in every plain text that the family declares. */
function textsOf(type: ResourceType, word: string): Readonly<Record<string, string>> {
  const texts = Object.entries(plainTextsOf(type));
  return Object.fromEntries(texts.map(([name, { longest }]) => [name, `${word} ${name}`.slice(0, longest)]));
}

export function contactBody({ word }: Canary, name = 'contact') {
  const address = {
    ...{ line1: `${word} line1`, line2: `${word} line2`, line3: `${word} line3`, line4: `${word} line4` },
    ...{ city: `${word} city`, region: `${word} region`, postal_code: `${word} 1010`, country: `${word} land` },
    attention_to: `${word} person`,
  };
  return {
    name: `${word} ${name}`,
    ...textsOf('contacts', word),
    contact_number: `${word} ${name}`.slice(0, 50),
    email: `${word}@example.com`,
    default_currency: 'NZD',
    phones: [{ type: 'MOBILE', country_code: '64', area_code: '21', number: `${word} 5550123` }],
    addresses: [
      { type: 'STREET', ...address },
      { type: 'POBOX', ...address },
    ],
    contact_persons: [
      {
        first_name: `${word} other`,
        last_name: `${word} name`,
        email: `other-${word}@example.com`,
        include_in_emails: true,
      },
    ],
    payment_terms: { bills: { day: 9, type: 'OFFOLLOWINGMONTH' }, sales: { day: 23, type: 'OFFOLLOWINGMONTH' } },
  };
}

export function invoiceBody(canary: Canary, contactId: string, number = 'inv') {
  return {
    type: 'receivable',
    number: `${canary.word} ${number}`,
    contact_id: contactId,
    status: 'AUTHORISED',
    external_reference: `${canary.word} reference`,
    issue_date: '2030-01-05',
    due_date: canary.day,
    currency: 'NZD',
    line_amount_mode: 'exclusive',
    ...textsOf('invoices', canary.word),
    url: `https://example.com/${canary.word}`,
    line_items: [lineOf(canary)],
  };
}

export function quoteBody(canary: Canary, contactId: string) {
  const { word } = canary;
  return {
    number: `${word} quote`,
    contact_id: contactId,
    issue_date: '2030-01-05',
    expiry_date: canary.day,
    external_reference: `${word} reference`,
    ...textsOf('quotes', word),
    line_amount_mode: 'exclusive',
    line_items: [lineOf(canary)],
  };
}

export function purchaseOrderBody(canary: Canary, contactId: string) {
  const { word } = canary;
  return {
    number: `${word} order`,
    contact_id: contactId,
    issue_date: '2030-01-05',
    delivery_date: canary.day,
    external_reference: `${word} reference`,
    ...textsOf('purchase_orders', word),
    line_items: [{ ...lineOf(canary), tax_type: 'INPUT2', account_code: '400' }],
  };
}
