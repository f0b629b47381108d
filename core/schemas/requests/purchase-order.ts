import * as v from 'valibot';
import {
  clearable,
  clearableDay,
  clearableIdentifier,
  clearableRecordId,
  currency,
  currencyRate,
  day,
  flag,
  lineAmountMode,
  lineItems,
  recordId,
  requiredIdentifier,
  status,
} from './fields.ts';

const entries = {
  external_reference: clearableIdentifier(4000),
  issue_date: v.optional(day()),
  delivery_date: clearableDay(),
  delivery_address: clearable(2000),
  delivery_instructions: clearable(500),
  attention_to: clearable(255),
  telephone: clearable(50),
  currency: v.optional(currency()),
  currency_rate: v.optional(currencyRate()),
  line_amount_mode: v.optional(lineAmountMode()),
  branding_theme_id: clearableRecordId('branding_themes'),
  sent_to_contact: v.optional(flag()),
};

export const PurchaseOrderCreateRequest = v.strictObject({
  number: clearableIdentifier(255),
  contact_id: recordId('contacts'),
  status: v.optional(status('DRAFT', 'SUBMITTED', 'AUTHORISED', 'BILLED')),
  line_items: lineItems(),
  ...entries,
});

export const PurchaseOrderUpdateRequest = v.strictObject({
  number: v.optional(requiredIdentifier(255)),
  contact_id: v.optional(recordId('contacts')),
  status: v.optional(status('DRAFT', 'SUBMITTED', 'AUTHORISED', 'BILLED', 'DELETED')),
  line_items: v.optional(lineItems()),
  ...entries,
});
