import { type Migration, nullable, sealedIndex, table } from './migration.ts';

const connectionRows: Migration = ({ text, busy }) => [
  table(
    'connections',
    {
      id: `${text} primary key`,
      organization_id: `${text} references organizations (id)`,
      environment: text,
      external_account_id: text,
      provider: text,
      provider_app_id: nullable(`${text} references provider_apps (id)`),
      app_key: text,
      provider_connection_id: nullable(text),
      provider_tenant_id: nullable(text),
      provider_tenant_name: nullable(text),
      status: text,
      status_reason: nullable(text),
      retention_mode: text,
      scopes: text,
      metadata: text,
      last_synced_at: nullable('bigint'),
      created_at: 'bigint',
      updated_at: 'bigint',
      scope_refused_at: nullable('bigint'),
      sync_warnings: `${text} default '[]'`,
    },
    { ending: busy },
  ),
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
  table(
    'reconciliations',
    {
      connection_id: `${text} primary key`,
      organization_id: text,
      environment: text,
      app_key: text,
      due_at: 'bigint',
      interval_ms: nullable('bigint'),
      planned_at: nullable('bigint'),
    },
    { ending: busy },
  ),
  'create index reconciliations_due on reconciliations (app_key, due_at, connection_id)',
  `create index reconciliations_planned on reconciliations (app_key, planned_at)
      where planned_at is not null`,
];

const authorizations: Migration = (words) => {
  const { text, busy } = words;
  return [
    table('connect_sessions', {
      id: `${text} primary key`,
      organization_id: `${text} references organizations (id)`,
      environment: text,
      state: text,
      token_digest: text,
      state_digest: text,
      provider: text,
      provider_app_id: nullable(`${text} references provider_apps (id)`),
      external_account_id: text,
      redirect_uri: text,
      retention_mode: text,
      metadata: text,
      consent_id: nullable(text),
      connection_id: nullable(text),
      request_id: text,
      created_at: 'bigint',
      expires_at: 'bigint',
      result: nullable(text),
    }),
    'create unique index connect_sessions_token on connect_sessions (token_digest)',
    'create unique index connect_sessions_state on connect_sessions (state_digest)',
    'create index connect_sessions_expiry on connect_sessions (expires_at)',
    `create index connect_sessions_unchosen on connect_sessions (expires_at) where state = 'choosing'`,
    table(
      'credentials',
      {
        connection_id: `${text} primary key references connections (id) on delete cascade`,
        organization_id: text,
        generation: 'bigint',
        sealed_access_token: text,
        sealed_refresh_token: text,
        sealed_previous_refresh_token: nullable(text),
        access_expires_at: 'bigint',
        refreshed_at: 'bigint',
        refresh_holder: nullable(text),
        refresh_until: nullable('bigint'),
      },
      { ending: busy },
    ),
    'create index credentials_idle on credentials (refreshed_at)',
    sealedIndex(words, 'credentials_access_token_key', 'credentials', 'sealed_access_token'),
    sealedIndex(words, 'credentials_refresh_token_key', 'credentials', 'sealed_refresh_token'),
    sealedIndex(words, 'credentials_previous_token_key', 'credentials', 'sealed_previous_refresh_token'),
  ];
};

const cursors: Migration = ({ text, keyed }) => [
  table(
    'sync_cursors',
    {
      connection_id: text,
      organization_id: text,
      type: text,
      high_water: 'bigint',
      read_from: 'bigint',
      raised_at: 'bigint',
    },
    { key: 'connection_id, type', ending: keyed },
  ),
  table(
    'sync_starts',
    { connection_id: `${text} primary key`, organization_id: text, announce_from: 'bigint' },
    { ending: keyed },
  ),
];

export const connections: Migration = (words) => [
  ...connectionRows(words),
  ...authorizations(words),
  ...cursors(words),
];
