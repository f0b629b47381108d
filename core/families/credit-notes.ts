import * as v from 'valibot';
import { documentSides } from '../domain/resource.ts';
import { allocationField, documentFields, documentSide, field } from './answer-fields.ts';
import { changedDocument, documentRefers, documentTerms, newDocument } from './document-requests.ts';
import { family } from './family.ts';
import { clearableIdentifier, day, oneWord, status } from './request-fields.ts';

const statuses = ['DRAFT', 'SUBMITTED', 'AUTHORISED'] as const;

export const CreditNoteCreateRequest = v.strictObject({
  type: oneWord(documentSides),
  ...newDocument,
  issue_date: day(),
  status: v.optional(status(statuses)),
  external_reference: clearableIdentifier(255),
  ...documentTerms,
});

/** The side of the books stays. Once a part is allocated or refunded, the provider refuses changes of money. */
const CreditNoteUpdateRequest = v.strictObject({
  ...changedDocument,
  issue_date: v.optional(day()),
  status: v.optional(status([...statuses, 'DELETED', 'VOIDED'])),
  external_reference: clearableIdentifier(255),
  ...documentTerms,
});

/** A credit note takes back an invoice, in part or whole: its credit is allocated to invoices, or refunded by a payment. */
export const creditNotes = family('credit_notes', {
  idPrefix: 'crn',
  singular: 'credit note',
  statuses: [...statuses, 'PAID', 'VOIDED', 'DELETED'],
  writes: 'creates_and_updates',
  books: {
    day: 'issue_date',
    refers: documentRefers,
    accounts: 'lines',
    frozen: ['DELETED', 'VOIDED'],
    leaves: ['numbers', 'amounts'],
  },
  bulk: 'creates_and_updates',
  requests: { create: CreditNoteCreateRequest, update: CreditNoteUpdateRequest },
  examples: {
    create: {
      normalized: {
        summary: 'Takes back a part of a sale',
        value: {
          type: 'receivable',
          contact_id: 'con_5n4wpqk6t19r8v9e2q6m3d7c1x',
          issue_date: '2026-12-01',
          status: 'AUTHORISED',
          line_items: [{ description: 'Returned chair', quantity: 1, unit_amount: 150.5, account_code: '200' }],
        },
      },
    },
    update: { approve: { summary: 'Changes only the status', value: { status: 'AUTHORISED' } } },
  },
  fields: {
    type: documentSide,
    ...documentFields,
    remaining_credit: field.number,
    fully_paid_on: field.date,
    allocations: v.array(allocationField),
  },
});
