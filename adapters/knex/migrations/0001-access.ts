import { type Migration, nullable, sealedIndex, table } from './migration.ts';

const people: Migration = ({ text, keyed }) => [
  table('organizations', {
    id: `${text} primary key`,
    name: text,
    plan: text,
    connection_limit: 'integer',
    created_at: 'bigint',
  }),
  table('members', {
    id: `${text} primary key`,
    organization_id: `${text} references organizations (id)`,
    email: text,
    role: text,
    password_hash: text,
    created_at: 'bigint',
    temporary_password_until: nullable('bigint'),
  }),
  'create index members_list on members (organization_id, created_at, id)',
  'create unique index members_address on members (email, organization_id)',
  table('audit_entries', {
    id: `${text} primary key`,
    organization_id: text,
    environment: nullable(text),
    actor: text,
    action: text,
    subject: text,
    details: text,
    request_id: text,
    at: 'bigint',
  }),
  'create index audit_entries_age on audit_entries (at)',
  'create index audit_entries_list on audit_entries (organization_id, at, id)',
  'create index audit_entries_subject on audit_entries (subject, at)',
  table(
    'console_sessions',
    {
      token_digest: `${text} primary key`,
      organization_id: text,
      member_id: `${text} references members (id)`,
      csrf_digest: text,
      created_at: 'bigint',
      seen_at: 'bigint',
      expires_at: 'bigint',
      id: nullable(text),
      agent: nullable(text),
    },
    { ending: keyed },
  ),
  'create index console_sessions_by_member on console_sessions (member_id)',
  'create index console_sessions_expiry on console_sessions (expires_at)',
  'create unique index console_sessions_id on console_sessions (id)',
  table('sign_in_failures', { subject: `${text} primary key`, tries: text, latest_at: 'bigint' }, { ending: keyed }),
  'create index sign_in_failures_age on sign_in_failures (latest_at)',
];

const keysAndApps: Migration = (words) => {
  const { text } = words;
  return [
    table('api_keys', {
      id: `${text} primary key`,
      organization_id: `${text} references organizations (id)`,
      environment: text,
      name: text,
      digest: text,
      last_four: text,
      created_at: 'bigint',
      last_used_at: nullable('bigint'),
      revoked_at: nullable('bigint'),
    }),
    'create unique index api_keys_digest on api_keys (digest)',
    'create index api_keys_list on api_keys (organization_id, created_at, id)',
    table('provider_apps', {
      id: `${text} primary key`,
      organization_id: `${text} references organizations (id)`,
      environment: text,
      provider: text,
      name: text,
      status: text,
      is_default: 'boolean',
      client_id: nullable(text),
      sealed_client_secret: nullable(text),
      sealed_webhook_key: nullable(text),
      intent_received_at: nullable('bigint'),
      daily_call_limit: nullable('integer'),
      created_at: 'bigint',
      updated_at: 'bigint',
      webhook_key_set_at: nullable('bigint'),
      granted_scopes: nullable(text),
      checks: text,
      verified_client_id: nullable(text),
    }),
    'create unique index provider_apps_default on provider_apps (organization_id, environment) where is_default',
    'create index provider_apps_list on provider_apps (organization_id, environment, created_at, id)',
    'create unique index provider_apps_client on provider_apps (verified_client_id)',
    table('provider_app_consents', {
      state_digest: `${text} primary key`,
      organization_id: text,
      provider_app_id: `${text} references provider_apps (id) on delete cascade`,
      session_id: text,
      created_at: 'bigint',
      expires_at: 'bigint',
    }),
    'create unique index provider_app_consents_session on provider_app_consents (provider_app_id, session_id)',
    sealedIndex(words, 'provider_apps_client_secret_key', 'provider_apps', 'sealed_client_secret'),
    sealedIndex(words, 'provider_apps_webhook_key_key', 'provider_apps', 'sealed_webhook_key'),
  ];
};

/**
 * Organizations, members and their sessions, API keys, provider apps, and the audit log. A client ID belongs to one
 * verified app (`verified_client_id`); one address may belong to a member of several organizations.
 */
export const access: Migration = (words) => [...people(words), ...keysAndApps(words)];
