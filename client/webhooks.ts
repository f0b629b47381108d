// The receiver's side of webhooks: is this delivery from the service, unchanged and recent?
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookEvent } from './generated/types.ts';
import {
  DeliveryRefused,
  eventOf,
  type ReceivedHeaders,
  requireRaw,
  requireRecent,
  signedIn,
  type VerifyOptions,
} from './signed-delivery.ts';

/**
 * Returns the event of a delivery that the service signed; throws `DeliveryRefused` for any other. `rawBody` is the
 * received bytes or their exact text, never parsed and serialized again. `headers` are the request's, or only the value
 * of `Service-Signature`. `secret` is the endpoint's, `whsec_…`. Deduplicate on the event's `id`, because an event may
 * be delivered more than once. Throws TypeError for a parsed body.
 */
export function verifyWebhook(
  rawBody: Uint8Array | string,
  headers: ReceivedHeaders | string,
  secret: string,
  options: VerifyOptions = {},
): WebhookEvent {
  requireRaw(rawBody, secret);
  const signed = signedIn(headers);
  const expected = signature(secret, signed.signedAt, rawBody);
  // Compares all, in constant time.
  const compared = signed.signatures.map((hex) => timingSafeEqual(Buffer.from(hex, 'hex'), expected));
  if (!compared.includes(true)) throw new DeliveryRefused('signature_wrong');
  requireRecent(signed, options);
  return eventOf(typeof rawBody === 'string' ? rawBody : Buffer.from(rawBody).toString('utf8'));
}

/**
 * Returns the headers with which the service would deliver this body now, for a receiver's tests: `Service-Signature`,
 * and those of Standard Webhooks, whose keys are `whsec_` and base64.
 */
export function webhookTestHeaders(
  body: string,
  secret: string,
  { now = new Date(), eventId = 'evt_test' }: { readonly now?: Date; readonly eventId?: string } = {},
): Readonly<Record<string, string>> {
  const seconds = String(Math.floor(now.getTime() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const standard = createHmac('sha256', key).update(`${eventId}.${seconds}.`).update(body).digest('base64');
  return {
    'Content-Type': 'application/json',
    'Service-Signature': `t=${seconds},v1=${signature(secret, seconds, body).toString('hex')}`,
    'webhook-id': eventId,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${standard}`,
  };
}

function signature(secret: string, signedAt: string, body: Uint8Array | string): Buffer {
  return createHmac('sha256', secret).update(`${signedAt}.`).update(body).digest();
}
