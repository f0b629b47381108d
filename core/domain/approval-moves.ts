// The moves of an operation that a member must approve before it runs. The row of the operation is locked while one is made.
import { type Approval, type ApprovalDecision, approvalDays, type Withdrawal, withdrawals } from './approval.ts';
import { conflict } from './errors.ts';
import type { Operation, OperationError } from './operation.ts';

/** A new operation that waits for a member instead of a worker. */
export function propose(queued: Operation, asked: Pick<Approval, 'proposal' | 'url'>, now: Date): Operation {
  if (queued.state !== 'queued' || queued.startedAt) throw new Error(`cannot propose what is ${queued.state}`);
  const expiresAt = new Date(now.getTime() + approvalDays * 86_400_000);
  const approval = { ...asked, expiresAt, decision: null };
  return { ...queued, state: 'awaiting_approval', nextAttemptAt: null, approval };
}

type Said = Omit<ApprovalDecision, 'verdict' | 'at'>;

/** Approves it, and workers may take it. The same operation if it was approved before. Throws CONFLICT `already_decided`. */
export function approve(operation: Operation, said: Said, now: Date): Operation {
  if (operation.approval?.decision?.verdict === 'approved') return operation;
  const approval = decided(operation, { ...said, verdict: 'approved', at: now });
  return { ...operation, approval, state: 'queued', nextAttemptAt: now, updatedAt: now };
}

/** Ends it with the member's words. The same operation if it was declined before. Throws CONFLICT `already_decided`. */
export function decline(operation: Operation, said: Said, now: Date): Operation {
  if (operation.approval?.decision?.verdict === 'declined') return operation;
  const approval = decided(operation, { ...said, verdict: 'declined', at: now });
  return { ...withdraw(operation, 'declined', now, said.comment), approval };
}

function decided(operation: Operation, decision: ApprovalDecision): Approval {
  const { approval, state } = operation;
  if (state !== 'awaiting_approval' || !approval) {
    const how = approval?.decision?.verdict ?? state;
    throw conflict('already_decided', `this operation waits for nobody: it is ${how} already`);
  }
  return { ...approval, decision };
}

/** True if nobody decided in time. A clock that was set back does not bring a proposal back that has ended. */
export function isExpired({ state, approval }: Operation, now: Date): boolean {
  return state === 'awaiting_approval' && approval !== null && approval.expiresAt <= now;
}

/** Ends a waiting operation without anything being sent. */
export function withdraw(waiting: Operation, reason: Withdrawal, now: Date, comment: string | null = null): Operation {
  if (waiting.state !== 'awaiting_approval') throw new Error(`cannot withdraw what is ${waiting.state}`);
  const error = withdrawalError(reason, comment);
  return { ...waiting, state: 'cancelled', error, nextAttemptAt: null, finishedAt: now, updatedAt: now };
}

/** How an agent reads that nothing was written. */
export function withdrawalError(reason: Withdrawal, comment: string | null = null): OperationError {
  const said = withdrawals.find((one) => one.reason === reason)?.message ?? reason;
  const message = comment ? `${said}: ${comment}` : said;
  return { code: 'CONFLICT', reason, message, retryable: false, outcome: 'not_applied' };
}
