import * as v from 'valibot';
import { meters } from '../../domain/usage.ts';
import { count, described, field } from '../../families/answer-fields.ts';

/** What one meter came to in one group. */
export const UsageAnswer = v.object({
  day: described(field.text, 'The UTC day; null unless grouped by day.'),
  connection_id: described(field.text, 'Null unless grouped by connection.'),
  meter: v.picklist(meters),
  quantity: count,
  billable: v.boolean(),
});
