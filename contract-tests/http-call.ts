import { equal } from 'node:assert/strict';
import type { HttpApi } from './http-api.contract.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON object; empty for a body that is none. */
  readonly body: Fields;
}

export interface HttpCall {
  readonly key?: string | null;
  /** Sent as it is when it is text, else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const timeoutMs = 20_000;

/** One request; with the api's key unless another or null is given. */
export async function callApi(
  api: HttpApi,
  line: string,
  { key = api.key, body, headers }: HttpCall = {},
): Promise<HttpAnswer> {
  const [method = 'GET', path = '/'] = line.split(' ');
  const answer = await fetch(api.baseUrl + path, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const isJson = (answer.headers.get('content-type') ?? '').includes('json');
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: isJson && text !== '' ? JSON.parse(text) : {} };
}

/** The answer is this refusal, in the full shape of one; returns its body. */
export function expectRefusal({ status, headers, body }: HttpAnswer, expected: number, code: string): Fields {
  equal(status, expected, `status of ${JSON.stringify(body)}`);
  equal(body['success'], false);
  equal(body['code'], code);
  equal(typeof body['message'], 'string');
  equal(body['request_id'], headers.get('x-request-id'));
  equal(typeof body['retryable'], 'boolean');
  return body;
}

/** `errors[].path` of a refusal. */
export function pathsOf(body: Fields): readonly unknown[] {
  const errors = body['errors'];
  return Array.isArray(errors) ? errors.map((error: Fields) => error['path']) : [];
}

/** Something that no other clause run has used. */
export function unique(stem: string): string {
  return `${stem}-${crypto.randomUUID()}`;
}

export function dataOf({ body }: HttpAnswer): Fields {
  return asFields(body['data']);
}

export function asFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

/** A webhook endpoint's registration that no other clause run makes. */
export function newEndpoint(): Fields {
  return { url: `https://hooks.example.com/${unique('endpoint')}`, event_types: ['invoice.paid'] };
}
