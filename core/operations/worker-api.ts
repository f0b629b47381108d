// What a worker host calls: claim, run, renew, sweep.
import type { OperationId } from '../domain/ids.ts';
import { type Lease, type LeasedOperation, leaseSeconds } from '../domain/operation.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import { keepTokensAlive } from './keep-tokens-alive.ts';
import { operationKinds } from './operation-kinds.ts';
import { runOperation } from './run-operation.ts';
import { sweepLeases } from './sweep-leases.ts';

export interface WorkerApi {
  /** Leases up to `limit` due operations; every one of them must be run or it waits for its lease to end. */
  claim(limit: number): Promise<readonly LeasedOperation[]>;
  /**
   * Runs one to the end of an attempt and keeps how it went. Never rejects. After `signal` it stops at the next step
   * boundary; the signal's reason is a StopReason.
   */
  run(leased: LeasedOperation, signal: AbortSignal): Promise<void>;
  /** Prolongs leases by 30 s from now; those not returned are lost. */
  renew(leases: readonly Lease[]): Promise<readonly { operationId: OperationId; cancelRequested: boolean }[]>;
  /** Puts the operations of lost workers back; returns how many. */
  sweep(): Promise<number>;
  nextDueAt(): Promise<Date | undefined>;
  /** Renews tokens that nobody has used for a day; returns how many connections were looked at. */
  keepTokensAlive(): Promise<number>;
}

export function createWorkerApi(ports: CorePorts): WorkerApi {
  const { clock, storage } = ports;
  const leaseUntil = () => new Date(clock.now().getTime() + leaseSeconds * 1000);
  return {
    claim: (limit) => storage.operations.claimDue({ now: clock.now(), leaseUntil: leaseUntil(), limit }),
    run: runOperation(ports, operationKinds(ports)),
    renew: (leases) => storage.operations.renew(leases, leaseUntil()),
    sweep: sweepLeases(ports),
    nextDueAt: () => storage.operations.nextDueAt(),
    keepTokensAlive: keepTokensAlive(ports),
  };
}
