// What the answer said beside its data.

export interface ResponseFacts {
  /** Finds the call in the service's log. */
  readonly requestId: string;
  readonly status: number;
  readonly headers: Headers;
}

const known = new WeakMap<object, ResponseFacts>();

/** Remembers the answer that a method's result was made of, for as long as the result lives. */
export function rememberResponse<T>(result: T, { status, headers }: Response, requestId: string): T {
  if (typeof result !== 'object' || result === null) return result;
  known.set(result, { requestId: headers.get('x-request-id') ?? requestId, status, headers });
  return result;
}

/**
 * The request id, status and headers of the answer that a method of the client gave as `result`: a record, a page of a list,
 * a download. Undefined for anything else, items of a list among them: ask for their page.
 */
export function responseOf(result: object): ResponseFacts | undefined {
  return known.get(result);
}
