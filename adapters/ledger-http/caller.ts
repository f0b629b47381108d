// Makes one authorized call for one tenant: headers, report, status before body, errors translated.
import type { IncomingHttpHeaders } from 'node:http';
import { type Clock, isJsonObject, type JsonObject, type LedgerAccess } from '#core/ports';
import { type CallPurpose, refusal, transportRefusal, unreadable } from './errors/refusal.ts';
import { rateWaitSeconds } from './errors/retry-after.ts';
import { readAnswer } from './http/read-answer.ts';
import {
  type CallBounds,
  type OpenAnswer,
  type OutgoingCall,
  type Transport,
  TransportFailure,
} from './http/transport.ts';
import type { LedgerProfile } from './profile.ts';

export interface TenantCall {
  readonly method: 'GET' | 'PUT' | 'POST';
  /** Below the API's base address, with its query. */
  readonly path: string;
  readonly accept: 'application/json' | 'application/pdf';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** What a 404 says was not found; null where the address holds no id. */
  readonly record: string | null;
}

/** An answer of status 2xx whose body is still to be read; `finish` reports the call and must be called once. */
export interface Accepted {
  readonly answer: OpenAnswer;
  readonly purpose: CallPurpose;
  readonly finish: (bytesIn: number) => void;
}

/** The JSON object of an answer of status 2xx. */
export interface JsonAnswer {
  readonly json: JsonObject;
  readonly status: number;
  readonly purpose: CallPurpose;
}

export interface Caller {
  open(access: LedgerAccess, call: TenantCall, bounds: CallBounds): Promise<Accepted>;
  /** Within the bounds of calls that answer JSON. */
  json(access: LedgerAccess, call: TenantCall): Promise<JsonAnswer>;
  /** The same, for calls whose status alone says that they succeeded. */
  done(access: LedgerAccess, call: TenantCall): Promise<void>;
}

/** Error bodies are read no further than this; a refused write echoes its document. */
const maxErrorBytes = 4 * 1024 * 1024;

interface CallerDependencies {
  readonly profile: LedgerProfile;
  readonly clock: Clock;
  readonly transport: Transport;
  readonly bounds: CallBounds;
}

export function createCaller(deps: CallerDependencies): Caller {
  const open = (access: LedgerAccess, call: TenantCall, bounds: CallBounds) => openCall(deps, access, call, bounds);
  return {
    open,
    done: async (access, call) => {
      const { answer, finish } = await open(access, call, deps.bounds);
      finish((await readAnswer(answer)).bytes.length);
    },
    json: async (access, call) => {
      const { answer, purpose, finish } = await open(access, call, deps.bounds);
      const { bytes, json, failure } = await readAnswer(answer);
      finish(bytes.length);
      if (failure) throw transportRefusal(failure, purpose);
      if (!isJsonObject(json)) throw unreadable('it is not a JSON document', answer.status, purpose);
      return { json, status: answer.status, purpose };
    },
  };
}

async function openCall(
  { profile, clock, transport }: CallerDependencies,
  access: LedgerAccess,
  call: TenantCall,
  bounds: CallBounds,
): Promise<Accepted> {
  const purpose: CallPurpose = { writes: call.method !== 'GET', record: call.record, now: clock.now() };
  const outgoing = outgoingCall(profile, access, call);
  const { answer, finish } = await openFresh(transport, outgoing, bounds, (status, headers, startedMs, bytesIn) => {
    access.report({
      method: call.method,
      path: call.path.split('?', 1)[0] ?? '',
      status,
      durationMs: Math.round(performance.now() - startedMs),
      bytesIn,
      ...limitsOf(status, headers, clock.now()),
    });
  }).catch((error: unknown) => {
    throw error instanceof TransportFailure ? transportRefusal(error, purpose) : error;
  });
  if (answer.status >= 200 && answer.status < 300) return { answer, purpose, finish };
  const refused = await readAnswer(answer, maxErrorBytes);
  finish(refused.bytes.length);
  throw refusal(refused, purpose);
}

type Report = (status: number | null, headers: IncomingHttpHeaders, startedMs: number, bytesIn: number) => void;

/** If the provider closes a reused connection in the same moment, that is no outage: the read is repeated on a new one. */
async function openFresh(transport: Transport, call: OutgoingCall, bounds: CallBounds, report: Report) {
  for (let attempt = 1; ; attempt++) {
    const startedMs = performance.now();
    try {
      const answer = await transport.open(call, bounds);
      return { answer, finish: (bytesIn: number) => report(answer.status, answer.headers, startedMs, bytesIn) };
    } catch (error) {
      report(null, {}, startedMs, 0);
      if (attempt === 1 && error instanceof TransportFailure && error.wasStale) continue;
      throw error;
    }
  }
}

function outgoingCall(profile: LedgerProfile, access: LedgerAccess, call: TenantCall): OutgoingCall {
  const headers: Record<string, string> = {
    authorization: `Bearer ${access.accessToken}`,
    [profile.tenantHeader.toLowerCase()]: access.tenantId,
    accept: call.accept,
    'user-agent': 'ledgerport',
    ...call.headers,
  };
  const url = profile.apiUrl + call.path;
  if (call.body === undefined) return { method: call.method, url, headers };
  return { method: call.method, url, headers: { ...headers, 'content-type': 'application/json' }, body: call.body };
}

function limitsOf(status: number | null, headers: IncomingHttpHeaders, now: Date) {
  return {
    minuteRemaining: count(headers['x-minlimit-remaining']),
    dayRemaining: count(headers['x-daylimit-remaining']),
    retryAfterSeconds: status === 429 ? rateWaitSeconds(headers, now) : null,
  };
}

function count(header: string | readonly string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,9}$/.test(header) ? Number(header) : null;
}
