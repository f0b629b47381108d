import { deliveredTypes } from '#core';
import { realEvent } from './examples.ts';
import { eventName } from './schemas.ts';
import { meanings } from './words.ts';

const signed = [
  [
    'Service-Signature',
    '`t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<body>` with the signing secret.',
    't=1795426258,v1=5257a8…',
  ],
  ['Service-Event', 'The id of the event; the same at every attempt.', 'evt_01m83vvas9f2xa200wk5kn6z7q'],
  ['webhook-id', 'The same id, as Standard Webhooks has it.', 'evt_01m83vvas9f2xa200wk5kn6z7q'],
  ['webhook-timestamp', 'When it was sent: seconds since 1970, UTC.', '1795426258'],
  [
    'webhook-signature',
    '`v1,<base64>`, as Standard Webhooks has it.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ],
] as const;

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
    parameters: signed.map(([header, text, example]) => ({
      ...{ name: header, in: 'header', required: true, description: text, schema: { type: 'string' }, example },
    })),
    requestBody: { required: true, description: 'The event.', content: { 'application/json': content } },
    responses: {
      '2XX': { description: 'Received. Any other answer, or none, is tried again for about four days.' },
      410: { description: 'No longer wanted: the service disables the endpoint.' },
    },
  };
}
