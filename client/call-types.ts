// The options, hooks and results that all operations share.

export interface CallOptions {
  /** Aborts the whole call, even a later try; the call rejects with code `ABORTED`. */
  readonly signal?: AbortSignal | undefined;
  /** Limits each try until its answer is complete; the client's own limit by default. */
  readonly timeoutMs?: number | undefined;
  /** Tries after the first; the client's own number by default. */
  readonly maxRetries?: number | undefined;
  /** How long the service may wait for the provider's budget before it refuses with RATE_LIMITED; at most 20. */
  readonly waitSeconds?: number | undefined;
  /** Your own id of the call, which the service's log shows. */
  readonly requestId?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Used instead of the client's key, e.g. the key of another environment. */
  readonly apiKey?: string | undefined;
}

export interface WriteOptions extends CallOptions {
  /** Your own key of this write, so that a later process can repeat it; by default each call has a new key. */
  readonly idempotencyKey?: string | undefined;
  /**
   * Of a key of kind `agent`, in place of the Idempotency-Key of what it creates: what the write is for, such as an order. Then
   * the client makes no key of its own, and every try carries the reference.
   */
  readonly requestRef?: string | undefined;
  /** Of a key of kind `agent` that reaches several companies: the name of the one that is meant. */
  readonly companyName?: string | undefined;
  /** Of a key of kind `agent`: the id of the newest look-alike, as a refusal told it (`lookAlike`), which this write is not. */
  readonly notSameAs?: string | undefined;
}

export interface OperationSpec {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** What a method resolves to: a list of items, `data.item`, `data`, the whole body, or bytes. */
  readonly answer: 'list' | 'item' | 'data' | 'whole' | 'bytes';
  /**
   * `items`: the method takes the body's list `items` as an argument and `metadata` as an option. `file`: it takes a file.
   */
  readonly body?: true | 'items' | 'file';
  /** Set if the operation takes an Idempotency-Key. */
  readonly key?: true;
  /** Set if the method only asks whether a write would be taken. */
  readonly looks?: true;
}

/** A try before it is sent. */
export interface RequestEvent {
  /** The operation's name in the OpenAPI document, such as `createInvoice`. */
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  /** The headers to send; a hook may set more. */
  readonly headers: Headers;
  /** Counts from 1. */
  readonly attempt: number;
}

/** A try after its answer, or after its failure. */
export interface ResponseEvent extends RequestEvent {
  /** Undefined without an answer. */
  readonly status: number | undefined;
  readonly responseHeaders: Headers | undefined;
  readonly durationMs: number;
  readonly error: Error | undefined;
  /** Undefined after the last try. */
  readonly retryInMs: number | undefined;
}

export interface Hooks {
  /** Called before each try; if it rejects, the call rejects with the same error. */
  readonly request?: ((event: RequestEvent) => void | Promise<void>) | undefined;
  /** Called after each try, even one without an answer. */
  readonly response?: ((event: ResponseEvent) => void | Promise<void>) | undefined;
}

/** A list: iterate over it for every item of every page, or read a page. */
export interface List<Item, Page> extends AsyncIterable<Item> {
  /** Reads the page that the options name, by default the first. */
  page(): Promise<Page>;
  /** Iterates over pages from that page on; each is read when the loop reaches it. */
  pages(): AsyncIterable<Page>;
  /** Reads the first `limit` items, and no page after theirs. */
  toArray(options: { readonly limit: number }): Promise<Item[]>;
}

/**
 * A file to be attached, of at most 10,000,000 bytes. A `File` brings its name and type. A stream is read into memory before
 * the first try, so that every try sends the same bytes.
 */
export type FileContent = Blob | ArrayBuffer | Uint8Array | AsyncIterable<Uint8Array>;

export interface FileOptions {
  /** Of a file that brings no type; by default `application/octet-stream`, which the service takes for every kind. */
  readonly contentType?: string | undefined;
}

/** A document made by the provider. */
export interface Download {
  /** Can be read once; it fails when the connection breaks. */
  readonly stream: ReadableStream<Uint8Array>;
  readonly contentType: string;
  readonly fileName: string | undefined;
  /** Reads the whole stream into memory. */
  bytes(): Promise<Uint8Array>;
}
