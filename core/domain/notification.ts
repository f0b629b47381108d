import { canonicalJson } from './json.ts';
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

/** What a notification starts: a live read of its record (of a payment a second one, of its invoice), or a sync. */
export type NotifiedWork = { readonly read: ResourceType } | { readonly sync: SyncScope };

/**
 * By category; all others start nothing. A prepayment or overpayment is no family of ours, but the invoices that it is
 * allocated to change with it.
 */
export const notifiedWork: ReadonlyMap<string, NotifiedWork> = new Map<string, NotifiedWork>([
  ['INVOICE', { read: 'invoices' }],
  ['PAYMENT', { read: 'payments' }],
  ['CONTACT', { sync: 'all' }],
  ['CREDITNOTE', { sync: 'all' }],
  ['PREPAYMENT', { sync: 'invoices' }],
  ['OVERPAYMENT', { sync: 'invoices' }],
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

/** Names an event of an app: by its sequence number, or, where the numbers cannot name each event, by a digest of all it says. */
export function notificationIdentity(
  { events, firstSequence: first, lastSequence: last }: NotificationBatch,
  index: number,
  sha256: (text: string) => string,
): string {
  if (first > 0 && last - first + 1 === events.length) return `sequence:${first + index}`;
  return `digest:${sha256(canonicalJson({ first, last, index, event: events[index] ?? null }))}`;
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
