// Prometheus metrics of every host. Label values are bounded: no organization, connection or address.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { CorePorts } from '#core';
import type { PoolUse } from './open-database.ts';
import { version } from './version.ts';

/** One value, or one per label; undefined keeps the last value. */
type Reading = number | Readonly<Record<string, number>> | undefined;

const secondsBuckets = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export type HostMetrics = ReturnType<typeof createHostMetrics>;

export function createHostMetrics() {
  const registry = new Registry();
  const { counter, histogram, gauge } = metersIn(registry);
  let inFlight = 0;
  gauge('http_requests_in_flight', 'Requests that are worked on or answered', () => inFlight);
  const requests = counter('http_requests_total', 'Requests answered or broken off', 'method', 'route', 'status');
  const seconds = histogram('http_request_seconds', 'How long requests took', secondsBuckets, 'method', 'route');
  const calls = counter('mcp_calls_total', 'Calls of tools by agents', 'tool', 'outcome');
  const refusals = counter('mcp_refusals_total', 'Calls of tools that were refused, or failed', 'reason');
  return {
    registry,
    answer: async () => new Response(await registry.metrics(), { headers: { 'Content-Type': registry.contentType } }),
    /** Called when a request begins. */
    requestBegan: (): void => void inFlight++,
    /** Called when a request ends. `route` is the pattern, never the path. */
    requestEnded: (method: string, route: string, status: number, tookMs: number): void => {
      inFlight--;
      requests.inc({ method, route, status });
      seconds.observe({ method, route }, tookMs / 1000);
    },
    /** Called when a tool has answered. All three are words of the service. */
    toolCalled: (tool: string, outcome: string, reason?: string): void => {
      calls.inc({ tool, outcome });
      if (reason !== undefined) refusals.inc({ reason });
    },
  };
}

export function countedPorts(ports: CorePorts, { registry }: HostMetrics): CorePorts {
  const { counter, histogram } = metersIn(registry);
  const { journal } = ports;
  const calls = histogram('provider_call_seconds', 'How long calls to the provider took', secondsBuckets, 'status');
  const granted = counter('provider_budget_calls_total', 'Calls that the budget granted', 'cause');
  const refusals = counter('provider_budget_refusals_total', 'Calls that it refused', 'cause', 'reason');
  const waits = histogram('provider_budget_wait_seconds', 'How long calls waited for it', secondsBuckets, 'cause');
  const events = counter('events_total', 'Events announced', 'type');
  return {
    ...ports,
    announced: (type) => events.inc({ type }),
    budgetAsked: (cause, waitedMs, reason) => {
      if (waitedMs > 0) waits.observe({ cause }, waitedMs / 1000);
      if (reason === undefined) granted.inc({ cause });
      else refusals.inc({ cause, reason });
    },
    journal: {
      ...journal,
      record: (call) => {
        calls.observe({ status: call.status ?? 'none' }, call.durationMs / 1000);
        journal.record(call);
      },
    },
  };
}

/** Measures the process, its build and its database connections. */
export function addProcessMetrics({ registry }: HostMetrics, pool: () => PoolUse): void {
  collectDefaultMetrics({ register: registry });
  const { gauge } = metersIn(registry);
  gauge('build_info', 'Always 1', () => ({ [version]: 1 }), 'version');
  gauge('database_connections', 'Of this process', () => ({ used: pool().used, free: pool().free }), 'state');
  gauge('database_waiting', 'Queries that wait for a connection', () => pool().waiting);
}

export function addDatabaseState({ registry }: HostMetrics, hasGoneBack: () => boolean): void {
  const help = '1 while the database has lost commits and nobody has accepted that';
  metersIn(registry).gauge('database_went_back', help, () => Number(hasGoneBack()));
}

/** Prefixes names with `ledgerport_`; gauges are read at each scrape. */
export function metersIn(registry: Registry) {
  const named = (name: string, help: string) => ({ name: `ledgerport_${name}`, help, registers: [registry] });
  return {
    counter: <T extends string>(name: string, help: string, ...labelNames: T[]): Counter<T> =>
      new Counter({ ...named(name, help), labelNames }),
    histogram: <T extends string>(name: string, help: string, buckets: number[], ...labelNames: T[]): Histogram<T> =>
      new Histogram({ ...named(name, help), buckets, labelNames }),
    gauge: (name: string, help: string, read: () => Reading | Promise<Reading>, label?: string): void => {
      const collect = async function (this: Gauge<string>): Promise<void> {
        const found = await read();
        if (typeof found === 'number') return this.set(found);
        if (label === undefined || found === undefined) return;
        this.reset();
        for (const [value, count] of Object.entries(found)) this.set({ [label]: value }, count);
      };
      new Gauge({ ...named(name, help), labelNames: label === undefined ? [] : [label], collect });
    },
  };
}
