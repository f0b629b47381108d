import type { Migration } from './migration.ts';

/**
 * What verification found of an app, and consents that are given for it. Beside that what the console's overview sums
 * up (operations by the time of their end) and what is told of one invoice.
 */
export const providerAppChecks: Migration = {
  version: 17,
  name: 'provider-app-checks',
  statements: ({ text }) => [
    'alter table provider_apps add column webhook_key_set_at bigint',
    `alter table provider_apps add column granted_scopes ${text}`,
    `alter table provider_apps add column checks ${text}`,
    `create table provider_app_consents (
      state_digest ${text} primary key,
      provider_app_id ${text} not null references provider_apps (id) on delete cascade,
      session_id ${text} not null,
      created_at bigint not null,
      expires_at bigint not null
    )`,
    'create unique index provider_app_consents_session on provider_app_consents (provider_app_id, session_id)',
    `create index operations_finished on operations (organization_id, environment, finished_at, type, state)
      where finished_at is not null`,
    // Events of before are told of by their connection and their operation only; none of them is kept for long.
    `alter table events add column invoice_id ${text}`,
    `create index events_by_invoice on events (connection_id, invoice_id, created_at, id)
      where invoice_id is not null`,
  ],
};
