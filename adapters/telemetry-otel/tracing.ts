import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  context,
  isSpanContextValid,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { ServiceError, type Tracing } from '#core/ports';

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

const faults = ['INTERNAL', 'PROVIDER_ERROR', 'PROVIDER_UNAVAILABLE', 'PROVIDER_TIMEOUT'];

export function createTracing(tracer: Tracer): Tracing {
  const own = new AsyncLocalStorage<Context>();
  const current = (): Context => own.getStore() ?? context.active();
  return {
    span(name, { kind, parent, startedAt, attributes = {} }, work) {
      const remote = parent ? spanContextOf(parent) : undefined;
      const within = remote ? trace.setSpanContext(current(), remote) : current();
      const options = { attributes, ...(kind && { kind: kinds[kind] }), ...(startedAt && { startTime: startedAt }) };
      const span = tracer.startSpan(name, options, within);
      const entered = trace.setSpan(within, span);
      const rename = (other: string) => void span.updateName(other);
      const fail = (type: string, code = SpanStatusCode.ERROR) =>
        void span.setAttribute('error.type', type).setStatus({ code });
      const end = () => span.end();
      const thrown = (error: unknown): void => {
        const name = error instanceof ServiceError ? error.code : error instanceof Error ? error.name : typeof error;
        const isFault = error instanceof ServiceError ? faults.includes(error.code) : name !== 'Interruption';
        fail(name, isFault ? SpanStatusCode.ERROR : SpanStatusCode.UNSET);
        end();
      };
      const run = () => {
        try {
          const result = work({ rename, set: (more) => void span.setAttributes(more), fail });
          if (result instanceof Promise) void result.then(end, thrown);
          else end();
          return result;
        } catch (error) {
          thrown(error);
          throw error;
        }
      };
      return own.run(entered, () => context.with(entered, run));
    },
    link(traceparents) {
      const contexts = traceparents?.split(' ').flatMap((one) => spanContextOf(one) ?? []) ?? [];
      trace.getSpan(current())?.addLinks(contexts.map((context) => ({ context })));
    },
    traceparent() {
      const span = trace.getSpanContext(current());
      if (!span || !isSpanContextValid(span)) return null;
      return `00-${span.traceId}-${span.spanId}-0${span.traceFlags & 1}`;
    },
  };
}

/** Only versions after 00 may continue after the flags (https://www.w3.org/TR/trace-context-2). */
const form = /^(?:00(?=.{53}$)|(?!00|ff)[\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-|$)/;

export function spanContextOf(traceparent: string): SpanContext | undefined {
  const [, traceId, spanId = '', flags = ''] = form.exec(traceparent) ?? [];
  if (traceId === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}
