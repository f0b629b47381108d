import { type Migration, nullable, sealedIndex, table } from './migration.ts';

/** Requests of callers' own to the provider, how many of a day's calls they make, and the provider's own names of calls. */
export const providerRequests: Migration = (words) => {
  const { text } = words;
  return [
    table('provider_requests', {
      id: `${text} primary key`,
      organization_id: text,
      environment: text,
      connection_id: text,
      request_id: text,
      actor: text,
      actor_name: nullable(text),
      method: text,
      template: text,
      effect: text,
      outcome: text,
      status: nullable('integer'),
      bytes: nullable('integer'),
      correlation_id: nullable(text),
      sealed_request: nullable(text),
      created_at: 'bigint',
      ended_at: nullable('bigint'),
      settlement: nullable(text),
    }),
    'create index provider_requests_list on provider_requests (connection_id, created_at, id)',
    `create index provider_requests_unknown on provider_requests (connection_id, created_at, id) where outcome = 'unknown'`,
    'create index provider_requests_age on provider_requests (created_at)',
    sealedIndex(words, 'provider_requests_sealed', 'provider_requests', 'sealed_request'),
    'alter table request_budgets add column day_provider_requests bigint not null default 0',
    `alter table provider_calls add column correlation_id ${nullable(text)}`,
  ];
};
