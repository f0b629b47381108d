// Verifies deliveries by WebCrypto, without Node: Workers, Deno, edge functions. Imports nothing of the platform.
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

export { DeliveryRefused, type ReceivedHeaders, type RefusalReason, type VerifyOptions } from './signed-delivery.ts';

/** As `verifyWebhook`, but rejects; `await request.text()` is a raw body. */
export async function verifyWebhookAsync(
  rawBody: ArrayBuffer | Uint8Array | string,
  headers: ReceivedHeaders | string,
  secret: string,
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  requireRaw(rawBody, secret);
  const signed = signedIn(headers);
  const utf8 = new TextEncoder();
  const body = typeof rawBody === 'string' ? utf8.encode(rawBody) : new Uint8Array(rawBody);
  const prefix = utf8.encode(`${signed.signedAt}.`);
  const message = new Uint8Array(prefix.length + body.length);
  message.set(prefix);
  message.set(body, prefix.length);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', utf8.encode(secret), algorithm, false, ['verify']);
  // The platform compares in constant time.
  const compared = await Promise.all(
    signed.signatures.map((hex) => crypto.subtle.verify('HMAC', key, bytesOf(hex), message)),
  );
  if (!compared.includes(true)) throw new DeliveryRefused('signature_wrong');
  requireRecent(signed, options);
  return eventOf(new TextDecoder().decode(body));
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
