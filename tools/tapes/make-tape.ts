// Makes a tape from what was recorded during a clause, without secrets and without what would differ in the next
// recording.
import type { Json, JsonObject } from '#core/ports';
import { requestShape, type Tape, type TapedAnswer, type TapedRequest } from '../../adapters/ledger-recorded/index.ts';
import type { RecordedExchange } from './recorder.ts';

export interface RecordedClause {
  readonly port: string;
  readonly clause: string;
  readonly subject: JsonObject;
  readonly exchanges: readonly RecordedExchange[];
  /** Replacements for texts that must not be stored. */
  readonly hidden: Readonly<Record<string, string>>;
}

/** Matches whole UUIDs, their beginning or their end. */
const madeUp =
  /(?:(?<![0-9A-Za-z%])|(?<=%[0-9A-F]{2}))[0-9a-f]{8}(?:-[0-9a-f]{1,4}(?:-[0-9a-f]{1,4}(?:-[0-9a-f]{1,4}(?:-[0-9a-f]{1,12})?)?)?|[0-9a-f]{1,4})?(?![0-9A-Za-z])/gi;

const placeholder = (number: number): string => `{{caller ${number}}}`;

/** Replaces every id in the text that somebody may have made. */
export function replaceIds(text: string, replace: (id: string) => string): string {
  return text.replace(madeUp, replace);
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

/** Makes equal tapes from equal conversations, whatever the time and the ids. */
export function makeTape({ port, clause, subject, exchanges, hidden }: RecordedClause): Tape {
  const cleaner = createCleaner(hidden);
  const cleanSubject = cleanJson(cleaner.answer, subject) as JsonObject;
  const cleanExchange = (one: RecordedExchange) => ({
    request: cleanRequest(cleaner, requestShape(one.request)),
    answer: cleanAnswer(cleaner, one),
  });
  return { port, clause, subject: cleanSubject, exchanges: exchanges.map(cleanExchange) };
}

function cleanRequest(cleaner: Cleaner, { method, path, headers, body }: TapedRequest): TapedRequest {
  const cleanHeaders = cleanJson(cleaner.request, headers) as TapedRequest['headers'];
  const request = { method, path: cleaner.request(path), headers: cleanHeaders };
  return body === undefined ? request : { ...request, body: cleanJson(cleaner.request, body) };
}

function cleanAnswer(cleaner: Cleaner, { status, headers, body }: RecordedExchange): TapedAnswer {
  const stored = telling.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]));
  const answer = { status, headers: Object.fromEntries(stored) as Record<string, string> };
  if (body.length === 0) return answer;
  const type = headers['content-type'] ?? '';
  if (/pdf/i.test(type)) return { ...answer, base64: body.toString('base64') };
  const text = body.toString('utf8');
  if (!/json/i.test(type)) return { ...answer, text: cleaner.answer(text) };
  return { ...answer, json: cleanJson(cleaner.answer, JSON.parse(text) as Json) };
}

/** Replaces only strings, because ids are never numbers. */
function cleanJson(clean: (text: string, name: string) => string, json: Json): Json {
  const cleaned = (name: string, value: unknown) => (typeof value === 'string' ? clean(value, name) : value);
  return JSON.parse(JSON.stringify(json), cleaned) as Json;
}

const wholeId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const nobody = '00000000-0000-0000-0000-000000000000';

type Cleaner = ReturnType<typeof createCleaner>;

/** `hidden` maps texts, such as a secret or the provider's URL, to their replacements. */
function createCleaner(hidden: Readonly<Record<string, string>>) {
  const masks = Object.entries(hidden).filter(([raw]) => raw !== '');
  const ids = new Map<string, string>([[nobody, nobody]]);
  const numbers = { caller: 0, provider: 0 };

  const masked = (text: string) => masks.reduce((rest, [raw, shown]) => rest.replaceAll(raw, shown), text);
  const callers = (id: string) => known(ids, id, () => placeholder(++numbers.caller));
  const providers = (id: string) =>
    known(ids, id, () => `00000000-0000-4000-8000-${String(++numbers.provider).padStart(12, '0')}`);
  const answer = (text: string) =>
    replaceIds(masked(text), (id) => ids.get(id) ?? (wholeId.test(id) ? providers(id) : id));

  return {
    /** An id first seen in a request is the caller's; so is a write's idempotency key, whatever its form. */
    request: (text: string, name = '') =>
      name === 'idempotency-key' ? callers(text) : replaceIds(masked(text), callers),
    /** An id first seen in an answer is the provider's. */
    answer,
  };
}

function known(ids: Map<string, string>, id: string, make: () => string): string {
  const shown = ids.get(id) ?? make();
  ids.set(id, shown);
  return shown;
}
