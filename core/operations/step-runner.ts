// Durable steps: what succeeded in an earlier attempt is not run again, and nothing is kept without a live lease.
import { ServiceError } from '../domain/errors.ts';
import type { Json } from '../domain/json.ts';
import { type LeasedOperation, leaseSeconds, type OperationStep } from '../domain/operation.ts';
import type { StopReason } from '../domain/stop-reason.ts';
import { stopReasons } from '../domain/stop-reason.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { Stores } from '../ports/storage.ts';
import { operationErrorOf } from './classify-failure.ts';
import { Interruption } from './interruption.ts';

export interface StepDone<T extends Json> {
  /** Kept, and given again instead of running the step. */
  readonly result: T;
  /** Kept in one transaction with the result. */
  readonly also?: (stores: Stores) => Promise<void>;
}

export interface Steps {
  /**
   * The result of `work`, run at most once to its end in the life of the operation. `work` may use the network; no
   * transaction is open. Names are unique within an operation.
   */
  step<T extends Json>(name: string, work: () => Promise<StepDone<T>>): Promise<T>;
  /** Throws when the attempt must stop here. Steps check by themselves; long work without steps calls it. */
  checkpoint(): void;
}

export interface StepRunner extends Steps {
  /** The step that ended the attempt by throwing, to be kept with the attempt's failure. */
  failed(): OperationStep | null;
}

type Ports = Pick<CorePorts, 'storage' | 'clock'>;

export function createStepRunner({ storage, clock }: Ports, leased: LeasedOperation, signal: AbortSignal): StepRunner {
  const { operation, lease } = leased;
  const kept = new Map(operation.steps.filter((s) => s.state === 'succeeded').map((s) => [s.name, s.result]));
  let failure: OperationStep | null = null;
  let cancelRequested = operation.cancelRequestedAt !== null;

  const checkpoint = (): void => {
    if (cancelRequested) throw new Interruption('cancel_requested');
    if (signal.aborted) throw new Interruption(stopReasonOf(signal));
  };
  /** One transaction; tells on the way whether somebody asked to cancel, which is cheaper than asking apart. */
  const keep = async (step: OperationStep, also: StepDone<Json>['also']): Promise<void> => {
    const leaseUntil = new Date(clock.now().getTime() + leaseSeconds * 1000);
    const held = await storage.transaction(async (stores) => {
      if (!(await stores.operations.saveStep(lease, step))) throw new Interruption('lease_lost');
      await also?.(stores);
      return stores.operations.renew([lease], leaseUntil);
    });
    cancelRequested = held.some((h) => h.cancelRequested);
  };

  return {
    checkpoint,
    failed: () => failure,
    step: async <T extends Json>(name: string, work: () => Promise<StepDone<T>>): Promise<T> => {
      if (kept.has(name)) return kept.get(name) as T;
      checkpoint();
      const startedAt = clock.now();
      try {
        const { result, also } = await work();
        await keep({ name, state: 'succeeded', result, error: null, startedAt, finishedAt: clock.now() }, also);
        kept.set(name, result);
        return result;
      } catch (thrown) {
        failure = failedStep(name, thrown, startedAt, clock.now());
        throw thrown;
      }
    },
  };
}

/** Waiting for budget and being stopped are no failures of the step. */
function failedStep(name: string, thrown: unknown, startedAt: Date, finishedAt: Date): OperationStep | null {
  if (thrown instanceof Interruption) return null;
  if (thrown instanceof ServiceError && thrown.code === 'RATE_LIMITED') return null;
  return { name, state: 'failed', result: null, error: operationErrorOf(thrown), startedAt, finishedAt };
}

/** A signal that does not say why counts as a shutdown: the work is handed back, nothing is lost. */
function stopReasonOf({ reason }: AbortSignal): StopReason {
  return stopReasons.find((known) => known === reason) ?? 'shutdown';
}
