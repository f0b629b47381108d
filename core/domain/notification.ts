import type { JsonObject } from './json.ts';
import type { ResourceType } from './resource.ts';
import type { SyncScope } from './sync.ts';

/** One change as the provider announces it: no amounts, no status, so the record must be read. */
export type LedgerNotification = {
  readonly tenantId: string;
  /** Upper case, e.g. INVOICE, CONTACT; unknown ones pass through. */
  readonly category: string;
  readonly eventType: string;
  readonly resourceId: string;
  readonly occurredAt: string;
};

/** Categories whose record is read live on each notification: one call, and of a payment a second for its invoice. */
export const hydratedCategories: ReadonlyMap<string, ResourceType> = new Map([
  ['INVOICE', 'invoices'],
  ['PAYMENT', 'payments'],
]);

/**
 * Categories that start a sync, and of what: what they name has no read of its own here. A prepayment or overpayment is
 * no family of ours, but the invoices that it is allocated to change with it.
 */
export const syncedCategories: ReadonlyMap<string, SyncScope> = new Map([
  ['CONTACT', 'all'],
  ['CREDITNOTE', 'all'],
  ['PREPAYMENT', 'invoices'],
  ['OVERPAYMENT', 'invoices'],
]);

/** A connection has no more reads waiting than this: beyond, one sync finds what changed. */
export const unfinishedReadsMost = 200;

/** Why an accepted notification starts no work. */
export type SkipReason =
  | 'category_not_supported'
  | 'malformed_resource_id'
  | 'unknown_tenant'
  | 'connection_not_active'
  | 'zero_retention';

/** A signed batch. `first` and `last` count over all tenants of one provider app. */
export interface NotificationBatch {
  readonly events: readonly LedgerNotification[];
  readonly firstSequence: number;
  readonly lastSequence: number;
}

/** Whether its numbers say where it belongs among the app's batches. */
export function hasSequence({ firstSequence, lastSequence }: NotificationBatch): boolean {
  return firstSequence > 0 && lastSequence >= firstSequence;
}

/** Whether the batch's sequence numbers can name its events one by one. */
export function hasPlausibleSequence(batch: NotificationBatch): boolean {
  return batch.firstSequence > 0 && batch.lastSequence - batch.firstSequence + 1 === batch.events.length;
}

/** What a digest is taken of, to name an event whose sequence number cannot be trusted. */
export function notificationFingerprint(batch: NotificationBatch, index: number): JsonObject {
  return { first: batch.firstSequence, last: batch.lastSequence, index, event: batch.events[index] ?? null };
}

/** How a batch's numbers follow the ones before; `jump`: so far ahead that they cannot be right. */
export type CursorMove = 'first' | 'next' | 'gap' | 'old' | 'jump';

/** If the cursor followed a number farther ahead, all later numbers would count as old and no gap would be found. */
const aheadMost = 1_000_000;

/** `before` is the last number that an app's batches have reached; null before its first batch. */
export function cursorMoveOf(before: number | null, first: number, last: number): CursorMove {
  if (last - (before ?? first) > aheadMost) return 'jump';
  if (before === null) return 'first';
  if (last <= before) return 'old';
  return first <= before + 1 ? 'next' : 'gap';
}
