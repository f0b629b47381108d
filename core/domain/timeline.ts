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
] as const;
export type TimelineKind = (typeof timelineKinds)[number];

/** One entry of a timeline. */
export interface TimelineEntry {
  /** When it happened or, for what took time, began. */
  readonly at: Date;
  readonly kind: TimelineKind;
  /** What the entry is about, where that has an id: an operation, an event, a delivery, an audit entry. */
  readonly id: string | null;
  /** For a person, in a few words. */
  readonly title: string;
  /** The request that caused it; null where that is no longer known. */
  readonly requestId: RequestId | null;
  readonly operationId: OperationId | null;
  /** In the words of the wire, by kind: `TimelineEntryAnswer` says which. */
  readonly details: JsonObject;
}

/** In order of time. */
export interface Timeline {
  readonly items: readonly TimelineEntry[];
  /** Whether earlier entries between the beginning and the latest were left out. */
  readonly truncated: boolean;
}

export const timelineEntriesMax = 500;
/** How far from what it caused a request may lie: longer than any request may last. */
export const requestMinutesMax = 2;

const neverLeftOut: readonly TimelineKind[] = ['request', 'operation'];

/** The entries by time; those of one moment keep the order in which they came. Of too many the latest are kept. */
export function timelineOfEntries(entries: readonly TimelineEntry[], isWhole: boolean): Timeline {
  const inOrder = entries.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const others = inOrder.filter(({ kind }) => !neverLeftOut.includes(kind));
  const tooMany = Math.max(0, inOrder.length - timelineEntriesMax);
  const leftOut = new Set(others.slice(0, tooMany));
  return { items: inOrder.filter((entry) => !leftOut.has(entry)), truncated: !isWhole || tooMany > 0 };
}
