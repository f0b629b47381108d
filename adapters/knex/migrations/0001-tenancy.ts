import type { Migration } from './migration.ts';

export const tenancy: Migration = {
  version: 1,
  name: 'tenancy',
  statements: ({ text }) => [
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
      created_at bigint not null
    )`,
    'create unique index members_email on members (email)',
    'create index members_list on members (organization_id, created_at, id)',
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
      updated_at bigint not null
    )`,
    'create unique index provider_apps_default on provider_apps (organization_id, environment) where is_default',
    'create index provider_apps_list on provider_apps (organization_id, environment, created_at, id)',
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
    'create index audit_entries_list on audit_entries (organization_id, at, id)',
    'create index audit_entries_subject on audit_entries (subject, at)',
  ],
};
