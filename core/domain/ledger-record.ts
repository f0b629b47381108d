import { isAhead } from './ahead.ts';
import type { JsonObject } from './json.ts';
import type { ResourceType } from './resource.ts';

/**
 * `echo_differs`: what the provider's answer to a write lacks, or has otherwise, of what was sent ·
 * `provider_changed_document`: the provider says that it took the document and made something otherwise.
 */
export const warningCodes = ['echo_differs', 'provider_changed_document'] as const;

export interface WriteWarning {
  readonly code: (typeof warningCodes)[number];
  /** The normalized field as the caller wrote it, such as `line_items[0].tracking[1]`; empty where the provider names none. */
  readonly path: string;
  readonly message: string;
}

export interface LedgerRecord {
  readonly type: ResourceType;
  /** 1 to 100 bytes of UTF-8, unique in its family only; a UUID in lower case. */
  readonly providerId: string;
  /** The provider's modification stamp, its only sign of a revision. */
  readonly providerUpdatedAt: Date | null;
  /** Opaque; differs for each revision. Only providers that compare and set have it. */
  readonly version?: string | undefined;
  /** Normalized, with wire names, without the common fields that the service adds. */
  readonly fields: JsonObject;
  readonly native: JsonObject;
  /** Fields that this reading leaves empty although the record may have them, as a list does; never part of a copy. */
  readonly hidden?: readonly string[] | undefined;
  /** Only of a record that was just written; never part of a copy. */
  readonly warnings?: readonly WriteWarning[] | undefined;
}

export interface CachedRecord extends LedgerRecord {
  readonly fetchedAt: Date;
}

/** The provider's stamp, or the time of reading if the stamp lies in the future. */
export function changedAt({ providerUpdatedAt, fetchedAt }: StampedRead): Date | null {
  return isStampAhead({ providerUpdatedAt, fetchedAt }) ? fetchedAt : providerUpdatedAt;
}

type StampedRead = Pick<CachedRecord, 'providerUpdatedAt' | 'fetchedAt'>;

export function isStampAhead({ providerUpdatedAt, fetchedAt }: StampedRead): boolean {
  return providerUpdatedAt !== null && isAhead(providerUpdatedAt, fetchedAt);
}

/** `updated_at` sorts by the provider's stamp, the others by fields. */
export const recordSorts = ['updated_at', 'issue_date', 'due_date', 'number', 'total', 'amount_due'] as const;
export type RecordSort = (typeof recordSorts)[number];

export function textField(record: Pick<LedgerRecord, 'fields'>, name: string): string | null {
  const value = record.fields[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

export function numberField(record: Pick<LedgerRecord, 'fields'>, name: string): number {
  const value = record.fields[name];
  return typeof value === 'number' ? value : 0;
}

declare const gatewayOnly: unique symbol;

/** Plain JSON that only the gateway reads; the core stores, compares and returns it. */
export type WritePayload = JsonObject & { readonly [gatewayOnly]: true };

/** A prepared write: stored before it is sent, and sent again unchanged. */
export interface PreparedWrite {
  readonly type: ResourceType;
  readonly creates: boolean;
  readonly payload: WritePayload;
}
