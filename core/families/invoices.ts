import * as v from 'valibot';
import { documentSides } from '../domain/resource.ts';
import { documentFields, documentSide, field, paymentField } from './answer-fields.ts';
import { changedDocument, documentRefers, documentTerms, newDocument } from './document-requests.ts';
import { family } from './family.ts';
import { answersOf, type PlainTexts, requestsOf } from './plain-text.ts';
import { clearableDay, clearableIdentifier, day, flag, oneWord, status } from './request-fields.ts';

const plain = {
  url: {
    longest: 500,
    means: 'A link of your own, shown on the invoice.',
    example: 'https://app.example.com/orders/1001',
  },
} as const satisfies PlainTexts;

const entries = {
  external_reference: clearableIdentifier(255),
  issue_date: v.optional(day()),
  due_date: clearableDay(),
  ...documentTerms,
  ...requestsOf(plain),
  sent_to_contact: v.optional(flag()),
};
const statuses = ['DRAFT', 'SUBMITTED', 'AUTHORISED'] as const;

export const InvoiceCreateRequest = v.strictObject({
  type: v.optional(oneWord(documentSides)),
  ...newDocument,
  status: v.optional(status(statuses)),
  ...entries,
});

export const InvoiceUpdateRequest = v.strictObject({
  ...changedDocument,
  status: v.optional(status([...statuses, 'DELETED', 'VOIDED'])),
  ...entries,
});

const line = { quantity: 2, unit_amount: 150.5, account_code: '200' };

export const invoices = family('invoices', {
  idPrefix: 'inv',
  singular: 'invoice',
  statuses: [...statuses, 'PAID', 'VOIDED', 'DELETED'],
  writes: 'creates_and_updates',
  books: {
    day: 'issue_date',
    refers: documentRefers,
    accounts: 'lines',
    frozen: ['DELETED', 'VOIDED'],
    leaves: ['numbers', 'amounts', 'stock'],
  },
  bulk: 'creates_and_updates',
  isRendered: true,
  plain,
  requests: { create: InvoiceCreateRequest, update: InvoiceUpdateRequest },
  examples: {
    create: {
      normalized: {
        summary: 'A draft with one line',
        value: {
          contact_id: 'con_5n4wpqk6t19r8v9e2q6m3d7c1x',
          external_reference: 'order-1001',
          due_date: '2026-12-20',
          status: 'DRAFT',
          line_items: [{ description: 'Consulting, November', ...line }],
        },
      },
    },
    update: {
      approve: { summary: 'Changes only the status', value: { status: 'AUTHORISED' } },
    },
  },
  fields: {
    type: documentSide,
    ...documentFields,
    due_date: field.date,
    amount_due: field.number,
    amount_paid: field.number,
    amount_credited: field.number,
    fully_paid_on: field.date,
    ...answersOf(plain),
    sent_to_contact: field.flag,
    payments: v.array(paymentField),
  },
});
