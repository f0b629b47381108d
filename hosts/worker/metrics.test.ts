import { expect } from 'chai';
import { Registry } from 'prom-client';
import { type LaneDepth, operationTypes, workLanes } from '#core';
import { addGauges } from './gauges.ts';
import { metricsObserver } from './metrics.ts';
import { type HoldReason, holdReasons, type WorkerStatus } from './start-worker.ts';
import { leasedOf } from './testing/world.ts';

const nowMs = Date.UTC(2030, 0, 1);
const now = () => new Date(nowMs);
const noLanes = { automation: 0, notification: 0, delivery: 0, sync: 0, maintenance: 0 };

/** Parses Prometheus text into numbers by `name{label="value"}` and types by name. */
function parsed(text: string) {
  const samples = new Map<string, number>();
  const types = new Map<string, string>();
  for (const line of text.split('\n')) {
    const type = /^# TYPE (\S+) (\S+)$/.exec(line);
    if (type) types.set(type[1] ?? '', type[2] ?? '');
    const sample = /^([a-z_]+(?:\{[^}]*\})?) (\S+)$/.exec(line);
    if (sample) samples.set(sample[1] ?? '', Number(sample[2]));
    else expect(line, 'a line that is neither comment nor sample').to.match(/^(#.*)?$/);
  }
  return { samples, types };
}

describe('the metrics of a worker', () => {
  it('count claims, starts, ends, renewals and sweeps', async () => {
    const registry = new Registry();
    const observer = metricsObserver(registry, now);
    const late = { ...leasedOf('d:1'), dueAt: new Date(nowMs - 400) };
    const punctual = { ...leasedOf('s:1'), dueAt: new Date(nowMs + 5) };
    observer.claimed([late, punctual], 30);
    observer.claimed([], 3);
    observer.claimFailed();
    observer.ended(late, 'retrying', 2000);
    observer.ended(late, 'succeeded', 20);
    observer.ended(punctual, undefined, 20);
    observer.renewed(7, 2);
    observer.swept(3);
    const { samples, types } = parsed(await registry.metrics());
    const expected: Record<string, number> = {
      'ledgerport_worker_claims_total{outcome="some"}': 1,
      'ledgerport_worker_claims_total{outcome="empty"}': 1,
      'ledgerport_worker_claims_total{outcome="failed"}': 1,
      'ledgerport_worker_claimed_total{type="webhook.deliver"}': 1,
      'ledgerport_worker_claimed_total{type="connection.sync"}': 1,
      'ledgerport_worker_claimed_total{type="secrets.reencrypt"}': 0,
      ledgerport_worker_claim_seconds_count: 2,
      'ledgerport_worker_claim_seconds_bucket{le="0.005"}': 1,
      'ledgerport_worker_start_lag_seconds_bucket{le="0.25",lane="delivery"}': 0,
      'ledgerport_worker_start_lag_seconds_bucket{le="0.5",lane="delivery"}': 1,
      'ledgerport_worker_start_lag_seconds_bucket{le="0.005",lane="sync"}': 1,
      'ledgerport_worker_start_lag_seconds_count{lane="automation"}': 0,
      'ledgerport_worker_ended_total{type="webhook.deliver",outcome="retrying"}': 1,
      'ledgerport_worker_ended_total{type="webhook.deliver",outcome="succeeded"}': 1,
      'ledgerport_worker_ended_total{type="connection.sync",outcome="lost"}': 1,
      'ledgerport_worker_run_seconds_bucket{le="0.025",type="webhook.deliver"}': 1,
      'ledgerport_worker_run_seconds_count{type="webhook.deliver"}': 2,
      'ledgerport_worker_lease_renewals_total{outcome="kept"}': 7,
      'ledgerport_worker_lease_renewals_total{outcome="lost"}': 2,
      ledgerport_worker_sweeps_total: 1,
      ledgerport_worker_swept_total: 3,
    };
    for (const [name, value] of Object.entries(expected)) expect(samples.get(name), name).to.equal(value);
    expect(types.get('ledgerport_worker_run_seconds')).to.equal('histogram');
    expect(types.get('ledgerport_worker_ended_total')).to.equal('counter');
  });

  describe('gauges', () => {
    const holds: HoldReason[] = [];
    const status = (): WorkerStatus => ({
      slots: 10,
      running: { ...noLanes, delivery: 4 },
      parked: { ...noLanes, sync: 2 },
      holds,
      stuckLoops: ['claiming'],
    });
    const read = async (depth: () => Promise<readonly LaneDepth[]>, apartMs?: number) => {
      const registry = new Registry();
      const clocks = async () => (apartMs === undefined ? undefined : { host: now(), database: now(), apartMs });
      addGauges(registry, { status, clocks, depth, paused: async () => 3, held: async () => 10_000, now });
      return parsed(await registry.metrics()).samples;
    };

    it('tell how the worker and the queue stand', async () => {
      holds.push('database_down');
      const oldestDueAt = new Date(nowMs - 90_000);
      const samples = await read(async () => [{ lane: 'delivery', due: 10_000, oldestDueAt }], -1500);
      const byLane = (name: string) => workLanes.map((lane) => samples.get(`ledgerport_${name}{lane="${lane}"}`));
      expect(byLane('worker_running')).to.deep.equal([0, 0, 4, 0, 0]);
      expect(byLane('worker_parked')).to.deep.equal([0, 0, 0, 2, 0]);
      expect(byLane('queue_due')).to.deep.equal([0, 0, 10_000, 0, 0]);
      expect(byLane('queue_oldest_due_seconds')).to.deep.equal([0, 0, 90, 0, 0]);
      const held = holdReasons.map((reason) => samples.get(`ledgerport_worker_held{reason="${reason}"}`));
      expect(held).to.deep.equal(holdReasons.map((reason) => Number(reason === 'database_down')));
      expect(held).to.include(1);
      const single = {
        ledgerport_worker_slots: 10,
        ledgerport_worker_stuck_loops: 1,
        ledgerport_worker_clock_apart_seconds: -1.5,
        ledgerport_webhook_endpoints_paused: 3,
        ledgerport_deliveries_held: 10_000,
      };
      for (const [name, value] of Object.entries(single)) expect(samples.get(name), name).to.equal(value);
    });

    it('are told without the queue while the database does not answer', async () => {
      const samples = await read(() => Promise.reject(new Error('down')));
      expect([...samples.keys()].filter((name) => name.startsWith('ledgerport_queue'))).to.deep.equal([]);
      expect(samples.get('ledgerport_worker_slots')).to.equal(10);
    });
  });

  it('are labelled from closed sets only', async () => {
    const registry = new Registry();
    const observer = metricsObserver(registry, now);
    for (const type of operationTypes) {
      const leased = { ...leasedOf('d:1'), operation: { id: 'op_1', organizationId: 'org_1', type } } as never;
      observer.claimed([leased], 1);
      observer.ended(leased, 'succeeded', 1);
    }
    const text = await registry.metrics();
    expect(text).not.to.match(/op_1|org_1/);
    const labels = new Set([...text.matchAll(/[{,]([a-z]+)="/g)].map((match) => match[1]));
    expect([...labels].sort()).to.deep.equal(['lane', 'le', 'outcome', 'type']);
  });

  it('ask for the depth of the queue and what is held once, however many read', async () => {
    const registry = new Registry();
    let asked = 0;
    const count = async () => {
      asked += 1;
      return 0;
    };
    const depth = async () => {
      asked += 1;
      return [];
    };
    const idle = { slots: 1, running: noLanes, parked: noLanes, holds: [], stuckLoops: [] };
    addGauges(registry, { status: () => idle, clocks: async () => undefined, depth, paused: count, held: count, now });
    await Promise.all([registry.metrics(), registry.metrics(), registry.metrics()]);
    expect(asked).to.equal(3);
  });
});
