// Tracing that tests can inspect.
import { AsyncLocalStorage } from 'node:async_hooks';
import { createCore } from '../../create-core.ts';
import type { SpanStart, Tracing } from '../../ports/tracing.ts';
import { type Engine, openEngine, withActs } from './engine.ts';

interface Told {
  name: string;
  readonly start: SpanStart;
  readonly within: string | undefined;
  readonly set: Record<string, unknown>;
  readonly links: string[];
  failed?: string;
}

const named = (context: string) => context.replaceAll('·', ' ');

/** Remembers spans. A trace context is the name of its span without spaces, because spaces separate contexts. */
export function rememberedTracing() {
  const spans: Told[] = [];
  const current = new AsyncLocalStorage<Told>();
  const tracing: Tracing = {
    span: (name, start, work) => {
      const told: Told = {
        name,
        start,
        within: named(start.parent ?? '') || current.getStore()?.name,
        set: {},
        links: [],
      };
      spans.push(told);
      const span = {
        rename: (other: string) => {
          told.name = other;
        },
        set: (more: object) => void Object.assign(told.set, more),
        fail: (type: string) => {
          told.failed = type;
        },
      };
      return current.run(told, () => work(span));
    },
    link: (traceparents) => {
      const given = (traceparents ?? '').split(' ').filter((one) => one !== '');
      current.getStore()?.links.push(...given.map(named));
    },
    traceparent: () => current.getStore()?.name.replaceAll(' ', '·') ?? null,
  };
  return { spans, tracing, named: (name: string) => spans.filter((span) => span.name === name) };
}

export type RememberedTracing = ReturnType<typeof rememberedTracing>;

/** An engine whose core and worker are traced, with their spans. */
export async function openTracedEngine(): Promise<{ engine: Engine; told: RememberedTracing }> {
  const plain = await openEngine();
  const told = rememberedTracing();
  const ports = { ...plain.ports, tracing: told.tracing };
  return { engine: withActs({ ...plain, ports, core: createCore(ports) }), told };
}
