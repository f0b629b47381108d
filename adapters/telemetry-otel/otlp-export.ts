// The SDK itself reads OTEL_EXPORTER_OTLP_*, OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES.
import { setTimeout as wait } from 'node:timers/promises';
import { DiagLogLevel, diag } from '@opentelemetry/api';
import { createTracing } from './tracing.ts';

export interface TelemetryOptions {
  readonly serviceName: string;
  readonly version: string;
  /** The share of traces that is kept; `parentBased` keeps the caller's decision. */
  readonly ratio: number;
  readonly parentBased: boolean;
  readonly onProblem: (what: string) => void;
}

const installed = () =>
  Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]);

/** Rejects with the packages to install where they are missing. */
export async function openTelemetry(options: TelemetryOptions, load = installed) {
  const { serviceName, version, ratio, parentBased, onProblem } = options;
  const [sdk, resources, { OTLPTraceExporter }] = await load().catch((cause: unknown) => {
    const packages = '@opentelemetry/sdk-trace @opentelemetry/resources @opentelemetry/exporter-trace-otlp-http';
    throw new Error(`OTEL_EXPORTER_OTLP_ENDPOINT is set, which needs: npm install ${packages} (${cause})`, { cause });
  });
  const others = { info: () => {}, debug: () => {}, verbose: () => {} };
  diag.setLogger({ ...others, error: onProblem, warn: onProblem }, DiagLogLevel.WARN);
  const root = new sdk.TraceIdRatioBasedSampler(ratio);
  const named = resources.resourceFromAttributes({ 'service.name': serviceName, 'service.version': version });
  const given = resources.detectResources({ detectors: [resources.envDetector] });
  const provider = new sdk.TracerProvider({
    resource: resources.defaultResource().merge(named).merge(given),
    sampler: parentBased ? new sdk.ParentBasedSampler({ root }) : root,
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  return {
    tracing: createTracing(provider.getTracer('ledgerport', version)),
    /** Exports what is left within three seconds. Never rejects. */
    close: () => Promise.race([provider.shutdown().catch(() => {}), wait(3_000, undefined, { ref: false })]),
  };
}
