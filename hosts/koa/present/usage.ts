import type * as v from 'valibot';
import { isBillable, type UsageAnswer, type UsageTotal } from '#core';

export function presentUsage({ day, connectionId, meter, quantity }: UsageTotal): v.InferOutput<typeof UsageAnswer> {
  return { day, connection_id: connectionId, meter, quantity, billable: isBillable(meter) };
}
