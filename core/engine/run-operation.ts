// Makes one attempt at a leased operation and settles it.
import { secondsAfter } from '../domain/backoff.ts';
import { ServiceError } from '../domain/errors.ts';
import {
  hasFailed,
  type Lease,
  type LeasedOperation,
  type Operation,
  type OperationState,
  type OperationStep,
} from '../domain/operation.ts';
import type { AttemptOutcome } from '../domain/operation-moves.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { Stores } from '../ports/storage.ts';
import { type Commits, createCommits, type Deciding, type Finding } from './batch.ts';
import { classifyFailure, Interruption } from './classify-failure.ts';
import { leaseFields, settledBy, spreadFor } from './give-back.ts';
import { type Conclusion, type Decision, endingOf, type OperationTable, type Outcome } from './operation-kind.ts';
import { createStepRunner, type StepRunner } from './step-runner.ts';

type Ports = Pick<CorePorts, 'storage' | 'clock' | 'ids' | 'log' | 'wakeUp' | 'tracing'>;

interface Engine extends Ports, Pick<OperationTable, 'endings' | 'givenUp'> {
  readonly commits: Commits;
}

interface Attempted {
  readonly leased: LeasedOperation;
  readonly steps: StepRunner;
  readonly conclusion: Conclusion;
  readonly failed: OperationStep | null;
}

/** Waits before settling again after the database failed; together longer than a reconnect takes. */
const settleAgainAfterMs = [100, 500, 2000] as const;

/**
 * Never rejects: the operation stores how the attempt ended. After a lost lease nothing changes. If the database stores
 * nothing at all, the lease runs out and another worker continues after the last finished step. Returns the operation's new
 * state; undefined if nothing was stored.
 */
export function runOperation(ports: Ports, { kinds, endings, givenUp }: OperationTable) {
  const engine: Engine = { ...ports, endings, givenUp, commits: createCommits(ports.storage, givenUp) };
  return async (leased: LeasedOperation, signal: AbortSignal): Promise<OperationState | undefined> => {
    const steps = createStepRunner(engine, leased, signal);
    const { operation, lease } = leased;
    try {
      steps.checkpoint();
      const run = kinds[operation.type];
      if (!run) return await decline(engine, leased, steps);
      const conclusion = await run({ operation, lease, steps });
      return await concludeSuccess(engine, { leased, steps, conclusion, failed: null });
    } catch (thrown) {
      return await concludeFailure(engine, leased, steps, thrown);
    }
  };
}

/** How long an operation of an unknown type is left to other workers. */
const declinedSeconds = 5;

/**
 * Hands an operation back that this worker does not know, as it was before the claim: the worker's build is older than the
 * one that queued it. Claims leave such operations out, so this happens only where a store does not.
 */
async function decline(engine: Engine, leased: LeasedOperation, steps: StepRunner): Promise<OperationState> {
  engine.log.warn('this worker does not know the type of the operation, and leaves it to others', leaseFields(leased));
  const until = secondsAfter(engine.clock.now(), declinedSeconds);
  return conclude(engine, { leased, steps, conclusion: { kind: 'declined', until }, failed: null });
}

/**
 * If the database is away when a good attempt is stored, the attempt has not failed: its lease runs out, and its steps
 * count. An error of the conclusion itself is a failure.
 */
async function concludeSuccess(engine: Engine, attempted: Attempted): Promise<OperationState | undefined> {
  try {
    return await conclude(engine, attempted);
  } catch (thrown) {
    if (thrown instanceof Interruption || thrown instanceof ServiceError) throw thrown;
    const isAway = () =>
      engine.storage.ping().then(
        () => false,
        () => true,
      );
    if (!certainOf(attempted.conclusion) && !(await isAway())) throw thrown;
    engine.log.error('operation could not be settled; its lease will run out', thrown, leaseFields(attempted.leased));
    return undefined;
  }
}

async function concludeFailure(
  engine: Engine,
  leased: LeasedOperation,
  steps: StepRunner,
  thrown: unknown,
): Promise<OperationState | undefined> {
  const { log, ids, wakeUp } = engine;
  const outcome = classifyFailure(thrown, spreadFor(ids, leased.operation));
  report(engine, leased, thrown, outcome);
  if (!outcome) return undefined;
  try {
    const state = await conclude(engine, { leased, steps, conclusion: outcome, failed: steps.failed() });
    if (outcome.kind === 'postponed' && outcome.retryAfterSeconds === 0) wakeUp.signal();
    return state;
  } catch (second) {
    if (second instanceof Interruption) report(engine, leased, second, undefined);
    else log.error('operation could not be settled; its lease will run out', second, leaseFields(leased));
    return undefined;
  }
}

async function conclude(engine: Engine, attempted: Attempted): Promise<OperationState> {
  const { leased } = attempted;
  for (let tries = 0; ; tries++) {
    try {
      const { state } = await settleOnce(engine, attempted);
      engine.log.info('operation attempt ended', { ...leaseFields(leased), state });
      return state;
    } catch (error) {
      const waitMs = settleAgainAfterMs[tries];
      if (waitMs === undefined || error instanceof Interruption || error instanceof ServiceError) throw error;
      engine.log.warn('operation could not be settled; trying again', { ...leaseFields(leased), error: String(error) });
      await engine.clock.wait(waitMs);
    }
  }
}

