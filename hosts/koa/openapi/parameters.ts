import { idempotencyKeyMaxLength } from '#core';
import { includeParameter, listParameters } from '../routes/query-parameters.ts';

const paths: Readonly<Record<string, string>> = {
  connection_id: 'A connection of this organization and environment, `conn_…`.',
  resource_id: 'The service’s id of the record, or the provider’s own.',
  provider_id: 'The provider’s own, immutable id of the invoice.',
  operation_id: 'An operation, `op_…`.',
  webhook_endpoint_id: 'A webhook endpoint, `we_…`.',
  delivery_id: 'A webhook delivery, `dlv_…`.',
  event_id: 'An event, `evt_…`.',
  provider_app_id: 'A provider app, `app_…`.',
  token: 'The secret part of a connect link.',
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Any text of your own, unique to this write. For 30 days a request with the same key and body gets the first answer again and writes nothing.',
  schema: { type: 'string', minLength: 1, maxLength: idempotencyKeyMaxLength },
  example: 'order-1001-invoice',
};

/** `components.parameters`: what several operations take. */
export function sharedParameters(): Record<string, object> {
  return {
    ...Object.fromEntries(
      Object.entries(paths).map(([name, description]) => [
        name,
        { name, in: 'path', required: true, description, schema: { type: 'string' } },
      ]),
    ),
    ...Object.fromEntries(
      [...listParameters, includeParameter].map((parameter) => [
        parameter.name,
        { ...parameter, in: 'query', required: false },
      ]),
    ),
    IdempotencyKey: { ...idempotencyKey, required: true },
    OptionalIdempotencyKey: { ...idempotencyKey, required: false },
    PreferWait: {
      name: 'Prefer',
      in: 'header',
      required: false,
      description:
        '`wait=N` (RFC 7240): wait up to N seconds for the provider’s budget instead of being refused with RATE_LIMITED; above 20 counts as 20. At most ten requests of a key wait at a time; one more is RATE_LIMITED with `reason` `key_concurrency`.',
      schema: { type: 'string' },
      example: 'wait=10',
    },
    RequestId: {
      name: 'X-Request-ID',
      in: 'header',
      required: false,
      description: 'Your own id of the request; the service uses it when it has 1-128 characters of `[A-Za-z0-9._-]`.',
      schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
    },
  };
}
