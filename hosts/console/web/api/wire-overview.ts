// The overview as the console's API answers it.
import type { Connection, ConnectionStatus } from './wire.ts';
import type { Attempts, EndpointHealth, WebhookEndpoint } from './wire-webhooks.ts';

export interface Hour {
  readonly at: string;
  readonly succeeded: number;
  readonly failed: number;
  readonly dead_letter: number;
  readonly cancelled: number;
}

export interface Hours {
  readonly hours: readonly Hour[];
  readonly capped: boolean;
}

interface Waiting {
  readonly queued: number;
  readonly running: number;
  readonly retrying: number;
}

export interface Budget {
  readonly connection_id: string;
  readonly external_account_id: string;
  readonly provider_tenant_name: string | null;
  readonly minute: { readonly used: number; readonly limit: number };
  readonly day: { readonly used: number; readonly limit: number };
  readonly blocked_until: string | null;
}

export interface Overview {
  readonly generated_at: string;
  readonly connections: {
    readonly by_status: Readonly<Record<ConnectionStatus, number>>;
    readonly last_synced_at: string | null;
    readonly failing: readonly Connection[];
  };
  readonly webhook_endpoints: {
    readonly by_health: Readonly<Record<EndpointHealth['state'] | 'disabled', number>>;
    readonly failing: readonly Pick<
      WebhookEndpoint,
      'webhook_endpoint_id' | 'url' | 'status' | 'status_reason' | 'health'
    >[];
  };
  readonly operations: Hours;
  readonly deliveries: Hours & { readonly attempts: Attempts };
  readonly queue: { readonly operations: Waiting; readonly deliveries: Waiting; readonly capped: boolean };
  readonly budgets: readonly Budget[];
}
