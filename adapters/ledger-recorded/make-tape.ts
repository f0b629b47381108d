// Makes a tape of what was heard while a clause ran.
import type { Json, JsonObject } from '#core/ports';
import { type Cleaner, createCleaner } from './cleaner.ts';
import type { HeardExchange } from './recorder.ts';
import { requestShape } from './request-shape.ts';
import type { Exchange, Tape, TapedAnswer, TapedConsent, TapedRequest } from './tape.ts';

export interface HeardConsent {
  readonly consentUrl: string;
  readonly tenantIds: readonly string[];
  readonly callbackUrl: string;
}

export interface HeardClause {
  readonly port: string;
  readonly clause: string;
  readonly subject: JsonObject;
  readonly consents: readonly HeardConsent[];
  readonly exchanges: readonly HeardExchange[];
  /** What is shown in place of texts that must not be kept. */
  readonly hidden: Readonly<Record<string, string>>;
}

const telling = [
  'content-type',
  'location',
  'retry-after',
  'www-authenticate',
  'x-rate-limit-problem',
  'x-minlimit-remaining',
  'x-daylimit-remaining',
];

/** The same for the same conversation, whenever it was held and whatever ids were drawn for it. */
export function makeTape({ port, clause, subject, consents, exchanges, hidden }: HeardClause): Tape {
  const cleaner = createCleaner({ ...hidden, ...codesOf(consents) });
  const cleanSubject = cleanJson(cleaner.answer, subject) as JsonObject;
  const cleanExchanges = exchanges.map((heard) => cleanExchange(cleaner, heard));
  const cleanConsents = consents.map((heard) => cleanConsent(cleaner, heard));
  return { port, clause, subject: cleanSubject, consents: cleanConsents, exchanges: cleanExchanges };
}

function codesOf(consents: readonly HeardConsent[]): Record<string, string> {
  const codes = consents.map(({ callbackUrl }) => new URL(callbackUrl).searchParams.get('code'));
  return Object.fromEntries(codes.flatMap((code, i) => (code === null ? [] : [[code, `masked-code-${i + 1}`]])));
}

function cleanConsent(cleaner: Cleaner, { consentUrl, tenantIds, callbackUrl }: HeardConsent): TapedConsent {
  const { pathname, search } = new URL(consentUrl);
  return {
    path: cleaner.request(pathname + search),
    tenantIds: tenantIds.map(cleaner.answer),
    callbackUrl: cleaner.answer(leanCallback(callbackUrl)),
  };
}

/** Without what the provider says about its own session. */
function leanCallback(callbackUrl: string): string {
  const url = new URL(callbackUrl);
  for (const name of [...url.searchParams.keys()]) {
    if (!['code', 'state', 'error'].includes(name)) url.searchParams.delete(name);
  }
  return url.href;
}

function cleanExchange(cleaner: Cleaner, heard: HeardExchange): Exchange {
  return { request: cleanRequest(cleaner, requestShape(heard.request)), answer: cleanAnswer(cleaner, heard) };
}

function cleanRequest(cleaner: Cleaner, { method, path, headers, body }: TapedRequest): TapedRequest {
  const shown = Object.entries(headers).map(([name, value]) => [
    name,
    name === 'idempotency-key' ? cleaner.key(value) : cleaner.request(value),
  ]);
  const request = { method, path: cleaner.request(path), headers: Object.fromEntries(shown) };
  if (body === undefined) return request;
  return { ...request, body: typeof body === 'string' ? cleaner.request(body) : cleanJson(cleaner.request, body) };
}

function cleanAnswer(cleaner: Cleaner, { status, headers, body }: HeardExchange): TapedAnswer {
  const kept = telling.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]));
  const answer = { status, headers: Object.fromEntries(kept) as Record<string, string> };
  if (body.length === 0) return answer;
  const type = headers['content-type'] ?? '';
  if (/pdf/i.test(type)) return { ...answer, base64: body.toString('base64') };
  const text = body.toString('utf8');
  if (!/json/i.test(type)) return { ...answer, text: cleaner.answer(text) };
  const json = JSON.parse(text) as Json;
  cleaner.learn(json);
  return { ...answer, json: cleanJson(cleaner.answer, json) };
}

/** Ids are text: a number stays what it is, however many digits it has. */
function cleanJson(clean: (text: string) => string, json: Json): Json {
  const cleaned = (_key: string, value: unknown) => (typeof value === 'string' ? clean(value) : value);
  return JSON.parse(JSON.stringify(json), cleaned) as Json;
}
