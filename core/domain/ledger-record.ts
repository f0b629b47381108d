import { isAhead } from './ahead.ts';
import type { JsonObject } from './json.ts';
import type { ResourceType } from './resource.ts';

/** One record as the provider holds it now. */
export interface LedgerRecord {
  readonly type: ResourceType;
  /** Lower-case UUID; the TaxType of a tax rate. */
  readonly providerId: string;
  /** The provider's modification stamp; its only sign of a revision. */
  readonly providerUpdatedAt: Date | null;
  /** The normalized record, wire names, without the common fields that the service adds. */
  readonly fields: JsonObject;
  /** The provider's own document, untouched. */
  readonly native: JsonObject;
}

/** A record in the cache of a connection. */
export interface CachedRecord extends LedgerRecord {
  readonly fetchedAt: Date;
}

/** When the provider changed it last: a stamp in the future counts as the time of reading. */
export function changedAt({ providerUpdatedAt, fetchedAt }: StampedRead): Date | null {
  return isStampAhead({ providerUpdatedAt, fetchedAt }) ? fetchedAt : providerUpdatedAt;
}

type StampedRead = Pick<CachedRecord, 'providerUpdatedAt' | 'fetchedAt'>;

/** Its stamp lies in the future. */
export function isStampAhead({ providerUpdatedAt, fetchedAt }: StampedRead): boolean {
  return providerUpdatedAt !== null && isAhead(providerUpdatedAt, fetchedAt);
}

/** What lists of records can be sorted by: `updated_at` is the provider's stamp, the others are fields. */
export const recordSorts = ['updated_at', 'issue_date', 'due_date', 'number'] as const;
export type RecordSort = (typeof recordSorts)[number];

/** A text field of the normalized record, or null where it has none. */
export function textField(record: Pick<LedgerRecord, 'fields'>, name: string): string | null {
  const value = record.fields[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A number field of the normalized record; absent counts as 0. */
export function numberField(record: Pick<LedgerRecord, 'fields'>, name: string): number {
  const value = record.fields[name];
  return typeof value === 'number' ? value : 0;
}

declare const gatewayOnly: unique symbol;

/** What the gateway sends: plain JSON that the core stores, compares as a whole and passes back, and never reads. */
export type WritePayload = JsonObject & { readonly [gatewayOnly]: true };

/** A write that is ready to be sent. Plain data: it is stored before it is sent, and sent again unchanged. */
export interface PreparedWrite {
  readonly type: ResourceType;
  /** Whether it makes a record; otherwise it changes one. */
  readonly creates: boolean;
  readonly payload: WritePayload;
}
