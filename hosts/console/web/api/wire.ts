// What the API answers, as far as the pages read it (the OpenAPI document is the contract).
import type { Environment } from '../words/object-path.ts';

export type Role = 'owner' | 'developer' | 'viewer';
export type Permission = 'read' | 'operate' | 'test_keys' | 'live_keys' | 'members';

export interface Me {
  readonly member_id: string;
  readonly organization_id: string;
  readonly email: string;
  readonly role: Role;
  readonly permissions: readonly Permission[];
  readonly must_change_password: boolean;
  readonly csrf_token: string;
  readonly organization?: {
    readonly id: string;
    readonly name: string;
    readonly plan: string;
    readonly connection_limit: number | null;
  };
}

export interface Items<T> {
  readonly items: readonly T[];
}

export type ConnectionStatus = (typeof connectionStatuses)[number];
export const connectionStatuses = [
  'active',
  'action_required',
  'pending_selection',
  'disconnecting',
  'disconnected',
] as const;

export interface Connection {
  readonly connection_id: string;
  readonly external_account_id: string;
  readonly provider: string;
  readonly provider_app_id: string | null;
  readonly provider_tenant_id: string | null;
  readonly provider_tenant_name: string | null;
  readonly environment: Environment;
  readonly status: ConnectionStatus;
  readonly status_reason: string | null;
  readonly health: 'ok' | 'degraded' | 'failing';
  readonly health_reason: string | null;
  /** The reason and the next step, in words. */
  readonly health_message: string | null;
  readonly last_success_at: string | null;
  readonly retention_mode: 'cached' | 'zero';
  readonly scopes: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly last_synced_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface WireError {
  readonly code: string;
  readonly reason?: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly outcome?: string;
}

export interface Step {
  readonly name: string;
  readonly state: string;
  readonly result: unknown;
  readonly error: WireError | null;
  readonly started_at: string;
  readonly finished_at: string;
}

export interface Attempt {
  readonly run: number;
  readonly number: number;
  readonly started_at: string;
  readonly finished_at: string;
  readonly outcome: string;
  readonly error: WireError | null;
}

export const operationStates = [
  'queued',
  'running',
  'retrying',
  'succeeded',
  'failed',
  'dead_letter',
  'cancelled',
] as const;
export type OperationState = (typeof operationStates)[number];

export interface Operation {
  readonly operation_id: string;
  readonly type: string;
  readonly state: OperationState;
  readonly connection_id: string | null;
  readonly environment: Environment;
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: unknown;
  readonly error: WireError | null;
  readonly steps: readonly Step[];
  readonly attempts: readonly Attempt[];
  readonly run: number;
  readonly attempt_count: number;
  readonly max_attempts: number;
  readonly next_attempt_at: string | null;
  readonly lease_expires_at: string | null;
  readonly replays: readonly {
    readonly at: string;
    readonly actor: string;
    readonly reason: string;
    readonly previous_state: string;
    readonly previous_attempt_count: number;
  }[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly request_id: string;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly updated_at: string;
  readonly finished_at: string | null;
}

export interface ServiceEvent {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly environment: Environment;
  readonly connection_id: string;
  readonly sequence: number;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface TimelineEntry {
  readonly at: string;
  readonly kind: string;
  readonly id: string | null;
  readonly title: string;
  readonly request_id: string | null;
  readonly operation_id: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}
