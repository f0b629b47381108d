import * as v from 'valibot';
import { pageNumberMax } from '../../domain/page.ts';
import { recordId, requiredIdentifier, status } from './fields.ts';

const wholePage = 'must be a whole number of at least 1';

/** What quotes are searched by; each matches exactly, letter case included (`status` in any case). */
export const QuoteSearchRequest = v.strictObject({
  provider_id: v.optional(recordId('quotes')),
  external_reference: v.optional(requiredIdentifier(4000)),
  number: v.optional(requiredIdentifier(255)),
  name: v.optional(v.pipe(requiredIdentifier(255), v.description('The contact’s name.'))),
  status: v.optional(status('DRAFT', 'SENT', 'DECLINED', 'ACCEPTED', 'INVOICED', 'DELETED')),
  page: v.optional(
    v.pipe(
      v.number(wholePage),
      v.integer(wholePage),
      v.minValue(1, wholePage),
      v.transform((page) => Math.min(page, pageNumberMax)),
      v.description('A page beyond the last is empty.'),
    ),
  ),
});
export type QuoteSearch = v.InferOutput<typeof QuoteSearchRequest>;
