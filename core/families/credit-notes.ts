import * as v from 'valibot';
import { documentFields, documentSide, field } from './answer-fields.ts';
import { family } from './family.ts';

const allocation = v.object({ invoice_id: field.text, amount: field.number, date: field.date });

/**
 * A credit note takes back an invoice, in part or whole. It is made and allocated at the provider; here it is only read.
 */
export const creditNotes = family('credit_notes', {
  idPrefix: 'crn',
  singular: 'credit note',
  sync: 'changes',
  isNotified: true,
  fields: {
    type: documentSide,
    ...documentFields,
    remaining_credit: field.number,
    fully_paid_on: field.date,
    allocations: v.array(allocation),
  },
});
