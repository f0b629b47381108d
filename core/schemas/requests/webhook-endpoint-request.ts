import * as v from 'valibot';
import { eventTypes } from '../../domain/event.ts';
import { wholeText } from '../../families/request-fields.ts';

const typesMax = 20;
const urlMaxLength = 2048;
const descriptionMaxLength = 500;

const EventTypeName = v.picklist(
  ['*', ...eventTypes],
  (issue) => `${issue.received} is not an event type; known are * and ${eventTypes.join(', ')}`,
);

const url = v.pipe(
  v.string('must be text'),
  v.nonEmpty('must not be empty'),
  v.maxLength(urlMaxLength, `must have at most ${urlMaxLength} characters`),
);
const event_types = v.pipe(
  v.array(EventTypeName, 'must be a list of event types'),
  v.minLength(1, 'must name at least one event type'),
  v.maxLength(typesMax, `must name at most ${typesMax} event types`),
);
const description = v.nullish(
  v.pipe(
    v.string('must be text'),
    v.maxLength(descriptionMaxLength, `must have at most ${descriptionMaxLength} characters`),
    wholeText(),
  ),
);

/** Body of `POST /v1/webhook-endpoints`. `["*"]` subscribes to every type, also those to come. */
export const WebhookEndpointRequest = v.strictObject({ url, event_types, description });
export type WebhookEndpointRequest = v.InferOutput<typeof WebhookEndpointRequest>;

/** Body of `PATCH /v1/webhook-endpoints/:webhook_endpoint_id`: what is left out stays. */
export const WebhookEndpointPatch = v.strictObject({
  url: v.optional(url),
  event_types: v.optional(event_types),
  description,
  status: v.optional(v.picklist(['enabled', 'disabled'], 'must be enabled or disabled')),
});
export type WebhookEndpointPatch = v.InferOutput<typeof WebhookEndpointPatch>;
