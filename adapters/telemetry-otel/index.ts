// Fills the tracing port with OpenTelemetry: over a given tracer, or over one that exports by OTLP.
export { openTelemetry, type TelemetryOptions } from './otlp-export.ts';
export { createTracing } from './tracing.ts';
