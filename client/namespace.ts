// Makes a namespace's methods from the table of its operations.
import type { FileContent, OperationSpec, WriteOptions } from './call-types.ts';
import { downloadOf } from './download.ts';
import { fileBodyOf, nameOfFile } from './file-body.ts';
import { type AnyPage, listOf, type Start } from './list.ts';
import { rememberResponse } from './response-of.ts';
import type { Answer, ApiCall } from './transport.ts';
import { WriteWaits, waitsForPerson } from './write-waits.ts';

type Send = (call: ApiCall) => Promise<Answer>;
type Given = Readonly<Record<string, unknown>>;

export function namespaceOf(
  specs: Readonly<Record<string, OperationSpec>>,
  send: Send,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, methodOf(spec, send)]));
}

function methodOf(spec: OperationSpec, send: Send): (...given: readonly unknown[]) => unknown {
  return (...given) => {
    const result = async (start: Start) => {
      // Only a file is awaited: any other call is sent before the caller can end it by its signal.
      const answer = await send(spec.body === 'file' ? await fileCallOf(spec, given) : callOf(spec, given, start));
      if (waitsForPerson(spec, answer)) throw new WriteWaits(answer, spec);
      return rememberResponse(resultOf(spec, answer), answer.response, answer.requestId);
    };
    return spec.answer === 'list' ? listOf(result as (start: Start) => Promise<AnyPage>) : result(undefined);
  };
}

function resultOf({ answer }: OperationSpec, { response, body }: Answer): unknown {
  if (answer === 'bytes') return downloadOf(response);
  if (answer === 'whole') return body;
  const { data, meta } = body as { readonly data: Given; readonly meta: unknown };
  if (answer === 'list') return { ...data, meta };
  return answer === 'item' ? data['item'] : data;
}

/** Takes the path's ids, then the body, then one object with query parameters and options. */
function callOf(spec: OperationSpec, given: readonly unknown[], start: Start): ApiCall {
  const rest = [...given];
  const path = spec.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathPart(spec, name, rest.shift()));
  const content = spec.body ? rest.shift() : undefined;
  const { query: named, options } = sorted((rest.shift() ?? {}) as Given);
  const query = spec.looks ? { ...named, validate_only: true } : named;
  const isBulk = spec.body === 'items';
  const body = isBulk ? { items: content, ...query } : content;
  return {
    operation: spec.id,
    method: spec.method,
    path: path + queryText(isBulk ? {} : spec.body ? query : from(query, start)),
    // The body of a search names its page.
    body: spec.body && start ? { ...(body as Given), ...start } : body,
    answer: spec.answer,
    takesKey: spec.key === true,
    options,
  };
}

/** Takes the path's ids, then the file, then one object; a `File` brings the name that the object need not have. */
async function fileCallOf(spec: OperationSpec, given: readonly unknown[]): Promise<ApiCall> {
  const ids = [...spec.path.matchAll(/\{\w+\}/g)].length;
  const content = given[ids] as FileContent;
  const { contentType, ...options } = (given[ids + 1] ?? {}) as Given & { readonly contentType?: string };
  const { body: _, ...rest } = spec;
  const call = callOf(rest, [...given.slice(0, ids), { filename: nameOfFile(content), ...options }], undefined);
  return { ...call, file: await fileBodyOf(content, contentType) };
}

/** An empty part, or one of dots, would change the path. */
function pathPart({ id }: OperationSpec, name: string, value: unknown): string {
  if (typeof value === 'string' && !/^\.{0,2}$/.test(value)) return encodeURIComponent(value);
  throw new TypeError(`${id} needs ${name}, a text that is neither empty nor dots`);
}

const optionNames: Readonly<Record<keyof WriteOptions, true>> = {
  signal: true,
  timeoutMs: true,
  maxRetries: true,
  waitSeconds: true,
  requestId: true,
  headers: true,
  apiKey: true,
  idempotencyKey: true,
  requestRef: true,
  companyName: true,
  notSameAs: true,
};

/** Takes every name that is not an option for a query parameter; the service refuses unknown ones by name. */
function sorted(given: Given): { readonly query: Given; readonly options: WriteOptions } {
  const isOption = ([name]: readonly [string, unknown]) => Object.hasOwn(optionNames, name);
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return {
    options: Object.fromEntries(entries.filter(isOption)),
    query: Object.fromEntries(entries.filter((entry) => !isOption(entry))),
  };
}

/** Replaces the page or cursor with which the list began. */
function from({ page, cursor, ...filters }: Given, start: Start): Given {
  return { ...filters, ...(start ?? { page, cursor }) };
}

function queryText(query: Given): string {
  const named = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(named.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}
