import type { JsonObject } from './json.ts';
import type { ResourceType } from './resource.ts';

/** One change as the provider tells it: no amounts, no status, so the record must be read. */
export interface LedgerNotification {
  readonly tenantId: string;
  /** Upper case, e.g. INVOICE, CONTACT; unknown ones pass through. */
  readonly category: string;
  readonly eventType: string;
  readonly resourceId: string;
  readonly occurredAt: string;
}

/** Categories whose record is read live on each notification. */
export const hydratedCategories: ReadonlyMap<string, ResourceType> = new Map([['INVOICE', 'invoices']]);

/**
 * Categories that start a sync of the whole connection: what they name has no read of its own here, or changes other
 * records too. All others are accepted and skipped (provider: SUBSCRIPTION is about the app, not about books).
 */
export const syncedCategories: ReadonlySet<string> = new Set(['CONTACT', 'CREDITNOTE', 'PREPAYMENT', 'OVERPAYMENT']);

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

/** Whether its numbers say where it stands among the app's batches. */
export function hasSequence({ firstSequence, lastSequence }: NotificationBatch): boolean {
  return firstSequence > 0 && lastSequence >= firstSequence;
}

/** Whether the batch's sequence numbers can name its events one by one. */
export function hasPlausibleSequence(batch: NotificationBatch): boolean {
  return batch.firstSequence > 0 && batch.lastSequence - batch.firstSequence + 1 === batch.events.length;
}

/** What a digest is taken of, to name an event whose sequence number cannot be trusted. */
export function notificationFingerprint(batch: NotificationBatch, index: number): JsonObject {
  const event = batch.events[index];
  return {
    first: batch.firstSequence,
    last: batch.lastSequence,
    index,
    tenant: event?.tenantId ?? '',
    category: event?.category ?? '',
    type: event?.eventType ?? '',
    resource: event?.resourceId ?? '',
    at: event?.occurredAt ?? '',
  };
}
