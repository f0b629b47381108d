import type { OperationId, OrganizationId, RequestId } from '../ids.ts';
import type { Operation, OperationError } from '../operation.ts';
import { queueOperation } from '../operation-moves.ts';

export const start = new Date('2026-03-01T12:00:00.000Z');
export const failure: OperationError = { code: 'PROVIDER_TIMEOUT', message: 'no answer', retryable: true };

export function queued(): Operation {
  return queueOperation(
    {
      id: 'op_1' as OperationId,
      organizationId: 'org_1' as OrganizationId,
      environment: 'test',
      type: 'notification.process',
      connectionId: null,
      subject: null,
      input: { a: 1 },
      requestId: 'r-1' as RequestId,
    },
    start,
  );
}

/** Changes the operation as a store does when a worker claims it. */
export function claimed(operation: Operation, now: Date = start): Operation {
  return { ...operation, state: 'running', nextAttemptAt: null, leaseExpiresAt: later(now, 30), startedAt: now };
}

export function later(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}
