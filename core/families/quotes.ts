import * as v from 'valibot';
import { described, documentFields, field } from './answer-fields.ts';
import { changedDocument, documentRefers, documentTerms, newDocument } from './document-requests.ts';
import { family } from './family.ts';
import { answersOf, type PlainTexts, requestsOf } from './plain-text.ts';
import {
  clearableDay,
  clearableIdentifier,
  day,
  recordId,
  requiredIdentifier,
  requiredText,
  status,
} from './request-fields.ts';

const plain = {
  title: { longest: 100, means: 'The title.', example: 'Fit-out' },
  summary: {
    longest: 3000,
    means: 'What the offer is about, above its lines.',
    example: 'Fit-out of the café',
  },
  terms: { longest: 4000, means: 'The terms, below the lines.', example: '30 % in advance' },
} as const satisfies PlainTexts;

const entries = {
  external_reference: clearableIdentifier(4000),
  ...requestsOf(plain),
  expiry_date: clearableDay(),
  ...documentTerms,
};
const statuses = ['DRAFT', 'SENT', 'DECLINED', 'ACCEPTED', 'INVOICED', 'DELETED'] as const;

export const QuoteCreateRequest = v.strictObject({
  ...newDocument,
  issue_date: day(),
  status: v.optional(status(['DRAFT', 'SENT'])),
  ...entries,
});

const QuoteUpdateRequest = v.strictObject({
  ...changedDocument,
  issue_date: v.optional(day()),
  status: v.optional(status(statuses)),
  ...entries,
});

export const quotes = family('quotes', {
  idPrefix: 'quo',
  singular: 'quote',
  statuses,
  writes: 'creates_and_updates',
  books: { day: null, refers: documentRefers, accounts: 'lines', frozen: ['DELETED'], leaves: ['numbers', 'amounts'] },
  bulk: 'creates',
  isRendered: true,
  plain,
  requests: { create: QuoteCreateRequest, update: QuoteUpdateRequest },
  fields: {
    ...documentFields,
    ...answersOf(plain),
    expiry_date: field.date,
  },
});

const wholePage = 'must be a whole number of at least 1';

/** What quotes are searched by; each matches exactly, including letter case (but `status` in any case). */
export const QuoteSearchRequest = v.strictObject({
  provider_id: v.optional(recordId(quotes)),
  external_reference: v.optional(requiredIdentifier(4000)),
  number: v.optional(requiredIdentifier(255)),
  name: v.optional(described(requiredIdentifier(255), 'The contact’s name.')),
  status: v.optional(status(statuses)),
  page: v.optional(
    v.pipe(
      v.number(wholePage),
      v.integer(wholePage),
      v.minValue(1, wholePage),
      v.description(
        'A page beyond the last is empty. A page costs the provider calls of those before it, too, and is refused behind more than 50 calls; by `cursor` it costs only its own.',
      ),
    ),
  ),
  cursor: v.optional(requiredText(20_000)),
});
export type QuoteSearch = v.InferOutput<typeof QuoteSearchRequest>;
