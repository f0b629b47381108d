import * as v from 'valibot';
import { operationStates } from '../../domain/operation.ts';
import { count, described, Timestamp } from '../../families/answer-fields.ts';

export const EndpointStatisticsAnswer = v.object({
  webhook_endpoint_id: v.string(),
  since: described(Timestamp, '24 hours ago: deliveries made since then are counted.'),
  deliveries: v.object(v.entriesFromList(operationStates, count)),
  attempts: described(
    v.object({ made: count, succeeded: count }),
    'Attempts since then, of the latest 1,000 deliveries: those that wait, too.',
  ),
  success_rate: described(
    v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
    'Of those that ended as succeeded, failed or dead letter; null where none did.',
  ),
  capped: described(v.boolean(), 'Whether a state has more than the 10,000 that are counted.'),
});
export type EndpointStatisticsShape = v.InferOutput<typeof EndpointStatisticsAnswer>;
