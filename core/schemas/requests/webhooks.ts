import * as v from 'valibot';
import { eventTypes } from '../../domain/event.ts';
import { described } from '../../families/answer-fields.ts';
import { clearableIdentifier, flag, instant, oneWord, requiredText } from '../../families/request-fields.ts';
import { ReasonRequest } from './records.ts';

export const typesMax = 100;

const EventTypeName = v.picklist(
  ['*', ...eventTypes],
  (issue) => `${issue.received} is not an event type; known are * and ${eventTypes.join(', ')}`,
);

const url = requiredText(2048);
const event_types = v.pipe(
  v.array(EventTypeName, 'must be a list of event types'),
  v.minLength(1, 'must name at least one event type'),
  v.maxLength(typesMax, `must name at most ${typesMax} event types`),
);
const description = clearableIdentifier(500);
const send_traceparent = v.optional(flag());

/** `["*"]` subscribes to every type, also those to come. */
export const WebhookEndpointRequest = v.strictObject({ url, event_types, description, send_traceparent });
export type WebhookEndpointRequest = v.InferOutput<typeof WebhookEndpointRequest>;

/** A field that is left out stays. */
export const WebhookEndpointPatch = v.strictObject({
  url: v.optional(url),
  event_types: v.optional(event_types),
  description,
  send_traceparent,
  status: v.optional(oneWord(['enabled', 'disabled'])),
});
export type WebhookEndpointPatch = v.InferOutput<typeof WebhookEndpointPatch>;

export const WebhookRecoveryRequest = v.strictObject({
  since: described(instant(), 'Recovers events created from this moment on, but none older than the endpoint.'),
  until: v.optional(described(instant(), 'Recovers events created up to this moment; now by default.')),
  reason: ReasonRequest.entries.reason,
});
export type WebhookRecoveryRequest = v.InferOutput<typeof WebhookRecoveryRequest>;
