// The facts of an answer beside its data.

export interface ResponseFacts {
  /** Finds the call in the service's log. */
  readonly requestId: string;
  readonly status: number;
  readonly headers: Headers;
  /**
   * Of a create, how it came about. `sent`: by the call itself · `repeated`: an earlier call with the key had sent it without
   * learning how that ended, and it was sent again · `found`: the record that an earlier call had made was found in the
   * provider's books. A repetition of an answered call has the same as its first answer.
   */
  readonly resolution: 'sent' | 'repeated' | 'found' | undefined;
}

const resolutions = ['sent', 'repeated', 'found'] as const;

const known = new WeakMap<object, ResponseFacts>();

/** Keeps the answer's facts as long as the result lives. */
export function rememberResponse<T>(result: T, { status, headers }: Response, requestId: string): T {
  if (typeof result !== 'object' || result === null) return result;
  const resolution = resolutions.find((one) => one === headers.get('x-write-resolution'));
  known.set(result, { requestId: headers.get('x-request-id') ?? requestId, status, headers, resolution });
  return result;
}

/**
 * Returns request id, status and headers of the answer that a method returned as `result`: a record, a page, a
 * download. Undefined for anything else, such as an item of a list: give its page.
 */
export function responseOf(result: object): ResponseFacts | undefined {
  return known.get(result);
}
