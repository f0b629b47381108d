// How often a connection is compared with the provider, and when the next time is.
import type { Plane } from './caller.ts';
import type { ConnectionId } from './ids.ts';

export interface ReconciliationTurn {
  readonly connectionId: ConnectionId;
  readonly dueAt: Date;
  /** How often the connection has its turn; null before the first was planned. */
  readonly intervalMs: number | null;
}

export interface DueReconciliation extends ReconciliationTurn, Plane {}

export interface PlannedReconciliation extends ReconciliationTurn {
  /** When an operation was queued for the connection; null when there is none on its way. */
  readonly plannedAt: Date | null;
}

/**
 * The next turn keeps the time at which the connection is due, however late this one is: what was spread stays spread. A
 * new connection gets its place in the interval, by `spread` (0 to 1), and nothing is queued for it: it has just been synced.
 */
export function planned(due: DueReconciliation, intervalMs: number, now: Date, spread: number): PlannedReconciliation {
  const { connectionId, dueAt } = due;
  const isNew = due.intervalMs === null;
  const intervalsPassed = Math.floor((now.getTime() - dueAt.getTime()) / intervalMs);
  const nextMs = isNew ? now.getTime() + spread * intervalMs : dueAt.getTime() + (intervalsPassed + 1) * intervalMs;
  return { connectionId, dueAt: new Date(Math.floor(nextMs)), intervalMs, plannedAt: isNew ? null : now };
}

/** What a reconciliation that ended says of its connection. */
export interface ReconciliationOutcome {
  /** It found a change that no notification had told. */
  readonly hasFound: boolean;
  /** A notification of the connection came since the reconciliation before. */
  readonly wasTold: boolean;
  /** For how long nothing has changed at the provider. */
  readonly quietMs: number;
}

const longestMs = 24 * 3_600_000;
const quietAfterMs = 6 * 3_600_000;

/**
 * Where notifications tell everything, and where nothing changes, the interval doubles up to a day; a change that they
 * missed puts it back to the usual one.
 */
export function nextInterval(usualMs: number, currentMs: number | null, outcome: ReconciliationOutcome): number {
  const nowMs = Math.max(usualMs, currentMs ?? usualMs);
  if (outcome.hasFound) return usualMs;
  const isRarer = outcome.wasTold || outcome.quietMs >= quietAfterMs;
  return isRarer ? Math.max(usualMs, Math.min(nowMs * 2, longestMs)) : nowMs;
}
