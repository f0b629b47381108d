import { documentFields } from './document-parts.ts';
import { field } from './field.ts';
import { recordOf } from './record-frame.ts';

export const QuoteRecord = recordOf('quotes', {
  ...documentFields,
  title: field.text,
  summary: field.text,
  terms: field.text,
  expiry_date: field.date,
});
