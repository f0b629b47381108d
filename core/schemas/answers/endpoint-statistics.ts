import * as v from 'valibot';
import { Timestamp } from '../../families/answer-fields.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const EndpointStatisticsAnswer = v.object({
  webhook_endpoint_id: v.string(),
  since: v.pipe(Timestamp, v.description('24 hours ago: deliveries made since then are counted.')),
  deliveries: v.object({
    queued: count,
    running: count,
    retrying: count,
    succeeded: count,
    failed: count,
    cancelled: count,
    dead_letter: count,
  }),
  attempts: v.pipe(
    v.object({ made: count, succeeded: count }),
    v.description('Attempts since then, of the latest 1,000 deliveries: those that wait, too.'),
  ),
  success_rate: v.pipe(
    v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
    v.description('Of those that ended as succeeded, failed or dead letter; null where none did.'),
  ),
  capped: v.pipe(v.boolean(), v.description('Whether a state has more than the 10,000 that are counted.')),
});
export type EndpointStatisticsShape = v.InferOutput<typeof EndpointStatisticsAnswer>;
