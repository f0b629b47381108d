import * as v from 'valibot';
import { meters } from '../../domain/usage.ts';

/** What one meter came to in one group. */
export const UsageAnswer = v.object({
  day: v.pipe(v.nullable(v.string()), v.description('The UTC day; null unless grouped by day.')),
  connection_id: v.pipe(v.nullable(v.string()), v.description('Null unless grouped by connection.')),
  meter: v.picklist(meters),
  quantity: v.pipe(v.number(), v.integer(), v.minValue(0)),
  billable: v.boolean(),
});
export type UsageShape = v.InferOutput<typeof UsageAnswer>;