/** Settles a certain outcome, unless more follows from it, together with others; any other in a transaction of its own. */
async function settleOnce(engine: Engine, attempted: Attempted): Promise<Operation> {
  const { leased, conclusion, failed } = attempted;
  if (isFinding(conclusion)) {
    const settled: Deciding['settled'] = (outcome, cancelRequested) =>
      settledBy(engine, leased, unlessCancelled(outcome, cancelRequested));
    const next = await engine.commits.decide({ lease: leased.lease, finding: conclusion, settled });
    if (!next) throw new Interruption('lease_lost');
    return next;
  }
  const certain = failed ? undefined : certainOf(conclusion);
  if (!certain || engine.endings[leased.operation.type]) {
    return engine.storage.transaction((stores) => settleIn(stores, engine, attempted, conclusion));
  }
  const next = settledBy(engine, leased, certain);
  if (engine.givenUp && hasFailed(next.state)) {
    return engine.storage.transaction((stores) => settleIn(stores, engine, attempted, conclusion));
  }
  const ending = { lease: leased.lease, next, also: certain.also };
  if (!(await engine.commits.settle(ending))) throw new Interruption('lease_lost');
  return next;
}

/** Undefined if the outcome depends on what the transaction finds, be it only a request to cancel. */
function certainOf(conclusion: Conclusion): Outcome | undefined {
  if (typeof conclusion === 'function' || isFinding(conclusion)) return undefined;
  return isUnfinished(conclusion) ? undefined : conclusion;
}

async function settleIn(
  stores: Stores,
  engine: Engine,
  { leased, steps, failed }: Attempted,
  conclusion: Outcome | Decision,
): Promise<Operation> {
  const { lease } = leased;
  if (failed) {
    const [saved] = await stores.operations.saveSteps([{ lease, step: failed, leaseUntil: lease.expiresAt }]);
    if (!saved?.kept) throw new Interruption('lease_lost');
  }
  const outcome = await outcomeIn(stores, lease, conclusion);
  const settled = settledBy(engine, leased, outcome);
  const ending = endingOf(engine.endings, settled);
  const ended = ending ? { ...settled, steps: await stepsIn(stores, settled, steps) } : settled;
  const hasResult = ending && ended.state !== 'succeeded';
  const next = hasResult ? { ...ended, result: await ending.resultOfFailure(stores, ended) } : ended;
  const [isSettled] = await stores.operations.settleAll([{ lease, next }]);
  if (!isSettled) throw new Interruption('lease_lost');
  if (typeof conclusion !== 'function') await conclusion.also?.(stores);
  await ending?.announce(stores, next);
  if (hasFailed(next.state)) await engine.givenUp?.(stores, next);
  return next;
}

/** After a failure the database is asked, because a step may be stored although its commit was reported as failed. */
async function stepsIn(
  { operations }: Stores,
  settled: Operation,
  steps: StepRunner,
): Promise<readonly OperationStep[]> {
  if (settled.state === 'succeeded') return steps.saved();
  return (await operations.find(settled, settled.id))?.steps ?? [];
}

/** Locks the operation's row before anything else, in the same order as cancelling does. */
async function outcomeIn(stores: Stores, lease: Lease, conclusion: Outcome | Decision): Promise<AttemptOutcome> {
  const [held] = await stores.operations.renew([lease], lease.expiresAt);
  if (!held) throw new Interruption('lease_lost');
  const outcome = typeof conclusion === 'function' ? await conclusion(stores) : conclusion;
  return unlessCancelled(outcome, held.cancelRequested);
}

/** An operation that was asked to stop while it ran must not come back. */
function unlessCancelled(outcome: AttemptOutcome, cancelRequested: boolean): AttemptOutcome {
  return cancelRequested && isUnfinished(outcome) ? { kind: 'cancelled' } : outcome;
}

function isFinding(conclusion: Conclusion): conclusion is Finding {
  return 'decideAll' in conclusion;
}

function isUnfinished({ kind }: AttemptOutcome): boolean {
  return kind === 'retry' || kind === 'postponed' || kind === 'held';
}

function report({ log }: Ports, leased: LeasedOperation, thrown: unknown, outcome: AttemptOutcome | undefined): void {
  const fields = { ...leaseFields(leased), outcome: outcome?.kind ?? 'lease_lost' };
  if (thrown instanceof Interruption) log.info('operation attempt was stopped', fields);
  else if (outcome?.kind === 'postponed') log.info('operation waits for the provider’s budget or for a record', fields);
  else if (thrown instanceof ServiceError) {
    log.warn('operation attempt failed', { ...fields, code: thrown.code, reason: thrown.details.reason });
  } else log.error('operation attempt failed unexpectedly', thrown, fields);
}
