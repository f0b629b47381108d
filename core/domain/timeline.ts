import type { OperationId, RequestId } from './ids.ts';
import type { JsonObject } from './json.ts';

export const timelineKinds = [
  'request',
  'operation',
  'attempt',
  'step',
  'provider_call',
  'event',
  'delivery',
  'delivery_attempt',
  'replay',
  'audit',
  'walk',
] as const;
export type TimelineKind = (typeof timelineKinds)[number];

export interface TimelineEntry {
  readonly at: Date;
  readonly kind: TimelineKind;
  /** The id of the operation, event, delivery or audit entry; null if none. */
  readonly id: string | null;
  readonly title: string;
  /** The request that caused it; null if no longer known. */
  readonly requestId: RequestId | null;
  readonly operationId: OperationId | null;
  /** In the API's names, by kind: see `TimelineEntryAnswer`. */
  readonly details: JsonObject;
}

export interface Timeline {
  readonly items: readonly TimelineEntry[];
  readonly truncated: boolean;
}

export const timelineEntriesMax = 500;
/** Longest time between a request and its effect: longer than any request may last. */
export const requestMinutesMax = 2;

const neverLeftOut: readonly TimelineKind[] = ['request', 'operation'];

/**
 * Sorts by time and keeps the order within a moment. If there are too many entries, drops the earliest, but no requests or
 * operations.
 */
export function timelineOfEntries(entries: readonly TimelineEntry[], isWhole: boolean): Timeline {
  const inOrder = entries.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const others = inOrder.filter(({ kind }) => !neverLeftOut.includes(kind));
  const tooMany = Math.max(0, inOrder.length - timelineEntriesMax);
  const leftOut = new Set(others.slice(0, tooMany));
  return { items: inOrder.filter((entry) => !leftOut.has(entry)), truncated: !isWhole || tooMany > 0 };
}
