import { createHmac } from 'node:crypto';

/** Provider: base64 of the HMAC-SHA256 over the raw body; the key is used as text although it looks like base64. */
export const signBody = (key: string, body: string): string =>
  createHmac('sha256', Buffer.from(key, 'utf8')).update(Buffer.from(body, 'utf8')).digest('base64');
