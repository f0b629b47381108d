// Makes a call: its tries, their time limits, and what the answers mean.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hooks, OperationSpec, RequestEvent, WriteOptions } from './call-types.ts';
import { errorOfAnswer, LedgerportError, withCall } from './errors.ts';
import type { FileBody } from './file-body.ts';
import { type RetryRule, retryDelayMs } from './retry.ts';

export interface TransportSettings {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
  readonly retries: RetryRule;
  readonly hooks: Hooks;
}

export interface ApiCall {
  readonly operation: string;
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  readonly body?: unknown;
  /** Instead of a body in JSON. */
  readonly file?: FileBody;
  readonly answer: OperationSpec['answer'];
  readonly takesKey: boolean;
  readonly options: WriteOptions;
}

/** The parsed body, or a response with unread bytes. */
export interface Answer {
  readonly response: Response;
  readonly body: unknown;
  /** The id that was sent. */
  readonly requestId: string;
}

type Tried =
  | { readonly answer: Answer; readonly error?: undefined; readonly response: Response }
  | { readonly answer?: undefined; readonly error: LedgerportError; readonly response?: Response | undefined };

const version = '0.1.0';
/** Rounds and bounds the time, because a longer timer would fire at once. */
export const timerMs = (ms: number) => Math.min(Math.max(Math.ceil(ms), 0), 2 ** 31 - 1);

/** Resolves to the first successful try's answer; rejects with the last try's error. */
export async function send(call: ApiCall, settings: TransportSettings): Promise<Answer> {
  const { options, takesKey } = call;
  const requestId = options.requestId ?? randomUUID();
  const idempotencyKey =
    options.idempotencyKey ?? (takesKey && options.requestRef === undefined ? randomUUID() : undefined);
  const request = requestOf(call, settings, { requestId, idempotencyKey });
  let mayBeDone = false;
  const { method, url } = request.event;
  let known: Known = { method, url, attempts: 0, idempotencyKey, outcome: takesKey ? 'not_applied' : undefined };
  for (let attempt = 1; ; attempt += 1) {
    if (options.signal?.aborted) throw withCall(aborted(requestId, options.signal.reason), known);
    const event = { ...request.event, headers: new Headers(request.headers), attempt };
    const { answer, error, retryInMs } = await heardTry(call, settings, { event, sent: request.sent, requestId });
    if (answer) return answer;
    mayBeDone ||= mayHaveDone(error);
    const outcome = takesKey ? outcomeOf(error, mayBeDone) : error.outcome;
    known = { method, url, attempts: attempt, idempotencyKey, outcome };
    if (retryInMs === undefined) throw withCall(error, known);
    // If the signal aborts this wait, the loop ends the call.
    await sleep(retryInMs, undefined, { signal: options.signal }).catch(() => {});
  }
}

type Known = Pick<LedgerportError, 'method' | 'url' | 'attempts' | 'idempotencyKey' | 'outcome'>;

/** Makes a try, calls the hooks, and says when the next try is due. */
async function heardTry(call: ApiCall, { hooks, ...settings }: TransportSettings, one: Try) {
  await hooks.request?.(one.event);
  const startedMs = performance.now();
  const tried = await tryOnce(call, settings, one);
  const durationMs = performance.now() - startedMs;
  const { maxRetries = settings.retries.maxRetries } = call.options;
  const { response, error } = tried;
  const retryInMs = error && retryDelayMs(error, one.event.attempt, { ...settings.retries, maxRetries });
  const heard = { status: response?.status, responseHeaders: response?.headers, durationMs, error, retryInMs };
  await hooks.response?.({ ...one.event, ...heard });
  return { ...tried, retryInMs };
}

interface Named {
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
}

function requestOf(call: ApiCall, { apiKey, baseUrl }: TransportSettings, { requestId, idempotencyKey }: Named) {
  const { operation, method, body, file, options } = call;
  const { waitSeconds, requestRef, companyName, notSameAs } = options;
  const headers = new Headers(options.headers);
  const own = {
    Authorization: `Bearer ${options.apiKey ?? apiKey}`,
    'User-Agent': `ledgerport-client/${version}`,
    'X-Request-ID': requestId,
    'Idempotency-Key': idempotencyKey,
    'Request-Ref': requestRef === undefined ? undefined : bytesOf(requestRef),
    'Company-Name': companyName === undefined ? undefined : encodeURIComponent(companyName),
    'Not-Same-As': notSameAs,
    Prefer: waitSeconds === undefined ? undefined : `wait=${waitSeconds}`,
    'Content-Type': file?.contentType ?? (body === undefined ? undefined : 'application/json'),
  };
  for (const [name, value] of Object.entries(own)) if (value !== undefined) headers.set(name, value);
  // Made once, so that every try sends the same bytes under the same key.
  const sent = file?.bytes ?? (body === undefined ? undefined : JSON.stringify(body));
  return { event: { operation, method, url: baseUrl + call.path }, headers, sent };
}

