import { type Migration, sealedIndex } from './migration.ts';

/**
 * Organizations, members and their sessions, API keys, provider apps, and the audit log. A client ID belongs to one
 * verified app (`verified_client_id`); one address may belong to a member of several organizations.
 */
export const access: Migration = (words) => {
  const { text, keyed } = words;
  return [
    `create table organizations (
      id ${text} primary key,
      name ${text} not null,
      plan ${text} not null,
      connection_limit integer not null,
      created_at bigint not null
    )`,
    `create table members (
      id ${text} primary key,
      organization_id ${text} not null references organizations (id),
      email ${text} not null,
      role ${text} not null,
      password_hash ${text} not null,
      created_at bigint not null,
      temporary_password_until bigint
    )`,
    'create index members_list on members (organization_id, created_at, id)',
    'create unique index members_address on members (email, organization_id)',
    `create table api_keys (
      id ${text} primary key,
      organization_id ${text} not null references organizations (id),
      environment ${text} not null,
      name ${text} not null,
      digest ${text} not null,
      last_four ${text} not null,
      created_at bigint not null,
      last_used_at bigint,
      revoked_at bigint
    )`,
    'create unique index api_keys_digest on api_keys (digest)',
    'create index api_keys_list on api_keys (organization_id, created_at, id)',
    `create table provider_apps (
      id ${text} primary key,
      organization_id ${text} not null references organizations (id),
      environment ${text} not null,
      provider ${text} not null,
      name ${text} not null,
      status ${text} not null,
      is_default boolean not null,
      client_id ${text},
      sealed_client_secret ${text},
      sealed_webhook_key ${text},
      intent_received_at bigint,
      daily_call_limit integer,
      created_at bigint not null,
      updated_at bigint not null,
      webhook_key_set_at bigint,
      granted_scopes ${text},
      checks ${text} not null,
      verified_client_id ${text}
    )`,
    'create unique index provider_apps_default on provider_apps (organization_id, environment) where is_default',
    'create index provider_apps_list on provider_apps (organization_id, environment, created_at, id)',
    'create unique index provider_apps_client on provider_apps (verified_client_id)',
    `create table provider_app_consents (
      state_digest ${text} primary key,
      organization_id ${text} not null,
      provider_app_id ${text} not null references provider_apps (id) on delete cascade,
      session_id ${text} not null,
      created_at bigint not null,
      expires_at bigint not null
    )`,
    'create unique index provider_app_consents_session on provider_app_consents (provider_app_id, session_id)',
    `create table audit_entries (
      id ${text} primary key,
      organization_id ${text} not null,
      environment ${text},
      actor ${text} not null,
      action ${text} not null,
      subject ${text} not null,
      details ${text} not null,
      request_id ${text} not null,
      at bigint not null
    )`,
    'create index audit_entries_age on audit_entries (at)',
    'create index audit_entries_list on audit_entries (organization_id, at, id)',
    'create index audit_entries_subject on audit_entries (subject, at)',
    `create table console_sessions (
      token_digest ${text} primary key,
      organization_id ${text} not null,
      member_id ${text} not null references members (id),
      csrf_digest ${text} not null,
      created_at bigint not null,
      seen_at bigint not null,
      expires_at bigint not null,
      id ${text},
      agent ${text}
    )${keyed}`,
    'create index console_sessions_by_member on console_sessions (member_id)',
    'create index console_sessions_expiry on console_sessions (expires_at)',
    'create unique index console_sessions_id on console_sessions (id)',
    `create table sign_in_failures (
      subject ${text} primary key,
      tries ${text} not null,
      latest_at bigint not null
    )${keyed}`,
    'create index sign_in_failures_age on sign_in_failures (latest_at)',
    sealedIndex(words, 'provider_apps_client_secret_key', 'provider_apps', 'sealed_client_secret'),
    sealedIndex(words, 'provider_apps_webhook_key_key', 'provider_apps', 'sealed_webhook_key'),
  ];
};
