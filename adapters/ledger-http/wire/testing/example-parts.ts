// Parts that several example documents share.
import { type JsonObject, resourceIdOf } from '#core/ports';

export const uuid = (n: number) => `0b5e6d2a-7f57-4a7e-8a49-${String(n).padStart(12, '0')}`;
export const stamp = '/Date(1789378199123+0000)/';
export const contact = { ContactID: uuid(1), Name: 'Miro Ltd', Addresses: [], EmailAddress: '' };
export const contactFields = {
  contact_id: resourceIdOf('contacts', uuid(1)),
  contact: { id: resourceIdOf('contacts', uuid(1)), provider_id: uuid(1), name: 'Miro Ltd' },
};
export const totals = {
  SubTotal: 100,
  TotalTax: 15,
  TotalDiscount: 0,
  Total: 115,
  CurrencyCode: 'NZD',
  CurrencyRate: 1,
};
export const totalFields = {
  sub_total: 100,
  total_tax: 15,
  total_discount: 0,
  total: 115,
  currency: 'NZD',
  currency_rate: 1,
};
export const theme = { branding_theme_id: resourceIdOf('branding_themes', uuid(3)) };
export const line = {
  LineItemID: uuid(9),
  Description: 'Hire',
  Quantity: 2,
  UnitAmount: 50.1234,
  DiscountRate: 10,
  DiscountAmount: 0,
  ItemCode: '',
  AccountCode: '200',
  AccountID: uuid(2),
  TaxType: 'OUTPUT2',
  TaxAmount: 15,
  LineAmount: 100,
  Tracking: [{ TrackingCategoryID: uuid(5), TrackingOptionID: uuid(6), Name: 'Region', Option: 'North' }],
  ValidationErrors: [],
};
export const lineFields = {
  line_item_id: uuid(9),
  description: 'Hire',
  quantity: 2,
  unit_amount: 50.1234,
  discount_rate: 10,
  discount_amount: 0,
  item_code: null,
  account_id: resourceIdOf('accounts', uuid(2)),
  account_code: '200',
  tax_type: 'OUTPUT2',
  tax_amount: 15,
  line_amount: 100,
  tracking: [{ tracking_category_id: uuid(5), tracking_option_id: uuid(6), name: 'Region', option: 'North' }],
};

export interface Example {
  readonly native: JsonObject;
  readonly fields: JsonObject;
  /** The source of the record's id, where it is no UUID. */
  readonly id?: string;
}
