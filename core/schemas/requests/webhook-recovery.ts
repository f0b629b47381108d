import * as v from 'valibot';
import { described } from '../../families/answer-fields.ts';
import { ReasonRequest } from './reason.ts';

const instant = (): v.GenericSchema<string, string> =>
  v.pipe(
    v.string('must be a string'),
    v.regex(
      /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/,
      'must be an ISO 8601 time such as 2026-01-31T00:00:00Z',
    ),
    v.check((text) => !Number.isNaN(Date.parse(text)), 'must be a time that exists'),
  );

/** Body of `POST /v1/webhook-endpoints/:webhook_endpoint_id/recover`. */
export const WebhookRecoveryRequest = v.strictObject({
  since: described(instant(), 'Events created from this moment on, and after the endpoint was.'),
  until: v.optional(described(instant(), 'Events created up to this moment; now when left out.')),
  reason: ReasonRequest.entries.reason,
});
export type WebhookRecoveryRequest = v.InferOutput<typeof WebhookRecoveryRequest>;
