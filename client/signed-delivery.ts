// Parses a signed delivery, for verification by Node's crypto or by WebCrypto.
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

/** The delivery must not be trusted: answer 400 and do nothing. */
export class DeliveryRefused extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, cause?: unknown) {
    super(messages[reason], cause === undefined ? undefined : { cause });
    this.name = 'DeliveryRefused';
    this.reason = reason;
  }
}

/** Headers of `fetch`, or Node's `request.headers`. */
export type ReceivedHeaders =
  | {
      /** Returns a header's value by its name in any case; null if it is absent. */
      get(name: string): string | null;
    }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  readonly now?: Date;
  /** How far the time of signing may be from now, in both directions; by default 300. */
  readonly toleranceSeconds?: number;
}

export interface Signed {
  /** Unix seconds, as signed. */
  readonly signedAt: string;
  /** Lower-case hex; two while a secret is rotated. */
  readonly signatures: readonly string[];
}

/** Throws TypeError for a parsed body or an empty secret, which are faults of the receiver's program. */
export function requireRaw(rawBody: unknown, secret: string): void {
  const isRaw = typeof rawBody === 'string' || rawBody instanceof ArrayBuffer || ArrayBuffer.isView(rawBody);
  if (!isRaw) {
    throw new TypeError(
      `the raw body is needed, its bytes or exact text, not ${rawBody === null ? 'null' : `a parsed ${typeof rawBody}`}: verify before body parsers`,
    );
  }
  if (secret === '') throw new TypeError('a delivery is verified with the signing secret of its endpoint');
}

export function signedIn(headers: ReceivedHeaders | string): Signed {
  const value = typeof headers === 'string' ? headers : headerOf(headers);
  if (value === undefined || value === '') throw new DeliveryRefused('signature_missing');
  return parseSignature(value);
}

/** Throws if the time of signing is too far from now. */
export function requireRecent({ signedAt }: Signed, { now = new Date(), toleranceSeconds = 300 }: VerifyOptions): void {
  const ageSeconds = Math.floor(now.getTime() / 1000) - Number(signedAt);
  if (!(ageSeconds <= toleranceSeconds)) throw new DeliveryRefused('timestamp_too_old');
  if (!(ageSeconds >= -toleranceSeconds)) throw new DeliveryRefused('timestamp_too_new');
}

/** Parses the event of a body whose signature is right. */
export function eventOf(text: string): WebhookEvent {
  let event: unknown;
  try {
    event = JSON.parse(text);
  } catch (error) {
    throw new DeliveryRefused('body_malformed', error);
  }
  if (!isEvent(event)) throw new DeliveryRefused('body_malformed');
  return event;
}

const headerName = 'service-signature';

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

/** Requires one `t` and at least one `v1`; ignores future schemes. */
function parseSignature(header: string): Signed {
  const fields = header.length > headerMaxLength ? [] : header.split(',').map((part) => field.exec(part.trim()));
  const times = fields.flatMap((found) => found?.groups?.['t'] ?? []);
  const signatures = fields.flatMap((found) => found?.groups?.['v1'] ?? []);
  const [signedAt] = times;
  if (fields.includes(null) || times.length !== 1 || signedAt === undefined || signatures.length === 0) {
    throw new DeliveryRefused('signature_malformed');
  }
  return { signedAt, signatures };
}

/** Checks little, because the signature was right. */
function isEvent(value: unknown): value is WebhookEvent {
  if (typeof value !== 'object' || value === null) return false;
  const { id, type, data } = value as Partial<Record<string, unknown>>;
  return typeof id === 'string' && typeof type === 'string' && typeof data === 'object' && data !== null;
}
