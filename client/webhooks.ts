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
 * The event of a delivery that the service signed; throws `DeliveryRefused` for every other. `rawBody` is the bytes as
 * they came in, or their exact text, never parsed and written again; `headers` are the request's, or the value of
 * `Service-Signature` alone; `secret` is the endpoint's, `whsec_…`. Deduplicate on the event's `id`: the same one may be
 * delivered more than once. Throws TypeError for a body that was parsed before.
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
  // Each is compared in full, whichever is right.
  const compared = signed.signatures.map((hex) => timingSafeEqual(Buffer.from(hex, 'hex'), expected));
  if (!compared.includes(true)) throw new DeliveryRefused('signature_wrong');
  requireRecent(signed, options);
  return eventOf(typeof rawBody === 'string' ? rawBody : Buffer.from(rawBody).toString('utf8'));
}

/**
 * The headers with which the service would deliver this body now, for tests of a receiver: `Service-Signature`, and those of
 * the Standard Webhooks for a receiver that verifies by them (`whsec_` and base64 is what their keys look like).
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
