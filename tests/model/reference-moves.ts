// The moves of a reference operation, written from the rules (docs/operations.md) and from no line of the engine.
import {
  type Holding,
  holds,
  isOver,
  type Model,
  type ModelOperation,
  type ModelStep,
  queue,
  type State,
  toldKind,
} from './reference.ts';

const second = 1000;
const lapsesMost = 5;
const workDelays = [5, 20, 60, 300, 900, 3600, 7200, 14_400, 28_800];
const deliveryDelays = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
const jitterMost = 1.2;

export type Outcome =
  | { readonly as: 'succeeded'; readonly result: unknown }
  | { readonly as: 'retry'; readonly error: string; readonly afterSeconds?: number }
  | { readonly as: 'failed'; readonly error: string }
  | { readonly as: 'postponed'; readonly error: string; readonly seconds: number }
  | { readonly as: 'held'; readonly seconds: number }
  | { readonly as: 'cancelled' };

/** The state that the attempt leaves the operation in; undefined when its lease is not the newest. */
export function settle(model: Model, holding: Holding, wanted: Outcome, failed?: ModelStep): State | undefined {
  if (!holds(holding)) return undefined;
  const { operation } = holding;
  if (failed) operation.steps.set(failed.name, failed);
  const comesBack = wanted.as === 'retry' || wanted.as === 'postponed' || wanted.as === 'held';
  const outcome: Outcome = comesBack && operation.cancelRequestedAt !== null ? { as: 'cancelled' } : wanted;
  operation.leaseUntil = null;
  operation.lapses = 0;
  if (outcome.as !== 'postponed' && outcome.as !== 'held') operation.attemptCount += 1;
  switch (outcome.as) {
    case 'succeeded':
      operation.result = outcome.result;
      operation.error = null;
      return end(model, operation, 'succeeded', 'succeeded', null);
    case 'cancelled':
      return end(model, operation, 'cancelled', 'cancelled', null);
    case 'failed':
      operation.error = outcome.error;
      return end(model, operation, 'failed', 'failed', outcome.error);
    case 'held':
      return waits(model, operation, [outcome.seconds, outcome.seconds]);
    case 'postponed':
      later(model, operation, 'postponed', outcome.error, [outcome.seconds, outcome.seconds * jitterMost]);
      // No attempt failed: it only waits for the provider's budget.
      if (outcome.error.startsWith('RATE_LIMITED')) operation.state = 'queued';
      return operation.state;
    case 'retry': {
      operation.error = outcome.error;
      if (operation.attemptCount >= operation.maxAttempts) {
        return end(model, operation, 'dead_letter', 'dead_letter', outcome.error);
      }
      const delays = operation.kind === 'webhook.deliver' ? deliveryDelays : workDelays;
      const delay = delays[operation.attemptCount - 1] ?? 0;
      const least = outcome.afterSeconds ?? 0;
      const range = [Math.max(delay, least), Math.max(delay * jitterMost, least)] as const;
      return later(model, operation, 'retrying', outcome.error, range);
    }
  }
}

/** Back to the queue at once, whatever it was asked; false when the lease is not the newest. */
export function handBack(model: Model, holding: Holding): boolean {
  if (!holds(holding)) return false;
  const { operation } = holding;
  Object.assign(operation, { lapses: 0, leaseUntil: null });
  later(model, operation, 'postponed', 'INTERNAL/worker_stopped', [0, 0]);
  return true;
}

/** All whose lease is over by now; returns how many there were. */
export function sweep(model: Model): number {
  const lost = [...model.operations.values()].filter(
    ({ state, leaseUntil }) => state === 'running' && leaseUntil !== null && leaseUntil < model.now,
  );
  for (const operation of lost) {
    operation.lapses += 1;
    operation.leaseUntil = null;
    if (operation.lapses < lapsesMost) later(model, operation, 'lost', null, [0, 0]);
    else {
      operation.error = 'INTERNAL/worker_lost';
      end(model, operation, 'dead_letter', 'dead_letter', operation.error);
    }
  }
  return lost.length;
}

/** What a disconnect promised to remove goes. */
const purge = 'retention.purge' as const;
type CancelAnswer = 'done' | 'operation_terminal' | 'operation_not_cancellable';

export function cancel(model: Model, operation: ModelOperation): CancelAnswer {
  if (operation.kind === purge) return 'operation_not_cancellable';
  if (isOver(operation)) return 'operation_terminal';
  operation.cancelRequestedAt = model.now;
  if (operation.state !== 'running') close(model, operation, 'cancelled');
  return 'done';
}

export function replay(model: Model, operation: ModelOperation): 'done' | 'operation_not_replayable' {
  const { state, attemptCount } = operation;
  // The caller is a key: only members may replay retention's.
  if (operation.kind === purge) return 'operation_not_replayable';
  if (state !== 'failed' && state !== 'dead_letter') return 'operation_not_replayable';
  operation.replays.push({ at: model.now, previousState: state, previousAttemptCount: attemptCount });
  Object.assign(operation, { state: 'queued', attemptCount: 0, lapses: 0, result: null, error: null });
  Object.assign(operation, { cancelRequestedAt: null, finishedAt: null, wasDue: true });
  operation.run += 1;
  operation.due = { from: model.now, to: model.now };
  return 'done';
}

function end(model: Model, operation: ModelOperation, state: State, outcome: string, error: string | null): State {
  attempted(model, operation, outcome, error);
  if (operation.kind === toldKind && state !== 'succeeded') operation.result = { stands: standing(operation) };
  if (operation.kind === toldKind && state !== 'cancelled') tell(model, operation);
  close(model, operation, state);
  return state;
}

function standing({ steps }: ModelOperation): readonly string[] {
  return [...steps.values()].filter(({ state }) => state === 'succeeded').map(({ name }) => name);
}

function tell(model: Model, { id, run, organizationId, environment }: ModelOperation): void {
  const told = { kind: purge, organizationId, environment, groupKey: null, maxAttempts: 10 };
  queue(model, { ...told, id: model.toldId(id, run) });
}

function close(model: Model, operation: ModelOperation, state: State): void {
  Object.assign(operation, { state, due: null, leaseUntil: null, finishedAt: model.now });
}

function later(
  model: Model,
  operation: ModelOperation,
  outcome: string,
  error: string | null,
  range: readonly [number, number],
): State {
  attempted(model, operation, outcome, error);
  return waits(model, operation, range);
}

function waits(model: Model, operation: ModelOperation, [from, to]: readonly [number, number]): State {
  operation.state = 'retrying';
  operation.due = { from: model.now + from * second, to: model.now + Math.ceil(to * second) };
  operation.wasDue = operation.due.to <= model.now;
  return 'retrying';
}

function attempted(model: Model, operation: ModelOperation, outcome: string, error: string | null): void {
  const { run, attempts, claimedAt: startedAt } = operation;
  const number = attempts.filter((earlier) => earlier.run === run).length + 1;
  attempts.push({ run, number, outcome, error, startedAt, finishedAt: model.now });
}
