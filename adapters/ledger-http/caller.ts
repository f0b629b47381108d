import type { IncomingHttpHeaders } from 'node:http';
import {
  type Clock,
  isJsonObject,
  type JsonObject,
  type LedgerAccess,
  type LedgerCall,
  type ResourceType,
} from '#core/ports';
import {
  type CallBounds,
  type OpenAnswer,
  type OutgoingCall,
  readAnswer,
  type Transport,
} from '../outgoing-http/transport.ts';
import { scopeOfCall } from './capabilities.ts';
import type { LedgerProfile } from './profile.ts';
import { type CallPurpose, concernsApp, rateWaitSeconds, refusal, unreadable } from './refusal.ts';

interface TenantCall {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly path: string;
  readonly accept?: 'application/pdf' | '*/*';
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or the bytes of a file with their own `content-type`. */
  readonly body?: string | Uint8Array;
  /** The record's name in a 404; null where the address holds no id. */
  readonly record: string | null;
  readonly type?: ResourceType;
  /** A 400 is an answer, too: it may say which of several documents were refused. */
  readonly takesRefusal?: true;
  /** The person who connected needs the role for reports. */
  readonly isReport?: true;
  /** Whether a refusal of this status is an answer, too. */
  readonly takes?: (status: number) => boolean;
  /** What is reported in place of the path. */
  readonly template?: string;
}

/** An accepted answer with an unread body. `finish` reports the call and must be called once. */
export interface Accepted {
  readonly answer: OpenAnswer;
  readonly purpose: CallPurpose;
  readonly finish: (bytesIn: number) => void;
}

export interface JsonAnswer {
  readonly json: JsonObject;
  readonly status: number;
  readonly purpose: CallPurpose;
}

/** The answer to a refused write repeats its documents. */
const maxErrorBytes = 8 * 1024 * 1024;

interface CallerOptions {
  readonly profile: LedgerProfile;
  readonly clock: Clock;
  readonly transport: Transport;
  readonly bounds: CallBounds;
}

export type Caller = ReturnType<typeof createCaller>;

export function createCaller({ profile, clock, transport, bounds: usualBounds }: CallerOptions) {
  const open = async (access: LedgerAccess, call: TenantCall, bounds = usualBounds): Promise<Accepted> => {
    const outgoing = outgoingCall(profile, access, call);
    const { record, type, isReport } = call;
    const purpose: CallPurpose = {
      ...{ writes: outgoing.writes, record, type, isReport, now: clock.now() },
      scope: scopeOfCall(call.path),
    };
    const startedMs = performance.now();
    const report = (status: number | null, headers: IncomingHttpHeaders, bytesIn: number) =>
      access.report({
        method: call.method,
        ...reportedPath(call),
        correlationId: correlationOf(headers),
        status,
        durationMs: Math.round(performance.now() - startedMs),
        bytesIn,
        ...limitsOf(status, headers, clock.now()),
      });
    const answer = await transport(outgoing, bounds).catch((error: unknown) => {
      report(null, {}, 0);
      throw error;
    });
    const finish = (bytesIn: number) => report(answer.status, answer.headers, bytesIn);
    const { status } = answer;
    const isTaken =
      (status >= 200 && status < 300) || (call.takesRefusal && status === 400) || (call.takes?.(status) ?? false);
    if (isTaken) return { answer, purpose, finish };
    const refused = await readAnswer(answer, maxErrorBytes);
    finish(refused.bytes.length);
    throw refusal(refused, purpose);
  };

  return {
    open,
    async json(access: LedgerAccess, call: TenantCall, bounds: Partial<CallBounds> = {}): Promise<JsonAnswer> {
      const { answer, purpose, finish } = await open(access, call, { ...usualBounds, ...bounds });
      const { bytes, json, failure } = await readAnswer(answer);
      finish(bytes.length);
      if (failure) throw failure;
      if (!isJsonObject(json)) throw unreadable('it is not a JSON document', answer.status, purpose);
      return { json, status: answer.status, purpose };
    },
  };
}

function reportedPath({ path, template }: TenantCall): Pick<LedgerCall, 'path' | 'isTemplate'> {
  return template ? { path: template, isTemplate: true } : { path: path.split('?', 1)[0] ?? '' };
}

const correlationCharactersMost = 100;

/** Provider: the header's name begins with its brand. */
export function correlationOf(headers: IncomingHttpHeaders): string | null {
  const name = Object.keys(headers).find((one) => one.endsWith('-correlation-id'));
  const value = name === undefined ? undefined : headers[name];
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value) ? value.slice(0, correlationCharactersMost) : null;
}

function outgoingCall(profile: LedgerProfile, access: LedgerAccess, call: TenantCall): OutgoingCall {
  const { method, path, accept = 'application/json', body } = call;
  const headers = {
    authorization: `Bearer ${access.accessToken}`,
    [profile.tenantHeader.toLowerCase()]: access.tenantId,
    accept,
    'user-agent': 'ledgerport',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...call.headers,
  };
  return { method, url: profile.apiUrl + path, headers, writes: method !== 'GET', ...(body !== undefined && { body }) };
}

export function limitsOf(status: number | null, headers: IncomingHttpHeaders, now: Date) {
  const wait = status === 429 ? rateWaitSeconds(headers, now) : null;
  const isApps = concernsApp(headers);
  return {
    minuteRemaining: count(headers['x-minlimit-remaining']),
    dayRemaining: count(headers['x-daylimit-remaining']),
    retryAfterSeconds: isApps ? null : wait,
    app: { minuteRemaining: count(headers['x-appminlimit-remaining']), retryAfterSeconds: isApps ? wait : null },
  };
}

function count(header: string | readonly string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,9}$/.test(header) ? Number(header) : null;
}
