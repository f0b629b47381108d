// What a caller gives and gets, whichever operation it is.

export interface CallOptions {
  /** Ends the whole call, its later tries too; the call rejects with code `ABORTED`. */
  readonly signal?: AbortSignal | undefined;
  /** For each try, until its answer is there; the client's own when left out. */
  readonly timeoutMs?: number | undefined;
  /** Tries after the first; the client's own when left out. */
  readonly maxRetries?: number | undefined;
  /** How long the service may wait for the provider's budget before it refuses with RATE_LIMITED; at most 20. */
  readonly waitSeconds?: number | undefined;
  /** Your own id of the call, by which the service's log and `requestId` name it. */
  readonly requestId?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Instead of the client's own, e.g. the key of another environment. */
  readonly apiKey?: string | undefined;
}

export interface WriteOptions extends CallOptions {
  /** Your own key of this write, so that a later process can repeat it; one a call is made when left out. */
  readonly idempotencyKey?: string | undefined;
}

export interface OperationSpec {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** What of the answer a method gives: a list of items, `data.item`, `data`, the whole body, or bytes. */
  readonly answer: 'list' | 'item' | 'data' | 'whole' | 'bytes';
  readonly body?: true;
  /** Takes an Idempotency-Key. */
  readonly key?: true;
}

/** One try, before it is sent. */
export interface RequestEvent {
  /** As in the OpenAPI document, such as `createInvoice`. */
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  /** Those that will be sent; a hook may set more. */
  readonly headers: Headers;
  /** From 1. */
  readonly attempt: number;
}

/** One try, after its answer or its loss. */
export interface ResponseEvent extends RequestEvent {
  /** Undefined when no answer came. */
  readonly status: number | undefined;
  readonly responseHeaders: Headers | undefined;
  readonly durationMs: number;
  readonly error: Error | undefined;
  /** When it will be tried again; undefined when this try was the last. */
  readonly retryInMs: number | undefined;
}

export interface Hooks {
  /** Before each try; a rejection ends the call with it. */
  readonly request?: ((event: RequestEvent) => void | Promise<void>) | undefined;
  /** After each try, lost ones too. */
  readonly response?: ((event: ResponseEvent) => void | Promise<void>) | undefined;
}

/** A list: iterate over it for every item of every page, or ask for the page that its options name. */
export interface List<Item, Page> extends AsyncIterable<Item> {
  /** One page: that which the options name, the first when they name none. */
  page(): Promise<Page>;
  /** Page after page, from that one on; each is asked for when it is reached. */
  pages(): AsyncIterable<Page>;
  /** The first `limit` items; no page is asked for behind the one that has the last of them. */
  toArray(options: { readonly limit: number }): Promise<Item[]>;
}

/** A document that the provider made. */
export interface Download {
  /** To be read once; it breaks when the connection does. */
  readonly stream: ReadableStream<Uint8Array>;
  readonly contentType: string;
  readonly fileName: string | undefined;
  /** All of it in memory; uses the stream up. */
  bytes(): Promise<Uint8Array>;
}
