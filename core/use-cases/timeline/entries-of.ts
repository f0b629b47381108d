import type { AuditEntry } from '../../domain/caller.ts';
import type { Delivery } from '../../domain/delivery.ts';
import type { Event } from '../../domain/event.ts';
import type { Operation, OperationReplay } from '../../domain/operation.ts';
import type { ProviderCall } from '../../domain/provider-call.ts';
import type { TimelineEntry } from '../../domain/timeline.ts';
import {
  attemptEntry,
  auditEntry,
  callEntry,
  deliveryEntries,
  eventEntry,
  operationEntries,
  replayEntry,
  replayedEntry,
  requestEntry,
  stepEntry,
} from '../../domain/timeline-entries.ts';

/** What is known of a subject, newest first in each list. */
export interface TimelineFacts {
  /** The event, where no operation announced it. */
  readonly announced?: Event | undefined;
  readonly operations: readonly Operation[];
  readonly events: readonly Event[];
  readonly deliveries: readonly Delivery[];
  readonly calls: readonly ProviderCall[];
  readonly audit: readonly AuditEntry[];
  /** Of each operation only the attempts that went wrong, and no steps. */
  readonly isBrief: boolean;
}

/** Entries that share a millisecond keep this order: causes before what they caused. */
export function entriesOf(facts: TimelineFacts): readonly TimelineEntry[] {
  const { events, deliveries, calls, audit, isBrief } = facts;
  const operations = facts.operations.toReversed();
  const stages = operations.flatMap(operationEntries);
  const inPhase = (phase: string) => stages.filter(({ details }) => details['phase'] === phase);
  const { replays, acts } = replaysOf(operations, audit);
  const attemptsOf = (operation: Operation) =>
    operation.attempts.filter(({ outcome }) => !isBrief || outcome !== 'succeeded');
  return [
    ...requestsOf(facts),
    ...inPhase('created'),
    ...acts.toReversed().map((act) => (isReplay(act) ? replayedEntry(act) : auditEntry(act))),
    ...replays,
    ...inPhase('started'),
    ...operations.flatMap((one) => attemptsOf(one).map((attempt) => attemptEntry(one, attempt))),
    ...operations.flatMap((one) => (isBrief ? [] : one.steps.map((step) => stepEntry(one, step)))),
    ...calls.toReversed().map(callEntry),
    ...events.toReversed().map(eventEntry),
    ...deliveries.toReversed().flatMap(deliveryEntries),
    ...inPhase('finished'),
  ];
}

/** Every request once, no later than the first that is known of it. */
function requestsOf({ announced, operations, calls }: TimelineFacts): readonly TimelineEntry[] {
  const began = new Map<ProviderCall['requestId'], Date>();
  const causes = announced === undefined ? operations : [announced];
  const seen = [
    ...causes.map(({ requestId, createdAt: at }) => ({ requestId, at })),
    ...calls.filter(({ operationId }) => operationId === null),
  ];
  for (const { requestId, at } of seen) {
    const known = began.get(requestId);
    if (!known || at < known) began.set(requestId, at);
  }
  const notifications = operations.filter(({ type }) => type === 'notification.process');
  const notified = new Set(notifications.map(({ requestId }) => requestId));
  return [...began].map(([requestId, at]) => requestEntry(requestId, at, notified.has(requestId)));
}

/** How far the clock may have moved between an act and its audit entry. */
const sameActMs = 1_000;

/**
 * A replay is stored with the operation and, with the request that asked for it, in the audit log: one entry tells both.
 * `acts`: the rest of the audit log.
 */
function replaysOf(operations: readonly Operation[], audit: readonly AuditEntry[]) {
  const acts = new Set(audit);
  const replays = operations.flatMap((operation) =>
    operation.replays.map((replay) => {
      const act = [...acts].find((entry) => isSameAct(entry, replay));
      if (act) acts.delete(act);
      return replayEntry(operation, replay, act?.requestId ?? null);
    }),
  );
  return { replays, acts: [...acts] };
}

function isSameAct(entry: AuditEntry, replay: OperationReplay): boolean {
  const { actor, at, details } = entry;
  return (
    isReplay(entry) &&
    actor === replay.actor &&
    details['reason'] === replay.reason &&
    Math.abs(at.getTime() - replay.at.getTime()) <= sameActMs
  );
}

function isReplay({ action }: AuditEntry): boolean {
  return action.endsWith('.replayed');
}
