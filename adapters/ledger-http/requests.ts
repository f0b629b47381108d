// Requests of callers' own: built of a listed path below the provider's base, sent as they are, answered as they are.
import type { Clock, LedgerAccess, LedgerGateway, PassedAnswer, PreparedRequest } from '#core/ports';
import { answerBytesMost, ServiceError } from '#core/ports';
import { type CallBounds, isType, readAnswer } from '../outgoing-http/transport.ts';
import { type Caller, correlationOf, limitsOf } from './caller.ts';
import type { LedgerProfile } from './profile.ts';
import { isKeyClash, refusal } from './refusal.ts';

/** A larger answer is cut off by the transport; one that is too large to be passed on is still told. */
const readBytesMost = answerBytesMost.other + 1024 * 1024;

export function requestsOf(
  caller: Caller,
  { apiUrl }: Pick<LedgerProfile, 'apiUrl'>,
  { clock, bounds }: { readonly clock: Clock; readonly bounds: CallBounds },
): Required<Pick<LedgerGateway, 'passRead' | 'passWrite'>> {
  return {
    passRead: (access, request) => pass(access, request, null),
    // Provider: a DELETE takes no key.
    passWrite: (access, request, key) => pass(access, request, request.method === 'DELETE' ? null : key),
  };

  async function pass(access: LedgerAccess, request: PreparedRequest, key: string | null): Promise<PassedAnswer> {
    assertBelow(apiUrl, request.path);
    const { method, path, template, accept, ifModifiedSince, body } = request;
    const call = {
      ...{ method, path, record: null, takes: isAnswer, template },
      ...(accept === 'pdf' && { accept: 'application/pdf' as const }),
      ...(body !== null && { body }),
      headers: {
        ...(key !== null && { 'idempotency-key': key }),
        // Provider: to the second, and without an offset it is UTC.
        ...(ifModifiedSince && { 'if-modified-since': ifModifiedSince.toISOString().slice(0, 19) }),
      },
    };
    const { answer, purpose, finish } = await caller.open(access, call, { ...bounds, maxBytes: readBytesMost });
    const most = isType(answer.headers, 'json') ? answerBytesMost.json : answerBytesMost.other;
    const read = await readAnswer(answer, most);
    finish(read.bytes.length);
    const isTooLarge = read.bytes.length > most;
    if (read.failure && !isTooLarge) throw read.failure;
    // The provider knows the key with other bytes, so an earlier request may have been made.
    if (isKeyClash(read)) throw refusal(read, purpose);
    const { status, headers } = answer;
    const { app, minuteRemaining, dayRemaining, retryAfterSeconds } = limitsOf(status, headers, clock.now());
    return {
      status,
      headers: {
        contentType: headers['content-type'] ?? null,
        correlationId: correlationOf(headers),
        minuteRemaining,
        dayRemaining,
        appMinuteRemaining: app.minuteRemaining,
        retryAfterSeconds,
      },
      bytes: isTooLarge ? null : read.bytes,
    };
  }
}

/** The token is renewed for a 401, a 429 is the service's own, and after a 408 or a 5xx nobody knows; 501: nothing was done. */
function isAnswer(status: number): boolean {
  return (status >= 300 && status < 500 && ![401, 408, 429].includes(status)) || status === 501;
}

/** The address is compared as it will be dialled, whatever the path holds. */
export function assertBelow(apiUrl: string, path: string): void {
  const whole = apiUrl + path;
  const [base, built] = [new URL(apiUrl), URL.canParse(whole) ? new URL(whole) : undefined];
  const isBelow =
    built?.origin === base.origin &&
    built.username === '' &&
    built.password === '' &&
    built.hash === '' &&
    built.href === whole &&
    built.pathname.startsWith(`${base.pathname.replace(/\/$/, '')}/`);
  if (!isBelow) throw new ServiceError('BAD_REQUEST', 'path: leads beyond the provider’s base');
}
