import type { Plane } from './caller.ts';
import type { ConnectionId } from './ids.ts';

export interface ReconciliationTurn {
  readonly connectionId: ConnectionId;
  readonly dueAt: Date;
  readonly intervalMs: number | null;
}

export interface DueReconciliation extends ReconciliationTurn, Plane {
  readonly provider: string;
}

export interface PlannedReconciliation extends ReconciliationTurn {
  /** When an operation was queued for it; null if none is on its way. */
  readonly plannedAt: Date | null;
}

/**
 * The next reconciliation keeps the connection's offset in the interval even if this one is late, so that connections
 * stay spread. A new connection gets an offset by `spread` (0 to 1) and queues nothing: it was just synced.
 */
export function planned(due: DueReconciliation, intervalMs: number, now: Date, spread: number): PlannedReconciliation {
  const { connectionId, dueAt } = due;
  const isNew = due.intervalMs === null;
  const intervalsPassed = Math.floor((now.getTime() - dueAt.getTime()) / intervalMs);
  const nextMs = isNew ? now.getTime() + spread * intervalMs : dueAt.getTime() + (intervalsPassed + 1) * intervalMs;
  return { connectionId, dueAt: new Date(Math.floor(nextMs)), intervalMs, plannedAt: isNew ? null : now };
}

interface ReconciliationOutcome {
  /** The reconciliation found a change that no notification had announced. */
  readonly hasFound: boolean;
  /** A notification came since the previous reconciliation. */
  readonly wasTold: boolean;
  readonly quietMs: number;
}

const longestMs = 24 * 3_600_000;
const quietAfterMs = 6 * 3_600_000;

/** The interval doubles up to a day while notifications tell everything or nothing changes; a missed change resets it. */
export function nextInterval(usualMs: number, currentMs: number | null, outcome: ReconciliationOutcome): number {
  const nowMs = Math.max(usualMs, currentMs ?? usualMs);
  if (outcome.hasFound) return usualMs;
  const isRarer = outcome.wasTold || outcome.quietMs >= quietAfterMs;
  return isRarer ? Math.max(usualMs, Math.min(nowMs * 2, longestMs)) : nowMs;
}
