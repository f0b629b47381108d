import { trace } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { expect } from 'chai';
import { ServiceError } from '#core/ports';
import { Interruption } from '../../core/engine/classify-failure.ts';
import { createTracing, spanContextOf } from './tracing.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = `00-${traceId}-00f067aa0ba902b7-01`;

describe('tracing over OpenTelemetry', () => {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  const tracing = createTracing(provider.getTracer('test'));
  const spans = () => new Map(exporter.getFinishedSpans().map((span) => [span.name, span]));

  beforeEach(() => exporter.reset());

  it('nests spans over awaits, each within the one that began it', async () => {
    await Promise.all(
      ['a', 'b'].map((one) =>
        tracing.span(one, {}, async () => {
          await new Promise(setImmediate);
          await tracing.span(`${one}1`, {}, async () => {});
          expect(tracing.span(`${one}2`, {}, () => 'at once')).to.equal('at once');
        }),
      ),
    );
    const found = spans();
    for (const one of ['a', 'b']) {
      const outer = found.get(one)?.spanContext();
      expect(outer?.traceId).to.have.length(32);
      for (const inner of [`${one}1`, `${one}2`]) {
        expect(found.get(inner)?.parentSpanContext?.spanId, inner).to.equal(outer?.spanId);
        expect(found.get(inner)?.spanContext().traceId, inner).to.equal(outer?.traceId);
      }
    }
    expect(found.get('a')?.spanContext().traceId).not.to.equal(found.get('b')?.spanContext().traceId);
  });

  it('continues the trace of another process, and tells its own context', async () => {
    const told = await tracing.span('of another', { kind: 'server', parent }, async () => tracing.traceparent());
    const span = spans().get('of another');
    expect(span?.spanContext().traceId).to.equal(traceId);
    expect(span?.parentSpanContext?.spanId).to.equal('00f067aa0ba902b7');
    expect(told).to.equal(`00-${traceId}-${span?.spanContext().spanId}-01`);
    expect(tracing.traceparent()).to.equal(null);
  });

  it('keeps what another process does not sample out of the export, and its context going', async () => {
    const unsampled = parent.replace(/1$/, '0');
    const told = await tracing.span('silent', { parent: unsampled }, async () => tracing.traceparent());
    expect(exporter.getFinishedSpans()).to.deep.equal([]);
    expect(told).to.match(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
  });

  it('tells defects and outages as errors, refusals and interruptions only by name, and passes all of them on', async () => {
    const failing = (name: string, error: unknown) =>
      tracing.span(name, {}, () => Promise.reject(error)).catch((thrown: unknown) => expect(thrown).to.equal(error));
    await failing('defect', new TypeError('secret text'));
    await failing('outage', new ServiceError('PROVIDER_TIMEOUT', 'secret text'));
    await failing('refusal', new ServiceError('NOT_FOUND', 'secret text'));
    await failing('stopped', new Interruption('shutdown'));
    expect(() =>
      tracing.span('at once', {}, () => {
        throw new RangeError('secret text');
      }),
    ).to.throw(RangeError);
    const told = [...spans()].map(([name, { status, attributes }]) => [name, status.code, attributes['error.type']]);
    expect(told).to.deep.equal([
      ['defect', 2, 'TypeError'],
      ['outage', 2, 'PROVIDER_TIMEOUT'],
      ['refusal', 0, 'NOT_FOUND'],
      ['stopped', 0, 'Interruption'],
      ['at once', 2, 'RangeError'],
    ]);
    const all = exporter.getFinishedSpans().map(({ attributes, events, status }) => ({ attributes, events, status }));
    expect(JSON.stringify(all)).not.to.contain('secret text');
  });

  it('begins where it is told to, and leaves out what is not known', () => {
    const startedAt = new Date(Date.now() - 5_000);
    tracing.span('before', { startedAt, attributes: { known: 1, unknown: undefined } }, (span) => {
      span.rename('renamed');
      span.fail('503');
    });
    const span = spans().get('renamed');
    expect(span?.duration[0]).to.equal(5);
    expect(span?.attributes).to.deep.equal({ known: 1, 'error.type': '503' });
  });

  it('links the current span to others, by what is well-formed of their contexts', async () => {
    const other = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`;
    await tracing.span('linked', {}, async () => tracing.link(`${parent} x ${other}`));
    const linked = spans()
      .get('linked')
      ?.links.map(({ context: { traceId, spanId } }) => [traceId, spanId]);
    expect(linked).to.deep.equal([
      [traceId, '00f067aa0ba902b7'],
      ['a'.repeat(32), 'b'.repeat(16)],
    ]);
    for (const nothing of [null, undefined, '']) tracing.span('alone', {}, () => tracing.link(nothing));
    expect(spans().get('alone')?.links).to.deep.equal([]);
    tracing.link(parent);
  });

  it('without a tracer that records tells no context', () => {
    const nothing = createTracing(trace.getTracer('nobody listens'));
    expect(nothing.span('unheard', {}, () => nothing.traceparent())).to.equal(null);
  });

  it('takes a well-formed traceparent only', () => {
    expect(spanContextOf(parent)).to.deep.include({ traceId, spanId: '00f067aa0ba902b7', traceFlags: 1 });
    expect(spanContextOf(parent.replace(/1$/, '2'))).to.deep.include({ traceFlags: 0 });
    expect(spanContextOf(`01${parent.slice(2)}-more`)).to.deep.include({ traceId });
    const bad = ['', 'x', `${parent}-more`, `${parent}0`, `ff${parent.slice(2)}`, parent.toUpperCase(), ` ${parent}`];
    bad.push(parent.replace(traceId, '0'.repeat(32)), parent.replace('00f067aa0ba902b7', '0'.repeat(16)));
    for (const text of bad) expect(spanContextOf(text), text).to.equal(undefined);
  });
});
