import type { AuditEntry } from '../../domain/audit.ts';
import type { Delivery } from '../../domain/delivery.ts';
import type { Event } from '../../domain/event.ts';
import type { RequestId } from '../../domain/ids.ts';
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

/** All that is known of a subject, newest first in each list. */
export interface TimelineFacts {
  readonly requestId: RequestId;
  readonly beganAt: Date;
  readonly operation: Operation | undefined;
  readonly events: readonly Event[];
  readonly deliveries: readonly Delivery[];
  readonly calls: readonly ProviderCall[];
  readonly audit: readonly AuditEntry[];
}

/** Entries that share a millisecond keep this order: causes before what they caused. */
export function entriesOf(facts: TimelineFacts): readonly TimelineEntry[] {
  const { operation, events, deliveries, calls, audit } = facts;
  const replays = operation ? replaysOf(operation, audit) : { entries: [], told: new Set<AuditEntry>() };
  const [created, ...later] = operation ? operationEntries(operation) : [];
  return [
    requestOf(facts),
    ...(created ? [created] : []),
    ...audit
      .filter((entry) => !replays.told.has(entry))
      .reverse()
      .map((entry) => (isReplay(entry) ? replayedEntry(entry) : auditEntry(entry))),
    ...replays.entries,
    ...later.filter(({ details }) => details['phase'] === 'started'),
    ...(operation?.attempts.map((attempt) => attemptEntry(operation, attempt)) ?? []),
    ...(operation?.steps.map((step) => stepEntry(operation, step)) ?? []),
    ...calls.toReversed().map(callEntry),
    ...events.toReversed().map(eventEntry),
    ...deliveries.toReversed().flatMap(deliveryEntries),
    ...later.filter(({ details }) => details['phase'] === 'finished'),
  ];
}

/** It began no later than the first call that it made. */
function requestOf({ requestId, beganAt, operation, calls }: TimelineFacts): TimelineEntry {
  const own = calls.filter((call) => call.operationId === null).map(({ at }) => at.getTime());
  const at = new Date(Math.min(beganAt.getTime(), ...own));
  return requestEntry(requestId, at, operation?.type === 'notification.process');
}

/** How far the clock may have moved between an act and its audit entry. */
const sameActMs = 1_000;

/** A replay is kept with the operation and, with the request that asked for it, in the audit log: one entry tells both. */
function replaysOf(operation: Operation, audit: readonly AuditEntry[]) {
  const told = new Set<AuditEntry>();
  const requestOfReplay = (replay: OperationReplay): RequestId | null => {
    const act = audit.find((entry) => !told.has(entry) && isSameAct(entry, replay));
    if (act) told.add(act);
    return act?.requestId ?? null;
  };
  const entries = operation.replays.map((replay) => replayEntry(operation, replay, requestOfReplay(replay)));
  return { entries, told };
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

export function isReplay({ action }: AuditEntry): boolean {
  return action.endsWith('.replayed');
}
