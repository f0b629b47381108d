import * as v from 'valibot';
import { isBillable, meters, type UsageTotal } from '../../domain/usage.ts';
import { count, field } from '../../families/answer-fields.ts';
import { presenter } from './present.ts';

export const UsageAnswer = v.object({
  day: field.text,
  connection_id: field.text,
  meter: v.picklist(meters),
  quantity: count,
  billable: v.boolean(),
});

const usageAnswer = presenter(UsageAnswer);

export function presentUsage(total: UsageTotal) {
  return usageAnswer({ ...total, billable: isBillable(total.meter) });
}
