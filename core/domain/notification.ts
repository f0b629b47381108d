import { spreadOf } from './backoff.ts';
import type { ConnectionId } from './ids.ts';
import { canonicalJson } from './json.ts';
import type { ResourceType } from './resource.ts';
import type { SyncScope } from './sync.ts';

/** A change as the provider announces it, without amounts or status, so the record must be read. */
export type LedgerNotification = {
  readonly tenantId: string;
  /** Null for a kind of record that the service does not know. */
  readonly type: ResourceType | null;
  readonly eventType: string;
  /** The provider's id of the record; null if some records of the family have changed. */
  readonly resourceId: string | null;
  /** ISO 8601 with a zone; any other text says nothing. */
  readonly occurredAt: string;
};

/** When the record changed; undefined for a text that is no moment. */
export function changedAtOf(occurredAt: unknown): Date | undefined {
  const text = String(occurredAt);
  return /(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)) ? new Date(text) : undefined;
}

const minuteMs = 60_000;

/** Ten calls' worth, so that echoes leave most of a minute's share to the changes of others. */
const echoesAMark = 400;

/**
 * The minute mark at which a connection's echo is read together with others, to confirm what was announced: the next, or
 * a later one if `unfinishedReads` fill it.
 */
export function echoMark(connectionId: ConnectionId, now: Date, unfinishedReads: number): Date {
  const offsetMs = Math.floor(spreadOf(connectionId) * minuteMs);
  const passed = Math.floor((now.getTime() - offsetMs) / minuteMs);
  return new Date((passed + 1 + Math.floor(unfinishedReads / echoesAMark)) * minuteMs + offsetMs);
}

/** What a notification starts: a live read of the record (for a payment, also of its invoice), or a sync. */
export type NotifiedWork = { readonly read: ResourceType; readonly id: string } | { readonly sync: SyncScope };

/** Undefined for what starts nothing. */
export function notifiedWork({ type, resourceId }: LedgerNotification): NotifiedWork | undefined {
  if (type === null) return undefined;
  if (resourceId !== null && (type === 'invoices' || type === 'payments')) return { read: type, id: resourceId };
  return { sync: type === 'invoices' ? 'invoices' : 'all' };
}

/** Beyond this many waiting reads, a connection gets one sync instead. */
export const unfinishedReadsMost = 1_000;

export type SkipReason =
  | 'type_not_supported'
  | 'malformed_resource_id'
  | 'unknown_tenant'
  | 'connection_not_active'
  | 'zero_retention';

/** A signed batch. Its sequence numbers count over all tenants of a provider app. */
export interface NotificationBatch {
  readonly notifications: readonly LedgerNotification[];
  readonly firstSequence: number;
  readonly lastSequence: number;
}

export function hasSequence({ firstSequence, lastSequence }: NotificationBatch): boolean {
  return firstSequence > 0 && lastSequence >= firstSequence;
}

/**
 * Identifies a notification by its sequence number or, if the batch has not one number for each, by a digest of its
 * content.
 */
export function notificationIdentity(
  { notifications, firstSequence: first, lastSequence: last }: NotificationBatch,
  index: number,
  sha256: (text: string) => string,
): string {
  if (first > 0 && last - first + 1 === notifications.length) return `sequence:${first + index}`;
  return `digest:${sha256(canonicalJson({ first, last, index, event: notifications[index] ?? null }))}`;
}

/** How a batch's numbers follow the earlier ones; `jump`: too far ahead to be right. */
export type CursorMove = 'first' | 'next' | 'gap' | 'old' | 'jump';

/** A cursor that followed a wrong number far ahead would make all later numbers old and hide every gap. */
const aheadMost = 1_000_000;

/** `before` is the last number that an app's batches reached; null before the first. */
export function cursorMoveOf(before: number | null, first: number, last: number): CursorMove {
  if (last - (before ?? first) > aheadMost) return 'jump';
  if (before === null) return 'first';
  if (last <= before) return 'old';
  return first <= before + 1 ? 'next' : 'gap';
}
