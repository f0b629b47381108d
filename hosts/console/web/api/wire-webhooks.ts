// Webhook endpoints and deliveries as the API answers them.
import type { Environment } from '../words/object-path.ts';
import type { OperationState } from './wire.ts';

export interface EndpointHealth {
  readonly state: 'healthy' | 'failing' | 'open';
  readonly consecutive_failures: number;
  readonly failing_since: string | null;
  readonly last_failure_at: string | null;
  readonly last_error: string | null;
  readonly last_success_at: string | null;
  readonly next_probe_at: string | null;
  readonly disables_at: string | null;
}

export interface WebhookEndpoint {
  readonly webhook_endpoint_id: string;
  readonly url: string;
  readonly event_types: readonly string[];
  readonly description: string | null;
  readonly status: 'enabled' | 'disabled' | 'deleted';
  readonly status_reason: string | null;
  readonly previous_secret_until: string | null;
  readonly health: EndpointHealth;
  readonly environment: Environment;
  readonly created_at: string;
  readonly updated_at: string;
  /** Only in the answer that makes it. */
  readonly signing_secret?: string;
}

export interface DeliveryAttempt {
  readonly run: number;
  readonly number: number;
  readonly at: string;
  readonly duration_ms: number;
  readonly response_status: number | null;
  readonly response_excerpt: string | null;
  readonly error: string | null;
}

export interface Delivery {
  readonly delivery_id: string;
  readonly webhook_endpoint_id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly operation_id: string;
  readonly state: OperationState;
  readonly environment: Environment;
  readonly attempt_count: number;
  readonly attempts: readonly DeliveryAttempt[];
  readonly response_status: number | null;
  readonly response_excerpt: string | null;
  readonly next_attempt_at: string | null;
  readonly request_id: string;
  readonly created_at: string;
  readonly updated_at: string;
  /** Of a single delivery. */
  readonly body?: string | null;
}

export const eventTypes = [
  'connection.created',
  'connection.updated',
  'connection.disconnected',
  'sync.completed',
  'invoice.updated',
  'invoice.payment_changed',
  'invoice.paid',
  'automation.succeeded',
  'automation.failed',
] as const;

export const operationTypes = [
  'automation.invoice.create_and_deliver',
  'automation.invoice.create_with_contact',
  'automation.invoice.record_payment',
  'automation.invoice.void_and_reissue',
  'automation.quote.create_and_send',
  'automation.quote.convert_to_invoice',
  'automation.purchase_order.create_and_deliver',
  'connection.sync',
  'connection.reconcile',
  'notification.process',
  'webhook.deliver',
  'webhook.recover',
  'retention.purge',
  'secrets.reencrypt',
] as const;

/** Of the last 24 hours, at the latest 1,000 deliveries. */
export interface Attempts {
  readonly made: number;
  readonly succeeded: number;
}

export interface EndpointStatistics {
  readonly webhook_endpoint_id: string;
  readonly since: string;
  readonly deliveries: Readonly<Record<OperationState, number>>;
  readonly attempts: Attempts;
  readonly capped: boolean;
}
