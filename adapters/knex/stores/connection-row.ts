import { type AppKey, appKeyOf, type Connection, type SyncWarning } from '#core/ports';
import { derived, json, jsonWithTimes, nullable, type RowOf, tableOf, text, time } from '../columns.ts';

export const connections = tableOf<Connection>()('connections', {
  id: text,
  organizationId: text,
  environment: text,
  externalAccountId: text,
  provider: text,
  providerAppId: nullable(text),
  app_key: derived('text', ({ providerAppId }: Connection): AppKey => appKeyOf(providerAppId)),
  providerConnectionId: nullable(text),
  providerTenantId: nullable(text),
  providerTenantName: nullable(text),
  status: text,
  statusReason: nullable(text),
  retentionMode: text,
  scopes: json,
  metadata: json,
  lastSyncedAt: nullable(time),
  scopeRefusedAt: nullable(time),
  syncWarnings: jsonWithTimes<SyncWarning>('at'),
  createdAt: time,
  updatedAt: time,
});

export type ConnectionRow = RowOf<typeof connections>;

export const connectionOf = connections.toEntity;
