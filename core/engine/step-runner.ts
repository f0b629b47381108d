// Durable steps: a step that succeeded in an earlier attempt does not run again, and nothing is stored without a live
// lease.
import type { Json } from '../domain/json.ts';
import { type LeasedOperation, leaseSeconds, type OperationStep, stopReasons } from '../domain/operation.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { StepSaved } from '../ports/operation-stores.ts';
import type { Stores } from '../ports/storage.ts';
import type { Commits } from './batch.ts';
import { Interruption, isWaiting, operationErrorOf } from './classify-failure.ts';

export interface StepDone<T extends Json> {
  /** Stored, and returned by later attempts instead of running the step. */
  readonly result: T;
  /** Runs in the transaction that stores the result; a result that it returns is stored instead. */
  readonly also?: (stores: Stores) => Promise<T | undefined> | Promise<void>;
}

export interface Steps {
  /**
   * Returns the result of `work`, which succeeds at most once in the life of the operation. `work` may use the network; no
   * transaction is open. Names are unique within an operation.
   */
  step<T extends Json>(name: string, work: () => Promise<StepDone<T>>): Promise<T>;
  /**
   * As `step`, but `work` runs at every call: it gets the result last stored under the name (null at first), and its own
   * result replaces that. For long work whose progress is one checkpoint; a failure leaves the checkpoint as it is.
   */
  advance<T extends Json>(name: string, work: (before: T | null) => Promise<StepDone<T>>): Promise<T>;
  /** Throws when the attempt must stop here. Steps call it themselves; long work without steps must call it. */
  checkpoint(): void;
}

export interface StepRunner extends Steps {
  /** The steps stored so far, in that order, those of earlier attempts first. */
  saved(): readonly OperationStep[];
  /** The step that ended the attempt by throwing, to be stored with the attempt's failure. */
  failed(): OperationStep | null;
}

type Ports = Pick<CorePorts, 'storage' | 'clock' | 'tracing'> & { readonly commits: Pick<Commits, 'saveStep'> };

export function createStepRunner(
  { storage, clock, tracing, commits }: Ports,
  leased: LeasedOperation,
  signal: AbortSignal,
): StepRunner {
  const { operation, lease } = leased;
  const finished = new Map(operation.steps.map((step) => [step.name, step]));
  let failure: OperationStep | null = null;
  let cancelRequested = operation.cancelRequestedAt !== null;

  const checkpoint = (): void => {
    if (cancelRequested) throw new Interruption('cancel_requested');
    // A signal without a known reason counts as a shutdown: the work is handed back and nothing is lost.
    if (signal.aborted) throw new Interruption(stopReasons.find((known) => known === signal.reason) ?? 'shutdown');
  };
  const save = async (
    drafted: OperationStep,
    also: Counting | undefined,
  ): Promise<StepSaved & { readonly step: OperationStep }> => {
    const entry = { lease, step: drafted, leaseUntil: new Date(clock.now().getTime() + leaseSeconds * 1000) };
    if (!also) return { ...(await commits.saveStep(entry)), step: drafted };
    return storage.transaction(async (stores) => {
      const [saved] = await stores.operations.saveSteps([entry]);
      if (!saved?.kept) throw new Interruption('lease_lost');
      const result = await also(stores);
      if (result === undefined) return { ...saved, step: drafted };
      const step = { ...drafted, result };
      await stores.operations.saveSteps([{ ...entry, step }]);
      return { ...saved, step };
    });
  };
  /** The stored answer also tells whether somebody asked to cancel, which saves a query. */
  const store = async (drafted: OperationStep, also: Counting | undefined): Promise<Json> => {
    const { kept, step, ...saved } = await save(drafted, also);
    if (!kept) throw new Interruption('lease_lost');
    finished.set(step.name, step);
    if (failure?.name === step.name) failure = null;
    cancelRequested = saved.cancelRequested;
    return step.result;
  };

  /** A failed commit is no failure of the step: the database may have committed. */
  const failing = async <R>(begun: Begun, part: () => Promise<R>): Promise<R> => {
    try {
      return await part();
    } catch (thrown) {
      failure = failedStep(begun, thrown, clock.now());
      throw thrown;
    }
  };
  const run = async <T extends Json>(begun: Begun, work: () => Promise<StepDone<T>>): Promise<T> => {
    checkpoint();
    const { name, startedAt } = begun;
    const start = { attributes: { 'ledgerport.step': name } };
    const { result, also } = await failing(begun, () => (tracing ? tracing.span('step', start, work) : work()));
    const step: OperationStep = { name, state: 'succeeded', result, error: null, startedAt, finishedAt: clock.now() };
    const counting: Counting | undefined =
      also && (async (stores) => (await failing(begun, async () => also(stores))) as T | undefined);
    return (await store(step, counting)) as T;
  };

  return {
    checkpoint,
    failed: () => failure,
    saved: () => [...finished.values()],
    step: async <T extends Json>(name: string, work: () => Promise<StepDone<T>>): Promise<T> => {
      const earlier = finished.get(name);
      if (earlier?.state === 'succeeded') return earlier.result as T;
      return run({ name, startedAt: clock.now(), result: null }, work);
    },
    advance: <T extends Json>(name: string, work: (before: T | null) => Promise<StepDone<T>>): Promise<T> => {
      const { startedAt, result } = finished.get(name) ?? { startedAt: clock.now(), result: null };
      return run({ name, startedAt, result }, () => work(result as T | null));
    },
  };
}

type Counting = (stores: Stores) => Promise<Json | undefined>;

/** A step before its work is done; `result` is what stays stored if the work fails. */
type Begun = Pick<OperationStep, 'name' | 'startedAt' | 'result'>;

/** A step that waits or is stopped has not failed. */
function failedStep(begun: Begun, thrown: unknown, finishedAt: Date): OperationStep | null {
  if (thrown instanceof Interruption || isWaiting(thrown)) return null;
  return { ...begun, state: 'failed', error: operationErrorOf(thrown), finishedAt };
}
