import { type AppKey, appKeyOf, type Connection, type JsonObject, type SyncWarning } from '#core';
import { documentOf, documentText, millis, millisOrNull, timeOf, timeOrNull } from '../columns.ts';

export interface ConnectionRow {
  readonly id: Connection['id'];
  readonly organization_id: Connection['organizationId'];
  readonly environment: Connection['environment'];
  readonly external_account_id: string;
  readonly provider: Connection['provider'];
  readonly provider_app_id: Connection['providerAppId'];
  readonly app_key: AppKey;
  readonly provider_connection_id: string | null;
  readonly provider_tenant_id: string | null;
  readonly provider_tenant_name: string | null;
  readonly status: Connection['status'];
  readonly status_reason: string | null;
  readonly retention_mode: Connection['retentionMode'];
  readonly scopes: string;
  readonly metadata: string;
  readonly last_synced_at: number | null;
  readonly scope_refused_at: number | null;
  readonly sync_warnings: string;
  readonly created_at: number;
  readonly updated_at: number;
}

/** Every column that a connection is read with. */
export const connectionColumns = Object.keys({
  id: 1,
  organization_id: 1,
  environment: 1,
  external_account_id: 1,
  provider: 1,
  provider_app_id: 1,
  app_key: 1,
  provider_connection_id: 1,
  provider_tenant_id: 1,
  provider_tenant_name: 1,
  status: 1,
  status_reason: 1,
  retention_mode: 1,
  scopes: 1,
  metadata: 1,
  last_synced_at: 1,
  scope_refused_at: 1,
  sync_warnings: 1,
  created_at: 1,
  updated_at: 1,
} satisfies Record<keyof ConnectionRow, 1>);

export function connectionRow(connection: Connection): ConnectionRow {
  return {
    id: connection.id,
    organization_id: connection.organizationId,
    environment: connection.environment,
    external_account_id: connection.externalAccountId,
    provider: connection.provider,
    provider_app_id: connection.providerAppId,
    app_key: appKeyOf(connection.providerAppId),
    provider_connection_id: connection.providerConnectionId,
    provider_tenant_id: connection.providerTenantId,
    provider_tenant_name: connection.providerTenantName,
    status: connection.status,
    status_reason: connection.statusReason,
    retention_mode: connection.retentionMode,
    scopes: documentText(connection.scopes),
    metadata: documentText(connection.metadata),
    last_synced_at: millisOrNull(connection.lastSyncedAt),
    scope_refused_at: millisOrNull(connection.scopeRefusedAt),
    sync_warnings: documentText(connection.syncWarnings),
    created_at: millis(connection.createdAt),
    updated_at: millis(connection.updatedAt),
  };
}

export function connectionOf(row: ConnectionRow): Connection {
  return {
    id: row.id,
    organizationId: row.organization_id,
    environment: row.environment,
    externalAccountId: row.external_account_id,
    provider: row.provider,
    providerAppId: row.provider_app_id,
    providerConnectionId: row.provider_connection_id,
    providerTenantId: row.provider_tenant_id,
    providerTenantName: row.provider_tenant_name,
    status: row.status,
    statusReason: row.status_reason,
    retentionMode: row.retention_mode,
    scopes: documentOf<readonly string[]>(row.scopes),
    metadata: documentOf<JsonObject>(row.metadata),
    lastSyncedAt: timeOrNull(row.last_synced_at),
    scopeRefusedAt: timeOrNull(row.scope_refused_at),
    syncWarnings: syncWarningsOf(row.sync_warnings),
    createdAt: timeOf(row.created_at),
    updatedAt: timeOf(row.updated_at),
  };
}

type KeptWarning = Omit<SyncWarning, 'at'> & { readonly at: string };

export function syncWarningsOf(text: string): readonly SyncWarning[] {
  return documentOf<readonly KeptWarning[]>(text).map((warning) => ({ ...warning, at: new Date(warning.at) }));
}
