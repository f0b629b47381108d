export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** What is known of a span when it begins. */
export interface SpanStart {
  /** It answers another process, calls one, or works on what another has queued; left out, neither. */
  readonly kind?: 'server' | 'client' | 'consumer';
  /** A W3C `traceparent` whose trace it continues in place of the current span's; text that is none is ignored. */
  readonly parent?: string | null;
  /** Where it began before it is told. */
  readonly startedAt?: Date;
  readonly attributes?: SpanAttributes;
}

export interface Span {
  /** For a name that is known only later, such as a route. */
  rename(name: string): void;
  /** Attributes that are undefined are left out. */
  set(attributes: SpanAttributes): void;
  /** It went wrong, though nothing is thrown. */
  fail(type: string): void;
}

/**
 * Follows work through processes. Names are from a closed set; attributes are such words, numbers and ids: never values of
 * a query, bodies, addresses or secrets. A refusal that is thrown is no error, and neither is the `Interruption` of a worker
 * that stops. Proven by adapters/telemetry-otel/tracing.test.ts.
 */
export interface Tracing {
  /** Does `work` as a span within the current one, which ends as the work does: when its promise settles, where it is one. */
  span<T>(name: string, start: SpanStart, work: (span: Span) => T): T;
  /** Links the current span to what else has led to it: W3C `traceparent`s by spaces; text that is none is ignored. */
  link(traceparents: string | null | undefined): void;
  /** The W3C `traceparent` of the current span; null outside one. */
  traceparent(): string | null;
}
