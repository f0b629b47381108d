import * as v from 'valibot';
import { described, field } from '../../families/answer-fields.ts';
import { presenter } from './present.ts';

/** A part of a credit that settles an invoice. */
export const AllocationAnswer = v.object({
  allocation_id: described(
    v.nullable(v.string()),
    'The provider’s id of the allocation; null where it names none, and then `invoice_id` addresses it.',
  ),
  invoice_id: v.string(),
  amount: v.number(),
  date: field.date,
});
export const RemovedAllocationAnswer = v.object({ removed: v.literal(true) });

export const presentAllocation = presenter(AllocationAnswer);
