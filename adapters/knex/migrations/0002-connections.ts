import { type Migration, sealedIndex } from './migration.ts';

export const connections: Migration = (words) => {
  const { text, keyed, busy } = words;
  return [
    `create table connect_sessions (
      id ${text} primary key,
      organization_id ${text} not null references organizations (id),
      environment ${text} not null,
      state ${text} not null,
      token_digest ${text} not null,
      state_digest ${text} not null,
      provider ${text} not null,
      provider_app_id ${text} references provider_apps (id),
      external_account_id ${text} not null,
      redirect_uri ${text} not null,
      retention_mode ${text} not null,
      metadata ${text} not null,
      consent_id ${text},
      connection_id ${text},
      request_id ${text} not null,
      created_at bigint not null,
      expires_at bigint not null,
      result ${text}
    )`,
    'create unique index connect_sessions_token on connect_sessions (token_digest)',
    'create unique index connect_sessions_state on connect_sessions (state_digest)',
    'create index connect_sessions_expiry on connect_sessions (expires_at)',
    `create index connect_sessions_unchosen on connect_sessions (expires_at) where state = 'choosing'`,
    `create table connections (
      id ${text} primary key,
      organization_id ${text} not null references organizations (id),
      environment ${text} not null,
      external_account_id ${text} not null,
      provider ${text} not null,
      provider_app_id ${text} references provider_apps (id),
      app_key ${text} not null,
      provider_connection_id ${text},
      provider_tenant_id ${text},
      provider_tenant_name ${text},
      status ${text} not null,
      status_reason ${text},
      retention_mode ${text} not null,
      scopes ${text} not null,
      metadata ${text} not null,
      last_synced_at bigint,
      created_at bigint not null,
      updated_at bigint not null,
      scope_refused_at bigint,
      sync_warnings ${text} not null default '[]'
    )${busy}`,
    `create unique index connections_owner on connections (app_key, provider_tenant_id)
      where status in ('active', 'action_required', 'disconnecting')`,
    'create index connections_earlier on connections (app_key, provider_tenant_id, external_account_id, created_at)',
    'create index connections_list on connections (organization_id, environment, created_at, id)',
    'create index connections_by_status on connections (organization_id, environment, status, created_at, id)',
    `create index connections_by_account
      on connections (organization_id, environment, external_account_id, created_at, id)`,
    `create index connections_active on connections (app_key, id) where status = 'active'`,
    `create index connections_counted on connections (organization_id)
      where status in ('active', 'action_required')`,
    `create index connections_by_link on connections (provider_connection_id)
      where status in ('active', 'action_required')`,
    `create table reconciliations (
      connection_id ${text} primary key,
      organization_id ${text} not null,
      environment ${text} not null,
      app_key ${text} not null,
      due_at bigint not null,
      interval_ms bigint,
      planned_at bigint
    )${busy}`,
    'create index reconciliations_due on reconciliations (app_key, due_at, connection_id)',
    `create index reconciliations_planned on reconciliations (app_key, planned_at)
      where planned_at is not null`,
    `create table credentials (
      connection_id ${text} primary key references connections (id) on delete cascade,
      organization_id ${text} not null,
      generation bigint not null,
      sealed_access_token ${text} not null,
      sealed_refresh_token ${text} not null,
      sealed_previous_refresh_token ${text},
      access_expires_at bigint not null,
      refreshed_at bigint not null,
      refresh_holder ${text},
      refresh_until bigint
    )${busy}`,
    'create index credentials_idle on credentials (refreshed_at)',
    `create table sync_cursors (
      connection_id ${text} not null,
      organization_id ${text} not null,
      type ${text} not null,
      high_water bigint not null,
      read_from bigint not null,
      raised_at bigint not null,
      primary key (connection_id, type)
    )${keyed}`,
    `create table sync_starts (
      connection_id ${text} primary key,
      organization_id ${text} not null,
      announce_from bigint not null
    )${keyed}`,
    sealedIndex(words, 'credentials_access_token_key', 'credentials', 'sealed_access_token'),
    sealedIndex(words, 'credentials_refresh_token_key', 'credentials', 'sealed_refresh_token'),
    sealedIndex(words, 'credentials_previous_token_key', 'credentials', 'sealed_previous_refresh_token'),
  ];
};
