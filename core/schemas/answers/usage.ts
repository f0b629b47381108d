import * as v from 'valibot';
import { isBillable, meters, type UsageTotal } from '../../domain/usage.ts';
import { count, described, field } from '../../families/answer-fields.ts';
import { ListingMetaAnswer, pageOf } from './envelope.ts';
import { presenter } from './present.ts';

export const UsageAnswer = v.object({
  day: field.text,
  connection_id: field.text,
  meter: v.picklist(meters),
  quantity: count,
  billable: v.boolean(),
});

export const UsageListAnswer = pageOf(
  {
    items: v.array(UsageAnswer),
    connections: described(
      count,
      'Of the organization, in both environments: those that are active or wait for a reconnect.',
    ),
    connection_limit: described(v.nullable(count), 'How many of them the contract allows; null: as many as you like.'),
  },
  ListingMetaAnswer,
);

const usageAnswer = presenter(UsageAnswer);

export function presentUsage(total: UsageTotal) {
  return usageAnswer({ ...total, billable: isBillable(total.meter) });
}
