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
  external_reference: clearableIdentifier(255),
  issue_date: v.optional(day()),
  due_date: clearableDay(),
  currency: v.optional(currency()),
  currency_rate: v.optional(currencyRate()),
  line_amount_mode: v.optional(lineAmountMode()),
  branding_theme_id: clearableRecordId('branding_themes'),
  url: clearable(500),
  sent_to_contact: v.optional(flag()),
};

/** The normalized invoice create payload. The document number is the provider's own. */
export const InvoiceCreateRequest = v.strictObject({
  type: v.optional(v.picklist(['receivable', 'payable'], 'must be one of receivable, payable')),
  number: clearableIdentifier(255),
  contact_id: recordId('contacts'),
  status: v.optional(status('DRAFT', 'SUBMITTED', 'AUTHORISED')),
  line_items: lineItems(),
  ...entries,
});

export const InvoiceUpdateRequest = v.strictObject({
  number: v.optional(requiredIdentifier(255)),
  contact_id: v.optional(recordId('contacts')),
  status: v.optional(status('DRAFT', 'SUBMITTED', 'AUTHORISED', 'DELETED', 'VOIDED')),
  line_items: v.optional(lineItems()),
  ...entries,
});
