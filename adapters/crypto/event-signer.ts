import { createHmac } from 'node:crypto';
import type { EventSigner } from '#core/ports';

const secretForm = /^whsec_([A-Za-z0-9+/]+={0,2})$/;

/**
 * The whole secret is the key of `Service-Signature`; the bytes after `whsec_` are the key of `webhook-signature`
 * (Standard Webhooks 1.0).
 */
export function createEventSigner(): EventSigner {
  return {
    headers: ({ eventId, sentAt, body, secrets }) => {
      if (secrets.length === 0) throw new Error('an event cannot be signed without a secret');
      const seconds = Math.floor(sentAt.getTime() / 1000);
      const own = secrets.map((secret) => `v1=${hmac(secret, `${seconds}.${body}`, 'hex')}`);
      const standard = secrets.map((s) => `v1,${hmac(keyBytes(s), `${eventId}.${seconds}.${body}`, 'base64')}`);
      return {
        'Service-Event': eventId,
        'Service-Signature': `t=${seconds},${own.join(',')}`,
        'webhook-id': eventId,
        'webhook-timestamp': String(seconds),
        'webhook-signature': standard.join(' '),
      };
    },
  };
}

function keyBytes(secret: string): Buffer {
  const [, encoded] = secretForm.exec(secret) ?? [];
  if (encoded === undefined) throw new Error('a signing secret does not have the form whsec_<base64>');
  return Buffer.from(encoded, 'base64');
}

function hmac(key: string | Buffer, message: string, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', key).update(message).digest(encoding);
}
