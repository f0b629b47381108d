// What the worker did, as Prometheus counts it. Labels are from closed sets: no organization, connection or address.
import { Counter, Histogram, type Registry } from 'prom-client';
import { laneOf, operationTypes, workLanes } from '#core';
import type { WorkerObserver } from './observer.ts';

const claimBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const runBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800];
const lagBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 3600];

/** An attempt that could keep nothing: its lease was lost, or the database did not take it. */
const lost = 'lost';

interface Instruments {
  readonly claims: Counter<'outcome'>;
  readonly claimed: Counter<'type'>;
  readonly claimSeconds: Histogram;
  readonly lagSeconds: Histogram<'lane'>;
  readonly ended: Counter<'type' | 'outcome'>;
  readonly runSeconds: Histogram<'type'>;
  readonly renewed: Counter<'outcome'>;
  readonly renewalsFailed: Counter;
  readonly sweeps: Counter;
  readonly swept: Counter;
}

/** Counts into `registry`. `now` is the service's clock, by which operations fall due. */
export function metricsObserver(registry: Registry, now: () => Date): WorkerObserver {
  const made = instruments(registry);
  for (const type of operationTypes) made.claimed.inc({ type }, 0);
  for (const lane of workLanes) made.lagSeconds.zero({ lane });
  for (const outcome of ['some', 'empty', 'failed']) made.claims.inc({ outcome }, 0);
  for (const outcome of ['kept', lost]) made.renewed.inc({ outcome }, 0);
  return {
    claimed: (operations, tookMs) => {
      made.claims.inc({ outcome: operations.length > 0 ? 'some' : 'empty' });
      made.claimSeconds.observe(tookMs / 1000);
      const nowMs = now().getTime();
      for (const { operation, dueAt } of operations) {
        made.claimed.inc({ type: operation.type });
        const lagMs = Math.max(0, nowMs - (dueAt?.getTime() ?? nowMs));
        made.lagSeconds.observe({ lane: laneOf(operation.type) }, lagMs / 1000);
      }
    },
    claimFailed: () => made.claims.inc({ outcome: 'failed' }),
    ended: ({ operation: { type } }, state, tookMs) => {
      made.ended.inc({ type, outcome: state ?? lost });
      made.runSeconds.observe({ type }, tookMs / 1000);
    },
    renewed: (kept, gone) => {
      made.renewed.inc({ outcome: 'kept' }, kept);
      made.renewed.inc({ outcome: lost }, gone);
    },
    renewalFailed: () => made.renewalsFailed.inc(),
    swept: (operations) => {
      made.sweeps.inc();
      made.swept.inc(operations);
    },
  };
}

function instruments(registry: Registry): Instruments {
  const registers = [registry];
  const counter = <T extends string>(name: string, help: string, labelNames: T[] = []): Counter<T> =>
    new Counter({ name: `ledgerport_${name}`, help, labelNames, registers });
  const histogram = <T extends string>(name: string, help: string, buckets: number[], labelNames: T[] = []) =>
    new Histogram<T>({ name: `ledgerport_${name}`, help, buckets, labelNames, registers });
  return {
    claims: counter('worker_claims_total', 'Claims, by whether they brought something', ['outcome']),
    claimed: counter('worker_claimed_total', 'Operations claimed', ['type']),
    claimSeconds: histogram('worker_claim_seconds', 'How long claims took', claimBuckets),
    lagSeconds: histogram('worker_start_lag_seconds', 'From due to start', lagBuckets, ['lane']),
    ended: counter('worker_ended_total', 'Attempts ended, by the state they left; lost: nothing kept', [
      'type',
      'outcome',
    ]),
    runSeconds: histogram('worker_run_seconds', 'How long attempts ran', runBuckets, ['type']),
    renewed: counter('worker_lease_renewals_total', 'Leases asked to be renewed', ['outcome']),
    renewalsFailed: counter('worker_renewals_failed_total', 'Renewals that the database did not take'),
    sweeps: counter('worker_sweeps_total', 'Sweeps for lost leases'),
    swept: counter('worker_swept_total', 'Operations of lost workers that were put back'),
  };
}