/** UTF-8, as the service reads it: a header has bytes, each of which `fetch` takes as one character. */
const bytesOf = (text: string) => String.fromCharCode(...new TextEncoder().encode(text));

interface Try {
  readonly event: RequestEvent;
  readonly sent: string | Uint8Array<ArrayBuffer> | undefined;
  readonly requestId: string;
}

async function tryOnce(
  call: ApiCall,
  settings: Omit<TransportSettings, 'hooks'>,
  { event, sent, requestId }: Try,
): Promise<Tried> {
  const { signal, timeoutMs = settings.timeoutMs } = call.options;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timerMs(timeoutMs));
  let response: Response | undefined;
  try {
    response = await settings.fetch(event.url, {
      method: event.method,
      headers: event.headers,
      // Follows no redirect, because another host must not get the key.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
      ...(sent === undefined ? {} : { body: sent }),
    });
    if (isDocument(response, call.answer)) return { response, answer: { response, body: undefined, requestId } };
    const received = await response.text();
    const body = bodyOf(received, response, call.answer);
    if (body === undefined) return { response, error: errorOfAnswer(response, received, requestId) };
    return { response, answer: { response, body, requestId } };
  } catch (cause) {
    if (signal?.aborted) return { response, error: aborted(requestId, cause) };
    const { origin } = new URL(event.url);
    return {
      response,
      error: late.signal.aborted ? tooLate(requestId, cause, origin) : lost(requestId, cause, origin),
    };
  } finally {
    clearTimeout(timer);
  }
}

function isDocument({ ok, headers }: Response, answer: ApiCall['answer']): boolean {
  if (!ok || answer !== 'bytes') return false;
  // A page of a proxy is no file, whatever its status.
  const isPdf = /^application\/pdf\b/i.test(headers.get('content-type') ?? '');
  return isPdf || /^attachment\b/i.test(headers.get('content-disposition') ?? '');
}

/** Undefined for an answer that is not the service's; throws for an incomplete one. */
function bodyOf(received: string, { ok }: Response, answer: ApiCall['answer']): unknown {
  if (!ok || answer === 'bytes' || !/^(\{|$)/.test(received)) return undefined;
  const body = JSON.parse(received);
  return answer === 'whole' || (body.success === true && body.data) ? body : undefined;
}

function aborted(requestId: string, cause: unknown): LedgerportError {
  return new LedgerportError('the call was aborted', { code: 'ABORTED', retryable: false, requestId }, cause);
}

function tooLate(requestId: string, cause: unknown, origin: string): LedgerportError {
  return new LedgerportError(
    `no answer came from ${origin} in time`,
    { code: 'TIMEOUT', retryable: true, requestId },
    cause,
  );
}

function lost(requestId: string, cause: unknown, origin: string): LedgerportError {
  const why = reasonOf(cause);
  const told = words.get(why) ?? 'no whole answer came from';
  const message = `${told} ${origin}${why === undefined ? '' : ` (${why})`}`;
  return new LedgerportError(message, { code: 'CONNECTION_FAILED', retryable: true, requestId }, cause);
}

const words: ReadonlyMap<string | undefined, string> = new Map([
  ['ECONNREFUSED', 'nothing listens at'],
  ['ENOTFOUND', 'no machine has the name of'],
]);

/** The system's code, such as ECONNREFUSED. */
function reasonOf(error: unknown): string | undefined {
  const { code } = ((error as Error | undefined)?.cause ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

const neverConnected: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

/**
 * Trusts the service's outcome, unless the service failed before it read the key; then an earlier try may have
 * succeeded.
 */
function outcomeOf({ code, outcome, status }: LedgerportError, mayBeDone: boolean): LedgerportError['outcome'] {
  if (outcome !== undefined && !(mayBeDone && code === 'INTERNAL')) return outcome;
  if (mayBeDone) return 'unknown';
  return status === undefined ? 'not_applied' : undefined;
}

/** True if the failed try may have made the write: the service says so, or may have received it. */
function mayHaveDone({ code, outcome, cause }: LedgerportError): boolean {
  if (outcome === 'unknown') return true;
  if (code !== 'CONNECTION_FAILED') return ['TIMEOUT', 'ABORTED', 'UNEXPECTED_ANSWER'].includes(code);
  return !neverConnected.has(reasonOf(cause));
}
