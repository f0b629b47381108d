// A fetch with scripted answers that records requests, and a client over it.
import { LedgerportError } from '../errors.ts';
import { Ledgerport, type LedgerportOptions } from '../ledgerport.ts';

export type Scripted = Response | Error | ((request: Sent) => Response | Promise<Response>);

export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | undefined;
  readonly signal: AbortSignal;
  readonly redirect: string | undefined;
}

export interface ScriptedFetch {
  readonly fetch: typeof fetch;
  readonly sent: readonly Sent[];
}

/** The last entry also answers every later request. */
export function scriptedFetch(...script: readonly Scripted[]): ScriptedFetch {
  const sent: Sent[] = [];
  const answer = async (url: unknown, init: RequestInit = {}): Promise<Response> => {
    const { method = 'GET', headers, body, signal, redirect } = init;
    if (!(signal instanceof AbortSignal)) throw new Error('the client sent a request without a signal');
    const request = {
      method,
      url: String(url),
      headers: new Headers(headers),
      body: body as string | undefined,
      signal,
      redirect,
    };
    const line = script[Math.min(sent.length, script.length - 1)];
    sent.push(request);
    signal.throwIfAborted();
    if (line instanceof Error) throw line;
    if (line === undefined) throw new Error('the script is empty');
    return typeof line === 'function' ? line(request) : line.clone();
  };
  return { fetch: answer as typeof fetch, sent };
}

export function answered(data: unknown, status = 200, meta?: unknown): Response {
  return Response.json({ success: true, message: 'Done', data, meta }, { status });
}

export function refused(
  status: number,
  body: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const flat = { success: false, message: 'Refused', request_id: 'req_1', retryable: false, ...body };
  return Response.json(flat, { status, headers });
}

/** Fails like Node's fetch, with the system's code in the cause. */
export function cut(code: string): Error {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
}

export function clientOver(script: readonly Scripted[], options: Partial<LedgerportOptions> = {}) {
  const { fetch, sent } = scriptedFetch(...script);
  return { lp: new Ledgerport({ apiKey: 'acct_test_1', fetch, backoffMs: 0, ...options }), sent };
}

export async function errorOf(call: Promise<unknown>): Promise<LedgerportError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof LedgerportError) return error;
  throw new Error(`no LedgerportError but ${String(error)}`);
}
