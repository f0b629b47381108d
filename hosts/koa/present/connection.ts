import type { Connection, ConnectionShape } from '#core';
import { presentTime, presentTimeOrNull } from './time.ts';

export function presentConnection(connection: Connection): ConnectionShape {
  return {
    connection_id: connection.id,
    external_account_id: connection.externalAccountId,
    provider: connection.provider,
    provider_app_id: connection.providerAppId,
    provider_tenant_id: connection.providerTenantId,
    provider_tenant_name: connection.providerTenantName,
    environment: connection.environment,
    status: connection.status,
    status_reason: connection.statusReason,
    retention_mode: connection.retentionMode,
    scopes: [...connection.scopes],
    metadata: connection.metadata,
    last_synced_at: presentTimeOrNull(connection.lastSyncedAt),
    created_at: presentTime(connection.createdAt),
    updated_at: presentTime(connection.updatedAt),
  };
}
