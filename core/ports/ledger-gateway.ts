import type { JsonObject } from '../domain/json.ts';
import type { LedgerRecord } from '../domain/ledger-record.ts';
import type { ResourceType } from '../domain/resource.ts';
import type { ProviderLimits } from './request-budget.ts';

/** One finished call to the provider, for counters, logs and timelines. */
export interface LedgerCall extends ProviderLimits {
  readonly method: string;
  /** Path without query. */
  readonly path: string;
  /** Null when no answer came. */
  readonly status: number | null;
  readonly durationMs: number;
  readonly bytesIn: number;
}

/** The right to call the provider for one tenant. */
export interface LedgerAccess {
  readonly accessToken: string;
  readonly tenantId: string;
  /** Called once for each call, answered or not. */
  readonly report: (call: LedgerCall) => void;
}

/** What is to be written. `existing` is the live native document that the change is laid over. */
export type WriteIntent =
  | { readonly kind: 'create'; readonly type: ResourceType; readonly fields: JsonObject }
  | { readonly kind: 'create_native'; readonly type: ResourceType; readonly document: JsonObject }
  | {
      readonly kind: 'update';
      readonly type: ResourceType;
      readonly providerId: string;
      readonly fields: JsonObject;
      readonly existing: JsonObject | null;
    }
  | {
      readonly kind: 'update_native';
      readonly type: ResourceType;
      readonly providerId: string;
      readonly document: JsonObject;
      readonly existing: JsonObject | null;
    };

/** A write down to its bytes. Plain data: it is kept before it is sent and sent again unchanged. */
export interface PreparedWrite {
  readonly type: ResourceType;
  readonly method: 'PUT' | 'POST';
  /** Path below the provider's API base address, with its query. */
  readonly path: string;
  readonly body: string;
}

export interface LedgerListQuery {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly modifiedSince: Date | null;
}

export interface LedgerPage {
  readonly records: readonly LedgerRecord[];
  /** Whether there may be a further page. */
  readonly hasMore: boolean;
}

/**
 * Reads and writes the records of one tenant. Every call is bounded in time and bytes. Proven by
 * contract-tests/ledger-gateway.contract.ts.
 *
 * Throws ServiceError only: NOT_FOUND · PROVIDER_REJECTED (its validation messages) · RATE_LIMITED (`provider`) ·
 * ACTION_REQUIRED with reason `token_rejected`, `scope_missing` or `tenant_forbidden` · PROVIDER_ERROR,
 * PROVIDER_UNAVAILABLE, PROVIDER_TIMEOUT. Errors of a write say `outcome`.
 */
export interface LedgerGateway {
  read(access: LedgerAccess, type: ResourceType, providerId: string): Promise<LedgerRecord>;
  list(access: LedgerAccess, type: ResourceType, query: LedgerListQuery): Promise<LedgerPage>;
  /** Pure: the same intent gives the same bytes. Throws BAD_REQUEST naming the field that the provider has no place for. */
  prepare(intent: WriteIntent): PreparedWrite;
  /** The provider's own id of the record that a native document names, if it names one (its `InvoiceID` and the like). */
  identify(type: ResourceType, document: JsonObject): string | undefined;
  /** Sends the exact bytes under the provider's idempotency key (at most 128 characters) and returns the record as written. */
  send(access: LedgerAccess, write: PreparedWrite, providerKey: string): Promise<LedgerRecord>;
  /** The document rendered now, as PDF bytes; the stream fails if it grows beyond its bound or stalls. */
  renderPdf(access: LedgerAccess, type: ResourceType, providerId: string): Promise<AsyncIterable<Uint8Array>>;
}
