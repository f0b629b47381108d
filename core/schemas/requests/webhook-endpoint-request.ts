import * as v from 'valibot';
import { eventTypes } from '../../domain/event.ts';

const typesMax = 20;
const urlMaxLength = 2048;
const descriptionMaxLength = 500;

const EventTypeName = v.picklist(
  ['*', ...eventTypes],
  (issue) => `${issue.received} is not an event type; known are * and ${eventTypes.join(', ')}`,
);

/** Body of `POST /v1/webhook-endpoints`. `["*"]` subscribes to every type, also those to come. */
export const WebhookEndpointRequest = v.strictObject({
  url: v.pipe(
    v.string('must be text'),
    v.nonEmpty('must not be empty'),
    v.maxLength(urlMaxLength, `must have at most ${urlMaxLength} characters`),
  ),
  event_types: v.pipe(
    v.array(EventTypeName, 'must be a list of event types'),
    v.minLength(1, 'must name at least one event type'),
    v.maxLength(typesMax, `must name at most ${typesMax} event types`),
  ),
  description: v.nullish(
    v.pipe(
      v.string('must be text'),
      v.maxLength(descriptionMaxLength, `must have at most ${descriptionMaxLength} characters`),
    ),
  ),
});
export type WebhookEndpointRequest = v.InferOutput<typeof WebhookEndpointRequest>;
