import * as v from 'valibot';
import { invoices } from '../../families/invoices.ts';
import { amount, day, recordId } from '../../families/request-fields.ts';

/** The provider may answer another date: the later one of both documents. */
export const AllocationRequest = v.strictObject({
  invoice_id: recordId(invoices),
  amount: v.pipe(amount(2), v.gtValue(0, 'must be greater than 0')),
  date: v.optional(day()),
});
export type AllocationRequest = v.InferOutput<typeof AllocationRequest>;
