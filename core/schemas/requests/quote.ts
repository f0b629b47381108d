import * as v from 'valibot';
import {
  clearable,
  clearableDay,
  clearableIdentifier,
  clearableRecordId,
  currency,
  currencyRate,
  day,
  lineAmountMode,
  lineItems,
  recordId,
  requiredIdentifier,
  status,
} from './fields.ts';

const entries = {
  external_reference: clearableIdentifier(4000),
  title: clearable(100),
  summary: clearable(3000),
  terms: clearable(4000),
  expiry_date: clearableDay(),
  currency: v.optional(currency()),
  currency_rate: v.optional(currencyRate()),
  line_amount_mode: v.optional(lineAmountMode()),
  branding_theme_id: clearableRecordId('branding_themes'),
};

export const QuoteCreateRequest = v.strictObject({
  number: clearableIdentifier(255),
  contact_id: recordId('contacts'),
  issue_date: day(),
  status: v.optional(status('DRAFT', 'SENT')),
  line_items: lineItems(),
  ...entries,
});

export const QuoteUpdateRequest = v.strictObject({
  number: v.optional(requiredIdentifier(255)),
  contact_id: v.optional(recordId('contacts')),
  issue_date: v.optional(day()),
  status: v.optional(status('DRAFT', 'SENT', 'DECLINED', 'ACCEPTED', 'INVOICED', 'DELETED')),
  line_items: v.optional(lineItems()),
  ...entries,
});
