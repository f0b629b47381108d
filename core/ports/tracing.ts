type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanStart {
  /** The span answers another process, calls one, or works on what another queued. */
  readonly kind?: 'server' | 'client' | 'consumer';
  /** The span continues this W3C `traceparent` in place of the current span; other text is ignored. */
  readonly parent?: string | null;
  readonly startedAt?: Date;
  readonly attributes?: SpanAttributes;
}

export interface Span {
  rename(name: string): void;
  /** Leaves out undefined attributes. */
  set(attributes: SpanAttributes): void;
  /** Marks a failure that is not thrown. */
  fail(type: string): void;
}

/**
 * Traces work across processes. Names and words in attributes come from closed sets; other attributes are numbers and ids,
 * never query values, bodies, addresses or secrets. A thrown refusal is no error, nor is a stopping worker's
 * `Interruption`. Proven by adapters/telemetry-otel/tracing.test.ts.
 */
export interface Tracing {
  /** Runs `work` in a span inside the current one; the span ends with `work` or its promise. */
  span<T>(name: string, start: SpanStart, work: (span: Span) => T): T;
  /** Links the current span to its other causes: W3C `traceparent`s separated by spaces; other text is ignored. */
  link(traceparents: string | null | undefined): void;
  /** The current span's W3C `traceparent`; null outside one. */
  traceparent(): string | null;
}
