// What receivers are sent, as types. Amounts are JSON numbers, times ISO 8601 in UTC; fields may be added.

interface Envelope<Type extends string, Data> {
  /** Deduplicate on it. */
  readonly id: string;
  readonly type: Type;
  readonly created_at: string;
  readonly environment: 'test' | 'live';
  readonly api_version: 'v1';
  readonly connection_id: string;
  /** Counts the events of a connection, without gaps. */
  readonly sequence: number;
  readonly data: Data;
}

export interface InvoiceEventData {
  readonly connection_id: string;
  readonly external_account_id: string;
  readonly invoice: {
    readonly id: string;
    readonly provider_id: string;
    readonly number: string | null;
    readonly external_reference: string | null;
    readonly status: string;
    readonly currency: string | null;
    readonly total: number;
    readonly amount_paid: number;
    readonly amount_due: number;
    readonly amount_credited: number;
    readonly provider_revision: string;
    readonly provider_updated_at: string | null;
  };
  /** Null when the invoice was never announced before. */
  readonly previous: { readonly status: string; readonly amount_paid: number; readonly amount_due: number } | null;
  /** A rendered copy must be fetched anew. */
  readonly document: { readonly refresh_required: true; readonly provider_action: 'invoice.download_pdf' };
}

export interface ConnectionEventData {
  readonly connection_id: string;
  readonly external_account_id: string;
  readonly provider: 'ledger';
  readonly provider_app_id: string | null;
  readonly provider_tenant_id: string;
  readonly provider_tenant_name: string;
  readonly environment: 'test' | 'live';
  readonly status: string;
  readonly status_reason: string | null;
  /** As it was when the event was made. */
  readonly health: 'ok' | 'degraded' | 'failing';
  readonly health_reason: string | null;
  readonly health_message: string | null;
  readonly last_success_at: string | null;
  readonly retention_mode: 'cached' | 'zero';
  readonly scopes: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly last_synced_at: string | null;
  readonly sync_warnings: readonly {
    readonly resource_type: string;
    readonly provider_id: string | null;
    readonly reason: string;
    readonly noted_at: string;
  }[];
  readonly created_at: string;
  readonly updated_at: string;
  readonly previous: { readonly status: string } | null;
}

export interface SyncCounts {
  readonly read: number;
  readonly changed: number;
  /** Events that it gave rise to. */
  readonly announced: number;
  readonly removed: number;
}

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

/** A write of an automation that stands though the automation failed. */
export interface AppliedWrite {
  readonly step: string;
  readonly type: string | null;
  readonly id: string | null;
  readonly provider_id: string | null;
  readonly number?: string;
  readonly status?: string;
}

export interface AutomationFailedData {
  readonly connection_id: string;
  readonly operation_id: string;
  readonly recipe: string;
  readonly error: {
    readonly code: string;
    readonly reason?: string;
    readonly message: string;
    readonly retryable: boolean;
    /** Of a write that failed: whether it may be in the books all the same. */
    readonly outcome?: 'not_applied' | 'unknown';
  } | null;
  readonly applied: readonly AppliedWrite[];
}

/** Sent when an endpoint is tried out; of no connection, in no sequence. */
interface TestEvent extends Omit<Envelope<'endpoint.test', EndpointTestData>, 'connection_id' | 'sequence'> {
  readonly connection_id: null;
  readonly sequence: null;
}

export interface EndpointTestData {
  readonly webhook_endpoint_id: string;
}

/** Tell them apart by `type`; an endpoint that subscribed to `*` must expect types that are not here yet. */
export type WebhookEvent =
  | Envelope<'invoice.updated' | 'invoice.payment_changed' | 'invoice.paid', InvoiceEventData>
  | Envelope<'connection.created' | 'connection.updated' | 'connection.disconnected', ConnectionEventData>
  | Envelope<'sync.completed', SyncEventData>
  | Envelope<'automation.succeeded', AutomationSucceededData>
  | Envelope<'automation.failed', AutomationFailedData>
  | TestEvent;
