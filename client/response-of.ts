// The facts of an answer beside its data.

export interface ResponseFacts {
  /** Finds the call in the service's log. */
  readonly requestId: string;
  readonly status: number;
  readonly headers: Headers;
}

const known = new WeakMap<object, ResponseFacts>();

/** Keeps the answer's facts as long as the result lives. */
export function rememberResponse<T>(result: T, { status, headers }: Response, requestId: string): T {
  if (typeof result !== 'object' || result === null) return result;
  known.set(result, { requestId: headers.get('x-request-id') ?? requestId, status, headers });
  return result;
}

/**
 * Returns request id, status and headers of the answer that a method returned as `result`: a record, a page, a
 * download. Undefined for anything else, such as an item of a list: give its page.
 */
export function responseOf(result: object): ResponseFacts | undefined {
  return known.get(result);
}
