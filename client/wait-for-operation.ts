import { setTimeout as sleep } from 'node:timers/promises';
import { LedgerportError } from './errors.ts';
import type { Operation } from './generated/types.ts';
import { timerMs } from './transport.ts';

export interface WaitOptions {
  /** By default 300,000. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

const firstPauseMs = 200;
const longestPauseMs = 5_000;

const finished: ReadonlySet<string> = new Set(['succeeded', 'failed', 'cancelled', 'dead_letter']);

/**
 * Resolves to the successful operation; rejects with `OPERATION_FAILED` after another end, with `TIMEOUT` while it goes
 * on.
 */
export async function waitForOperation(
  read: (signal: AbortSignal) => Promise<Operation>,
  { timeoutMs = 300_000, signal }: WaitOptions,
): Promise<Operation> {
  const late = AbortSignal.timeout(timerMs(timeoutMs));
  const until = signal ? AbortSignal.any([signal, late]) : late;
  let last: Operation | undefined;
  try {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
      last = await read(until);
      if (finished.has(last.state)) break;
      await sleep(pauseMs, undefined, { signal: until });
    }
  } catch (cause) {
    if (!until.aborted) throw cause;
    const operationId = last?.operation_id;
    throw signal?.aborted
      ? new LedgerportError('the wait was aborted', { code: 'ABORTED', retryable: true, operationId }, cause)
      : new LedgerportError('the operation is still running', { code: 'TIMEOUT', retryable: true, operationId }, cause);
  }
  if (last.state !== 'succeeded') throw new OperationFailed(last);
  return last;
}

/** The operation ended without success; `operation` has its state and `steps`. */
export class OperationFailed extends LedgerportError {
  readonly operation: Operation;

  constructor(operation: Operation) {
    const { error, state, operation_id: operationId } = operation;
    const told = {
      reason: error?.reason ?? error?.code ?? state,
      outcome: error?.outcome,
      requestId: operation.request_id,
    };
    super(error?.message ?? `the operation is ${state}`, {
      code: 'OPERATION_FAILED',
      retryable: false,
      operationId,
      ...told,
    });
    this.operation = operation;
  }
}
