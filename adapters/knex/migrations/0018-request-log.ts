import { type Migration, nullable, table } from './migration.ts';

/** The requests of callers, and by whom operations and acts were begun, with the caller's name as it was then. */
export const requestLog: Migration = ({ text }) => [
  table('request_log', {
    id: `${text} primary key`,
    organization_id: text,
    environment: text,
    request_id: text,
    actor: text,
    actor_name: nullable(text),
    method: text,
    route: text,
    status: nullable('integer'),
    code: nullable(text),
    reason: nullable(text),
    error: nullable(text),
    connection_id: nullable(text),
    operation_id: nullable(text),
    resource_id: nullable(text),
    idempotency_key: nullable(text),
    is_replayed: 'boolean',
    body: nullable(text),
    duration_ms: 'integer',
    created_at: 'bigint',
  }),
  'create index request_log_list on request_log (organization_id, environment, created_at, id)',
  'create index request_log_by_route on request_log (organization_id, environment, route, created_at, id)',
  'create index request_log_by_actor on request_log (actor, created_at, id)',
  `create index request_log_by_connection on request_log (connection_id, created_at, id)
    where connection_id is not null`,
  'create index request_log_failed on request_log (organization_id, environment, created_at, id) where status >= 400',
  'create index request_log_by_request on request_log (request_id, created_at)',
  'create index request_log_age on request_log (created_at)',
  `alter table operations add column actor ${nullable(text)}`,
  `alter table audit_entries add column actor_name ${nullable(text)}`,
];
