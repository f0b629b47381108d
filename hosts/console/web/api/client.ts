import { Failure, failureOf, tooSlow, unreachable } from './failure.ts';
import { prefix } from './prefix.ts';
import { noticingSlowness } from './slowness.ts';
import type { ListMeta } from './wire.ts';

export interface Answer<T> {
  readonly message: string;
  readonly data: T;
  readonly meta?: ListMeta;
}

export type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Send {
  readonly body?: unknown;
  /** Identifies a person's action, so that a second try with the same key has no further effect. */
  readonly idempotencyKey?: string;
}

/** Calls the service's API on this page's origin, with the session's cookie; a PDF is a Blob. Rejects with a `Failure`. */
export interface Client {
  get<T>(path: string): Promise<Answer<T>>;
  send<T>(method: Method, path: string, send?: Send): Promise<Answer<T>>;
}

export const timeoutSeconds = 60;

/**
 * Calls `signedOut` when an answer says that the session has ended, and `denied` when it is refused: the role was
 * changed, or another tab has signed in.
 */
export function createClient(csrfToken: () => string, signedOut: () => void, denied: () => void = () => {}): Client {
  const call = async <T>(path: string, init: RequestInit): Promise<Answer<T>> => {
    const signal = AbortSignal.timeout(timeoutSeconds * 1000);
    const asked = fetch(`${prefix}/accounting/${path}`, { ...init, credentials: 'same-origin', signal });
    const response = await noticingSlowness(asked).catch(() => undefined);
    if (response === undefined) throw signal.aborted ? tooSlow(timeoutSeconds) : unreachable();
    const isFile = response.headers.get('Content-Type') === 'application/pdf';
    if (isFile) return { message: '', data: (await response.blob()) as T };
    const body: unknown = await response.json().catch(() => undefined);
    if (response.ok && body !== undefined) return body as Answer<T>;
    const failure = failureOf(response.status, body, response.headers.get('X-Request-ID'));
    if (failure.code === 'UNAUTHORIZED' && failure.reason !== 'sign_in') signedOut();
    if (failure.code === 'FORBIDDEN') denied();
    throw failure;
  };
  return {
    get: (path) => call(path, { method: 'GET' }),
    send: (method, path, { body, idempotencyKey } = {}) =>
      call(path, {
        method,
        headers: {
          'X-CSRF-Token': csrfToken(),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  };
}

/** Makes a random UUID (version 4); over plain HTTP a page has no `crypto.randomUUID`. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte, i) => {
    const set = i === 6 ? (byte & 0x0f) | 0x40 : i === 8 ? (byte & 0x3f) | 0x80 : byte;
    return set.toString(16).padStart(2, '0');
  });
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export function asFailure(error: unknown): Failure {
  return error instanceof Failure ? error : unreachable();
}
