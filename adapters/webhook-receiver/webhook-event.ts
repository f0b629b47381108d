// What receivers are sent, as types of the service itself. Amounts are JSON numbers, times ISO 8601 in UTC; fields may be
// added.
import type { FamilyCounts, InvoiceSnapshot } from '#core';
import type { AnswerOf, ConnectionAnswer, EventAnswer, OperationAnswer } from '#core/schemas';

/** Deduplicate on `id`. */
interface Envelope<Type extends string, Data> extends Readonly<Omit<AnswerOf<typeof EventAnswer>, 'type' | 'data'>> {
  readonly type: Type;
  readonly data: Data;
}

export interface InvoiceEventData {
  readonly connection_id: string;
  readonly external_account_id: string;
  readonly invoice: InvoiceSnapshot;
  /** Null when the invoice was never announced before. */
  readonly previous: Pick<InvoiceSnapshot, 'status' | 'amount_paid' | 'amount_due'> | null;
  /** A rendered copy must be fetched anew. */
  readonly document: { readonly refresh_required: true; readonly provider_action: 'invoice.download_pdf' };
}

/** The connection as it was when the event was made. */
export interface ConnectionEventData extends Readonly<AnswerOf<typeof ConnectionAnswer>> {
  readonly provider_tenant_id: string;
  readonly provider_tenant_name: string;
  readonly previous: { readonly status: string } | null;
}

export type SyncCounts = FamilyCounts;

export interface SyncEventData {
  readonly connection_id: string;
  readonly operation_id: string;
  readonly scope: 'invoices' | 'all';
  /** By type of record, e.g. `invoices`. */
  readonly counts: Readonly<Record<string, SyncCounts>>;
  readonly started_at: string;
  readonly finished_at: string;
}

export interface AutomationSucceededData {
  readonly connection_id: string;
  readonly operation_id: string;
  readonly recipe: string;
  /** As the recipe has it: see `GET /v1/automations/recipes`. */
  readonly result: unknown;
}

/** A write of an automation that is in the books though the automation failed. */
export interface AppliedWrite {
  readonly step: string;
  readonly type: string | null;
  readonly id: string | null;
  readonly provider_id: string | null;
  readonly number?: string;
  readonly status?: string;
}

export interface AutomationFailedData extends Omit<AutomationSucceededData, 'result'> {
  /** `outcome`, of a write that failed: whether it may be in the books all the same. */
  readonly error: Readonly<AnswerOf<typeof OperationAnswer>['error']>;
  readonly applied: readonly AppliedWrite[];
}

export interface EndpointTestData {
  readonly webhook_endpoint_id: string;
}

/** Sent when an endpoint is tried out; of no connection, in no sequence. */
interface TestEvent extends Omit<Envelope<'endpoint.test', EndpointTestData>, 'connection_id' | 'sequence'> {
  readonly connection_id: null;
  readonly sequence: null;
}

/** Tell them apart by `type`; an endpoint that subscribed to `*` must expect types that are not here yet. */
export type WebhookEvent =
  | Envelope<'invoice.updated' | 'invoice.payment_changed' | 'invoice.paid', InvoiceEventData>
  | Envelope<'connection.created' | 'connection.updated' | 'connection.disconnected', ConnectionEventData>
  | Envelope<'sync.completed', SyncEventData>
  | Envelope<'automation.succeeded', AutomationSucceededData>
  | Envelope<'automation.failed', AutomationFailedData>
  | TestEvent;
