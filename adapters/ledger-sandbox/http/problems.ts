/** The provider's error answers: JSON for a refusal, HTML for an unknown path, an empty body for 429. */
import { randomUUID } from 'node:crypto';
import type { JsonObject } from './json.ts';
import type { Reply } from './message.ts';

/** Thrown below the router to end the call with this reply. */
export class WireProblem extends Error {
  readonly reply: Reply;
  constructor(reply: Reply) {
    super(`answered ${reply.status}`);
    this.reply = reply;
  }
}

/** Thrown by a rule that refuses one document. */
export class Refusal extends Error {
  readonly messages: readonly string[];
  constructor(messages: readonly string[]) {
    super(messages.join(' '));
    this.messages = messages;
  }
}

export function refuse(...messages: string[]): never {
  throw new Refusal(messages);
}

export const zeroGuid = '00000000-0000-0000-0000-000000000000';

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' };

export function jsonReply(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers: { ...jsonHeaders, ...headers }, body: JSON.stringify(value) };
}

/** Provider: an unknown id or path is a 404 in HTML, never JSON. */
export function notFound(): Reply {
  return {
    status: 404,
    headers: { 'content-type': 'text/html' },
    body: "The resource you're looking for cannot be found",
  };
}

/** Provider: 401 and 403 are problem documents; `Detail` gives the reason. */
export function authProblem(status: 401 | 403, detail: string, headers: Readonly<Record<string, string>> = {}): Reply {
  const title = status === 401 ? 'Unauthorized' : 'Forbidden';
  const body = { Type: null, Title: title, Status: status, Detail: detail, Instance: randomUUID(), Extensions: {} };
  return jsonReply(status, body, headers);
}

/** Provider: a file that is too large is a problem document, too. */
export function tooLarge(): Reply {
  const body = { Type: null, Title: 'RequestEntityTooLarge', Status: 413, Detail: 'PayloadTooLarge', Extensions: {} };
  return jsonReply(413, { ...body, Instance: randomUUID() });
}

export type ApiExceptionType =
  | 'QueryParseException'
  | 'PostDataInvalidException'
  | 'NoDataProcessedException'
  | 'ApiMethodNotImplementedException';

const exceptions: Record<ApiExceptionType, { status: number; number: number }> = {
  QueryParseException: { status: 400, number: 16 },
  PostDataInvalidException: { status: 400, number: 14 },
  NoDataProcessedException: { status: 400, number: 17 },
  ApiMethodNotImplementedException: { status: 501, number: 20 },
};

export function apiException(type: ApiExceptionType, message: string): Reply {
  const { status, number } = exceptions[type];
  return jsonReply(status, { ErrorNumber: number, Type: type, Message: message });
}

/** Provider: a refused write repeats the whole document with messages inside. */
export function validationReply(elements: readonly JsonObject[]): Reply {
  return jsonReply(400, {
    ErrorNumber: 10,
    Type: 'ValidationException',
    Message: 'A validation exception occurred',
    Elements: elements,
  });
}
