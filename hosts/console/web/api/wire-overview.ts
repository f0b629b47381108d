// The overview as the console's API answers it.
import type { EndpointHealth } from './wire-webhooks.ts';

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
    readonly by_status: Readonly<Record<string, number>>;
    readonly last_synced_at: string | null;
    readonly failing: readonly {
      readonly connection_id: string;
      readonly external_account_id: string;
      readonly provider_tenant_name: string | null;
      readonly status: string;
      readonly status_reason: string | null;
      readonly last_synced_at: string | null;
      readonly updated_at: string;
    }[];
  };
  readonly webhook_endpoints: {
    readonly by_health: Readonly<Record<string, number>>;
    readonly failing: readonly {
      readonly webhook_endpoint_id: string;
      readonly url: string;
      readonly status: string;
      readonly status_reason: string | null;
      readonly health: EndpointHealth;
    }[];
  };
  readonly operations: Hours;
  readonly deliveries: Hours;
  readonly queue: { readonly operations: Waiting; readonly deliveries: Waiting; readonly capped: boolean };
  readonly budgets: readonly Budget[];
}
