// Counts what the worker does, for Prometheus. Label values are bounded: no organization, connection or address.
import type { Registry } from 'prom-client';
import { laneOf, operationTypes, workLanes } from '#core';
import { metersIn } from '../composition/host-metrics.ts';
import type { WorkerObserver } from './worker-options.ts';

const claimBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const runBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800];
const lagBuckets = [...runBuckets, 3600];

/** An attempt that could store nothing, because its lease was lost or the database refused. */
const lost = 'lost';

/** Counts into `registry`. `now` is the service's clock, which decides when operations are due. */
export function metricsObserver(registry: Registry, now: () => Date): WorkerObserver {
  const { counter, histogram } = metersIn(registry);
  const claims = counter('worker_claims_total', 'Claims, by whether they brought something', 'outcome');
  const claimed = counter('worker_claimed_total', 'Operations claimed', 'type');
  const claimSeconds = histogram('worker_claim_seconds', 'How long claims took', claimBuckets);
  const lagSeconds = histogram('worker_start_lag_seconds', 'From due to start', lagBuckets, 'lane');
  const ended = counter(
    'worker_ended_total',
    'Attempts ended, by the state they left; lost: nothing stored',
    'type',
    'outcome',
  );
  const runSeconds = histogram('worker_run_seconds', 'How long attempts ran', runBuckets, 'type');
  const renewals = counter('worker_lease_renewals_total', 'Leases asked to be renewed', 'outcome');
  const sweeps = counter('worker_sweeps_total', 'Sweeps for lost leases');
  const swept = counter('worker_swept_total', 'Operations of lost workers that were put back');
  for (const type of operationTypes) claimed.inc({ type }, 0);
  for (const lane of workLanes) lagSeconds.zero({ lane });
  for (const outcome of ['some', 'empty', 'failed']) claims.inc({ outcome }, 0);
  for (const outcome of ['kept', lost]) renewals.inc({ outcome }, 0);
  return {
    claimed: (operations, tookMs) => {
      claims.inc({ outcome: operations.length > 0 ? 'some' : 'empty' });
      claimSeconds.observe(tookMs / 1000);
      const nowMs = now().getTime();
      for (const { operation, dueAt } of operations) {
        claimed.inc({ type: operation.type });
        const lagMs = Math.max(0, nowMs - (dueAt?.getTime() ?? nowMs));
        lagSeconds.observe({ lane: laneOf(operation.type) }, lagMs / 1000);
      }
    },
    claimFailed: () => claims.inc({ outcome: 'failed' }),
    ended: ({ operation: { type } }, state, tookMs) => {
      ended.inc({ type, outcome: state ?? lost });
      runSeconds.observe({ type }, tookMs / 1000);
    },
    renewed: (kept, gone) => {
      renewals.inc({ outcome: 'kept' }, kept);
      renewals.inc({ outcome: lost }, gone);
    },
    swept: (operations) => {
      sweeps.inc();
      swept.inc(operations);
    },
  };
}
