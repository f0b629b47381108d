import { deliveredTypes } from '#core';
import { eventName } from './schemas.ts';
import signed from './webhook-headers.json' with { type: 'json' };
import { meanings, realEvent } from './words.ts';

const description =
  'Sent to every webhook endpoint that wants the type. Verify the signature over the exact bytes, answer 2xx within 15 seconds, and expect the same event more than once: `id` tells.';

/** `webhooks`: an entry per type of event. */
export function webhooks(): Record<string, object> {
  return Object.fromEntries(deliveredTypes.map((type) => [type, { post: webhook(type) }]));
}

function webhook(type: (typeof deliveredTypes)[number]): object {
  const name = eventName(type);
  const content = { schema: { $ref: `#/components/schemas/${name}` }, example: realEvent(type) };
  const meaning = meanings['DeliveredEventType']?.[type] ?? '';
  return {
    operationId: `on${name.replace(/Event$/, '')}`,
    tags: ['Webhooks'],
    summary: `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}`,
    description,
    security: [],
    parameters: signed.map(({ name, description, example }) => {
      return { name, in: 'header', required: true, description, schema: { type: 'string' }, example };
    }),
    requestBody: { required: true, description: 'The event.', content: { 'application/json': content } },
    responses: {
      '2XX': { description: 'Received. Any other answer, or none, is tried again for about four days.' },
      410: { description: 'No longer wanted: the service disables the endpoint.' },
    },
  };
}
