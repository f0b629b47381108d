import { healthMessages, type MonitoredConnection } from './connection-health.ts';
import type { JsonObject } from './json.ts';

/** A connection as callers and receivers of its events see it; never its credentials. */
export function connectionView(connection: MonitoredConnection) {
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
    health: connection.health.state,
    health_reason: connection.health.reason,
    health_message: connection.health.reason && healthMessages[connection.health.reason],
    last_success_at: connection.health.lastSuccessAt?.toISOString() ?? null,
    retention_mode: connection.retentionMode,
    scopes: [...connection.scopes],
    metadata: connection.metadata,
    last_synced_at: connection.lastSyncedAt?.toISOString() ?? null,
    sync_warnings: connection.syncWarnings.map(({ type, providerId, reason, at }) => ({
      resource_type: type,
      provider_id: providerId,
      reason,
      noted_at: at.toISOString(),
    })),
    created_at: connection.createdAt.toISOString(),
    updated_at: connection.updatedAt.toISOString(),
  } satisfies JsonObject;
}
