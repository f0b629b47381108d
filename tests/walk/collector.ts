// A collector of OpenTelemetry, as small as can be: it takes OTLP over HTTP as JSON and keeps the spans.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { until } from '../../contract-tests/testing/until.ts';

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: number;
  /** `service.name` of who sent it. */
  readonly service: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface Body {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<CollectedSpan, 'attributes' | 'links'> & {
        readonly attributes: readonly Attribute[];
        readonly links?: CollectedSpan['links'];
        readonly status: { readonly code?: number };
      })[];
    }[];
  }[];
}

const named = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

function spansOf({ resourceSpans }: Body): readonly CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(named(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...{ traceId: span.traceId, spanId: span.spanId, parentSpanId: span.parentSpanId, name: span.name },
        ...{ kind: span.kind, service, attributes: named(span.attributes), isError: span.status.code === 2 },
        links: (span.links ?? []).map(({ traceId, spanId }) => ({ traceId, spanId })),
      })),
    );
  });
}

export async function startCollector() {
  const bodies: string[] = [];
  const spans: CollectedSpan[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    bodies.push(JSON.stringify(request.headers) + body);
    spans.push(...spansOf(JSON.parse(body) as Body));
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** All that was sent to it. */
    heard: () => bodies.join('\n'),
    spans,
    /** Hosts export every five seconds. */
    waitFor: (name: string, traceId: string) =>
      until(`the span ${name}`, () => spans.find((span) => span.name === name && span.traceId === traceId), 20_000),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type Collector = Awaited<ReturnType<typeof startCollector>>;
