// Runs one leased operation from claim to settlement.
import { ServiceError } from '../domain/errors.ts';
import type { Lease, LeasedOperation, Operation, OperationStep } from '../domain/operation.ts';
import { type AttemptOutcome, settle } from '../domain/operation-moves.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { LogFields } from '../ports/log.ts';
import type { Stores } from '../ports/storage.ts';
import { classifyFailure } from './classify-failure.ts';
import { Interruption } from './interruption.ts';
import type { Conclusion, OperationKinds } from './operation-kind.ts';
import { createStepRunner } from './step-runner.ts';

type Ports = Pick<CorePorts, 'storage' | 'clock' | 'ids' | 'log' | 'wakeUp'>;

/** Waits before settling again, when the database did not take it: longer than a restart of the connection takes. */
const settleAgainAfterMs = [100, 500, 2000] as const;

/**
 * Never rejects: how the attempt went is kept on the operation. A lost lease changes nothing; when the database takes
 * nothing at all, the lease runs out and another worker resumes at the last finished step.
 */
export function runOperation(ports: Ports, kinds: OperationKinds) {
  return async (leased: LeasedOperation, signal: AbortSignal): Promise<void> => {
    const steps = createStepRunner(ports, leased, signal);
    const { operation } = leased;
    try {
      steps.checkpoint();
      const run = kinds[operation.type];
      if (!run) throw unsupported();
      const conclusion = await run({ operation, steps });
      await conclude(ports, leased, conclusion, null);
    } catch (thrown) {
      await concludeFailure(ports, leased, thrown, steps.failed());
    }
  };
}

function unsupported(): ServiceError {
  return new ServiceError('INTERNAL', 'operation type is not supported by this worker', { reason: 'unsupported_type' });
}

async function concludeFailure(
  ports: Ports,
  leased: LeasedOperation,
  thrown: unknown,
  failed: OperationStep | null,
): Promise<void> {
  const { log, ids } = ports;
  const outcome = classifyFailure(thrown, ids.spread());
  report(ports, leased, thrown, outcome);
  if (!outcome) return;
  try {
    await conclude(ports, leased, outcome, failed);
    if (outcome.kind === 'postponed' && outcome.retryAfterSeconds === 0) ports.wakeUp.signal();
  } catch (second) {
    if (second instanceof Interruption) report(ports, leased, second, undefined);
    else log.error('operation could not be settled; its lease will run out', second, fieldsOf(leased));
  }
}

async function conclude(
  ports: Ports,
  leased: LeasedOperation,
  conclusion: Conclusion,
  failed: OperationStep | null,
): Promise<void> {
  for (const waitMs of [...settleAgainAfterMs, null]) {
    try {
      const { state } = await ports.storage.transaction((s) => settleIn(s, ports, leased, conclusion, failed));
      ports.log.info('operation attempt ended', { ...fieldsOf(leased), state });
      return;
    } catch (error) {
      if (waitMs === null || error instanceof Interruption || error instanceof ServiceError) throw error;
      ports.log.warn('operation could not be settled; trying again', { ...fieldsOf(leased), error: String(error) });
      await ports.clock.wait(waitMs);
    }
  }
}

async function settleIn(
  stores: Stores,
  { clock, ids }: Ports,
  { operation, lease }: LeasedOperation,
  conclusion: Conclusion,
  failed: OperationStep | null,
): Promise<Operation> {
  if (failed && !(await stores.operations.saveStep(lease, failed))) throw new Interruption('lease_lost');
  const outcome = await outcomeIn(stores, lease, conclusion);
  const next = settle(operation, lease.claimedAt, outcome, clock.now(), ids.spread());
  if (!(await stores.operations.settle(lease, next))) throw new Interruption('lease_lost');
  return next;
}

/** The operation's row is held before anything else is touched, in the order in which those who cancel it do. */
async function outcomeIn(stores: Stores, lease: Lease, conclusion: Conclusion): Promise<AttemptOutcome> {
  if (typeof conclusion !== 'function' && !isUnfinished(conclusion)) return conclusion;
  const [held] = await stores.operations.renew([lease], lease.expiresAt);
  if (!held) throw new Interruption('lease_lost');
  const outcome = typeof conclusion === 'function' ? await conclusion(stores) : conclusion;
  // Asked to cancel while it ran: it must not come back.
  return held.cancelRequested && isUnfinished(outcome) ? { kind: 'cancelled' } : outcome;
}

function isUnfinished({ kind }: AttemptOutcome): boolean {
  return kind === 'retry' || kind === 'postponed';
}

function report({ log }: Ports, leased: LeasedOperation, thrown: unknown, outcome: AttemptOutcome | undefined): void {
  const fields = { ...fieldsOf(leased), outcome: outcome?.kind ?? 'lease_lost' };
  if (thrown instanceof Interruption) log.info('operation attempt was stopped', fields);
  else if (thrown instanceof ServiceError) {
    log.warn('operation attempt failed', { ...fields, code: thrown.code, reason: thrown.details.reason });
  } else log.error('operation attempt failed unexpectedly', thrown, fields);
}

function fieldsOf({ operation, lease }: LeasedOperation): LogFields {
  return {
    operation_id: operation.id,
    type: operation.type,
    organization_id: operation.organizationId,
    connection_id: operation.connectionId,
    request_id: operation.requestId,
    run: operation.run,
    lease_token: lease.token,
  };
}
