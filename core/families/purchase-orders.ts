import * as v from 'valibot';
import { documentFields, field } from './answer-fields.ts';
import { changedDocument, documentRefers, documentTerms, newDocument } from './document-requests.ts';
import { family } from './family.ts';
import { answersOf, type PlainTexts, requestsOf } from './plain-text.ts';
import { clearableDay, clearableIdentifier, day, flag, status } from './request-fields.ts';

const plain = {
  delivery_address: {
    longest: 2000,
    means: 'Where the goods go, as one text.',
    example: '12 Hill Road, Nelson 7010',
  },
  delivery_instructions: {
    longest: 500,
    means: 'What the carrier should know.',
    example: 'Leave at the back door',
  },
  attention_to: { longest: 255, means: 'The person to whose attention it goes.', example: 'Ada Baker' },
  telephone: { longest: 50, means: 'The telephone number of the recipient.', example: '+64 3 555 0142' },
} as const satisfies PlainTexts;

const entries = {
  external_reference: clearableIdentifier(4000),
  issue_date: v.optional(day()),
  delivery_date: clearableDay(),
  ...requestsOf(plain),
  ...documentTerms,
  sent_to_contact: v.optional(flag()),
};
const statuses = ['DRAFT', 'SUBMITTED', 'AUTHORISED', 'BILLED'] as const;

export const PurchaseOrderCreateRequest = v.strictObject({
  ...newDocument,
  status: v.optional(status(statuses)),
  ...entries,
});

const PurchaseOrderUpdateRequest = v.strictObject({
  ...changedDocument,
  status: v.optional(status([...statuses, 'DELETED'])),
  ...entries,
});

export const purchaseOrders = family('purchase_orders', {
  idPrefix: 'po',
  singular: 'purchase order',
  statuses: [...statuses, 'DELETED'],
  writes: 'creates_and_updates',
  books: {
    day: 'issue_date',
    refers: documentRefers,
    accounts: 'lines',
    frozen: ['DELETED'],
    leaves: ['numbers', 'amounts'],
  },
  bulk: 'creates_and_updates',
  isRendered: true,
  plain,
  requests: { create: PurchaseOrderCreateRequest, update: PurchaseOrderUpdateRequest },
  fields: {
    ...documentFields,
    delivery_date: field.date,
    ...answersOf(plain),
    sent_to_contact: field.flag,
  },
});
