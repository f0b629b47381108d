// The receiver's side of webhooks: is this delivery from the service, unchanged and recent?
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookEvent } from './generated/types.ts';

export type RefusalReason =
  | 'signature_missing'
  | 'signature_malformed'
  | 'signature_wrong'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'body_malformed';

const messages: Readonly<Record<RefusalReason, string>> = {
  signature_missing: 'the delivery has no Service-Signature header',
  signature_malformed: 'the Service-Signature header is not t=<unix seconds>,v1=<hex>',
  signature_wrong: 'no signature of the delivery belongs to this body and secret',
  timestamp_too_old: 'the delivery was signed too long ago',
  timestamp_too_new: 'the delivery was signed in the future; is the clock right?',
  body_malformed: 'the body is signed rightly but is no event',
};

/** A delivery that must not be trusted: answer 400 and do nothing. */
export class DeliveryRefused extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, cause?: unknown) {
    super(messages[reason], cause === undefined ? undefined : { cause });
    this.name = 'DeliveryRefused';
    this.reason = reason;
  }
}

/** What `fetch` gives, or Node's `request.headers`. */
export type ReceivedHeaders =
  | {
      /** The value of a header by its name in any case, null where there is none. */
      get(name: string): string | null;
    }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  readonly now?: Date;
  /** How far the time of signing may lie from now, either way; 300 when left out. */
  readonly toleranceSeconds?: number;
}

/**
 * The event of a delivery that the service signed; throws `DeliveryRefused` for every other. `rawBody` is the bytes as
 * they came in, or their exact text, never parsed and written again; `headers` are the request's, or the value of
 * `Service-Signature` alone; `secret` is the endpoint's, `whsec_…`. Deduplicate on the event's `id`: the same one may be
 * delivered more than once.
 */
export function verifyWebhook(
  rawBody: Uint8Array | string,
  headers: ReceivedHeaders | string,
  secret: string,
  { now = new Date(), toleranceSeconds = 300 }: VerifyOptions = {},
): WebhookEvent {
  if (secret === '') throw new TypeError('a delivery is verified with the signing secret of its endpoint');
  const { signedAt, signatures } = parseSignature(signatureOf(headers));
  if (!isSignedBy(secret, signedAt, rawBody, signatures)) throw new DeliveryRefused('signature_wrong');
  const ageSeconds = Math.floor(now.getTime() / 1000) - Number(signedAt);
  if (!(ageSeconds <= toleranceSeconds)) throw new DeliveryRefused('timestamp_too_old');
  if (!(ageSeconds >= -toleranceSeconds)) throw new DeliveryRefused('timestamp_too_new');
  return eventOf(rawBody);
}

const headerName = 'service-signature';

function signatureOf(headers: ReceivedHeaders | string): string {
  const value = typeof headers === 'string' ? headers : headerOf(headers);
  if (value === undefined || value === '') throw new DeliveryRefused('signature_missing');
  return value;
}

function headerOf(headers: ReceivedHeaders): string | undefined {
  if (isFetchHeaders(headers)) return headers.get(headerName) ?? undefined;
  const named = Object.entries(headers).filter(([name]) => name.toLowerCase() === headerName);
  const [value, ...more] = named.flatMap(([, given]) => given ?? []);
  if (more.length > 0) throw new DeliveryRefused('signature_malformed');
  return value;
}

function isFetchHeaders(headers: ReceivedHeaders): headers is { get(name: string): string | null } {
  return typeof headers['get'] === 'function';
}

const headerMaxLength = 2048;
const field = /^(?:t=(?<t>\d{1,12})|v1=(?<v1>[0-9a-f]{64})|(?!(?:t|v1)=)\w{1,16}=[^,]*)$/;

/** One `t`, at least one `v1` (two while a secret is rotated); schemes yet to come are passed over. */
function parseSignature(header: string): { signedAt: string; signatures: readonly Buffer[] } {
  const fields = header.length > headerMaxLength ? [] : header.split(',').map((part) => field.exec(part.trim()));
  const times = fields.flatMap((found) => found?.groups?.['t'] ?? []);
  const signatures = fields.flatMap((found) => found?.groups?.['v1'] ?? []);
  const [signedAt] = times;
  if (fields.includes(null) || times.length !== 1 || signedAt === undefined || signatures.length === 0) {
    throw new DeliveryRefused('signature_malformed');
  }
  return { signedAt, signatures: signatures.map((hex) => Buffer.from(hex, 'hex')) };
}

/** Compares every signature in full, whichever is right. */
function isSignedBy(secret: string, signedAt: string, body: Uint8Array | string, signatures: readonly Buffer[]) {
  const expected = createHmac('sha256', secret).update(`${signedAt}.`).update(body).digest();
  return signatures.map((given) => timingSafeEqual(given, expected)).includes(true);
}

function eventOf(body: Uint8Array | string): WebhookEvent {
  let event: unknown;
  try {
    event = JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString('utf8'));
  } catch (error) {
    throw new DeliveryRefused('body_malformed', error);
  }
  if (!isEvent(event)) throw new DeliveryRefused('body_malformed');
  return event;
}

/** The signature vouches for the rest. */
function isEvent(value: unknown): value is WebhookEvent {
  if (typeof value !== 'object' || value === null) return false;
  const { id, type, data } = value as Partial<Record<string, unknown>>;
  return typeof id === 'string' && typeof type === 'string' && typeof data === 'object' && data !== null;
}
