import * as v from 'valibot';
import { meters } from '../../domain/usage.ts';
import { count, field } from '../../families/answer-fields.ts';

export const UsageAnswer = v.object({
  day: field.text,
  connection_id: field.text,
  meter: v.picklist(meters),
  quantity: count,
  billable: v.boolean(),
});
