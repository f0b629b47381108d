import { Failure, failureOf, tooSlow, unreachable } from './failure.ts';
import { organizationHere, prefix } from './prefix.ts';
import { type Sent, sendFile, type Upload } from './send-file.ts';
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

/** Calls the service's API on this page's origin, with the session's cookie; a file is a File. Rejects with a `Failure`. */
export interface Client {
  get<T>(path: string): Promise<Answer<T>>;
  send<T>(method: Method, path: string, send?: Send): Promise<Answer<T>>;
  /** Sends a file as it is, and tells how much of it has left. */
  upload<T>(path: string, upload: Upload): Promise<Answer<T>>;
}

export const timeoutSeconds = 60;

/**
 * Each request names the organization of the page's address. One that failed is made once more if `isRecovered` resolves
 * to true: the session had ended and its member is back, or another tab has renewed it.
 */
export function createClient(csrfToken: () => string, isRecovered: (failure: Failure) => Promise<boolean>): Client {
  const call = async <T>(
    path: string,
    send?: Send & { readonly method: Method },
    isRepeat = false,
  ): Promise<Answer<T>> => {
    const signal = AbortSignal.timeout(timeoutSeconds * 1000);
    const init = { ...requestOf(send, csrfToken()), credentials: 'same-origin', signal } as const;
    const asked = fetch(`${prefix}/accounting/${path}`, init);
    const response = await noticingSlowness(asked).catch(() => undefined);
    if (response === undefined) throw signal.aborted ? tooSlow(timeoutSeconds) : unreachable();
    const file = response.headers.get('Content-Disposition') ?? '';
    if (file.startsWith('attachment')) {
      return { message: '', data: new File([await response.blob()], fileNameIn(file)) as T };
    }
    const body: unknown = await response.json().catch(() => undefined);
    if (response.ok && body !== undefined) return body as Answer<T>;
    const failure = failureOf(response.status, body, response.headers.get('X-Request-ID'));
    const isAboutSession = path === 'session' || path === 'session/organization';
    if (isRepeat || isAboutSession || !(await isRecovered(failure))) throw failure;
    return call(path, send, true);
  };
  const upload = async <T>(path: string, given: Upload, isRepeat = false): Promise<Answer<T>> => {
    const headers = { ...whose(), 'X-CSRF-Token': csrfToken() };
    const { status, body, requestId }: Sent = await sendFile(`${prefix}/accounting/${path}`, given, headers);
    if (status >= 200 && status < 300 && body !== undefined) return body as Answer<T>;
    const failure = failureOf(status, body, requestId);
    if (isRepeat || !(await isRecovered(failure))) throw failure;
    return upload(path, given, true);
  };
  return { get: (path) => call(path), send: (method, path, send) => call(path, { ...send, method }), upload };
}

/** Prefers the name in UTF-8 (RFC 6266). */
function fileNameIn(disposition: string): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  const [, plain = 'file'] = /filename="([^"]*)"/i.exec(disposition) ?? [];
  return encoded === undefined ? plain : decodeURIComponent(encoded);
}

function requestOf(send: (Send & { readonly method: Method }) | undefined, csrfToken: string): RequestInit {
  if (!send) return { headers: whose() };
  const { method, body, idempotencyKey } = send;
  const headers = {
    ...whose(),
    'X-CSRF-Token': csrfToken,
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
  };
  return { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
}

function whose(): Record<string, string> {
  const organization = organizationHere();
  return organization === undefined ? {} : { 'X-Organization': organization };
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
