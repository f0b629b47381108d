import { expect } from 'chai';
import type { CorePorts } from '#core';
import { addProcessMetrics, countedPorts, createHostMetrics } from './host-metrics.ts';

const text = async (metrics: ReturnType<typeof createHostMetrics>) => (await metrics.answer()).text();

describe('the metrics of every host', () => {
  it('count requests that run and requests that ended', async () => {
    const metrics = createHostMetrics();
    metrics.requestBegan();
    metrics.requestBegan();
    metrics.requestEnded('GET', '/v1/connections/:connection_id', 404, 30);
    const told = await text(metrics);
    const labels = 'method="GET",route="/v1/connections/:connection_id"';
    expect(told).to.contain('ledgerport_http_requests_in_flight 1\n');
    expect(told).to.contain(`ledgerport_http_requests_total{${labels},status="404"} 1\n`);
    expect(told).to.contain(`ledgerport_http_request_seconds_bucket{le="0.025",${labels}} 0\n`);
    expect(told).to.contain(`ledgerport_http_request_seconds_bucket{le="0.05",${labels}} 1\n`);
  });

  it('count calls, what the budget refuses, and events, and let all of them through', async () => {
    const metrics = createHostMetrics();
    const recorded: unknown[] = [];
    const journal = { record: (call: unknown) => void recorded.push(call) };
    const ports = countedPorts({ journal } as unknown as CorePorts, metrics);
    const call = { status: null, durationMs: 300 } as Parameters<CorePorts['journal']['record']>[0];
    ports.journal.record(call);
    ports.journal.record({ ...call, status: 429 });
    expect(recorded).to.deep.equal([call, { ...call, status: 429 }]);
    ports.budgetAsked?.('requests', 4_000);
    ports.budgetAsked?.('requests', 20_000, 'connection_minute');
    ports.budgetAsked?.('syncs', 0, 'connection_minute');
    ports.budgetAsked?.('syncs', 0);
    ports.announced?.('invoice.paid');
    const told = await text(metrics);
    expect(told).to.contain('ledgerport_provider_call_seconds_count{status="none"} 1\n');
    expect(told).to.contain('ledgerport_provider_call_seconds_count{status="429"} 1\n');
    for (const cause of ['requests', 'syncs']) {
      expect(told).to.contain(`ledgerport_provider_budget_calls_total{cause="${cause}"} 1\n`);
      expect(told).to.contain(
        `ledgerport_provider_budget_refusals_total{cause="${cause}",reason="connection_minute"} 1\n`,
      );
    }
    expect(told).to.contain('ledgerport_provider_budget_wait_seconds_count{cause="requests"} 2\n');
    expect(told).to.contain('ledgerport_provider_budget_wait_seconds_sum{cause="requests"} 24\n');
    expect(told).not.to.contain('ledgerport_provider_budget_wait_seconds_count{cause="syncs"}');
    expect(told).to.contain('ledgerport_events_total{type="invoice.paid"} 1\n');
  });

  it('tell of the process, its build and its database', async () => {
    const metrics = createHostMetrics();
    addProcessMetrics(metrics, () => ({ used: 3, free: 1, waiting: 5 }));
    const told = await text(metrics);
    metrics.registry.clear();
    expect(told).to.contain('ledgerport_database_connections{state="used"} 3\n');
    expect(told).to.contain('ledgerport_database_connections{state="free"} 1\n');
    expect(told).to.contain('ledgerport_database_waiting 5\n');
    expect(told).to.match(/ledgerport_build_info\{version="[\d.]+"\} 1\n/);
    expect(told).to.contain('nodejs_eventloop_lag_p99_seconds ');
  });
});
