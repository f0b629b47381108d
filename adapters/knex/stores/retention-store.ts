import type { PurgeCut, PurgedBatch, PurgeTarget, RetentionStore } from '#core';
import type { Session } from '../session.ts';
import { forgetPart } from './forget-connection.ts';
import { type AgedRows, purgeByAge } from './purge-by-age.ts';
import { purgeById, type SortedRows } from './purge-by-id.ts';
import { purgeOperations } from './purge-operations.ts';

type Purge = (session: Session, cut: PurgeCut) => Promise<PurgedBatch>;

const aged =
  (rows: AgedRows): Purge =>
  (session, cut) =>
    purgeByAge(session, rows, cut);
const sorted =
  (rows: SortedRows): Purge =>
  (session, cut) =>
    purgeById(session, rows, cut);
const gone = { kind: 'delete' } as const;

const purges: Readonly<Record<PurgeTarget, Purge>> = {
  operations: (session, cut) => purgeOperations(session, '<>', cut),
  deliveries: (session, cut) => purgeOperations(session, '=', cut),
  excerpts: aged({
    table: 'delivery_attempts',
    key: ['id'],
    age: 'at',
    only: `response_excerpt <> ''`,
    change: { kind: 'clear', column: 'response_excerpt' },
  }),
  events: sorted({
    table: 'events',
    age: 'created_at',
    // One value and not `exists`, which PostgreSQL may answer for the whole table at once.
    unless: `(select d.id from deliveries d join operations o on o.id = d.operation_id
      where d.event_id = events.id and o.state in ('queued', 'running', 'retrying') limit 1) is not null`,
  }),
  // A key that a request holds at this moment was claimed anew: its end is far off.
  idempotency_keys: aged({
    table: 'idempotency_keys',
    key: ['organization_id', 'environment', 'key'],
    age: 'expires_at',
    change: gone,
  }),
  notifications: aged({
    table: 'inbound_notifications',
    key: ['app_key', 'identity'],
    age: 'received_at',
    change: gone,
  }),
  audit_entries: sorted({ table: 'audit_entries', age: 'at', unless: '(1 = 0)', isFinal: true }),
  provider_calls: aged({ table: 'provider_calls', key: ['id'], age: 'at', change: gone }),
  // One that waits for a choice goes once the choice is given up.
  connect_sessions: aged({
    table: 'connect_sessions',
    key: ['id'],
    age: 'expires_at',
    only: `state <> 'choosing'`,
    change: gone,
  }),
  schedule_ticks: aged({
    table: 'schedule_ticks',
    key: ['schedule', 'tick_at'],
    age: 'tick_at',
    only: 'held_until is null',
    change: gone,
  }),
  usage_events: aged({
    table: 'usage_events',
    key: ['request_id', 'meter'],
    age: 'at',
    only: 'rolled_at is not null',
    change: gone,
  }),
  console_sessions: aged({ table: 'console_sessions', key: ['token_digest'], age: 'expires_at', change: gone }),
  sign_in_failures: aged({ table: 'sign_in_failures', key: ['subject'], age: 'latest_at', change: gone }),
};

export function retentionStore(session: Session): RetentionStore {
  return {
    purge: (target, cut) => purges[target](session, cut),
    forget: (part, connectionId, cut) => forgetPart(session, part, connectionId, cut),
    scrub: () => session.dialect.scrub(session.db),
  };
}
