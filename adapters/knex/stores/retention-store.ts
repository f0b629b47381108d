import type { OperationId, PurgeCut, PurgedBatch, PurgeTarget, RetentionStore } from '#core/ports';
import { millis } from '../columns.ts';
import { atomic, rowsOf, type Session } from '../session.ts';
import { endedStates, forgottenParts, unsentDelivery } from './forget-connection.ts';

/** Rows that have an index by age. */
interface AgedRows {
  /** The table's name, if it is not the target's. */
  readonly table?: string;
  readonly key: string;
  readonly age: string;
  /** A further condition, in the words of a partial index, which serves only queries that state it. */
  readonly only?: string;
  /** The column to clear; without it rows are deleted. */
  readonly clears?: string;
  /**
   * True for rows that nobody changes: they need no lock, and a role that may not change rows may not lock them either.
   */
  readonly isFinal?: true;
}

type AgedTarget = Exclude<PurgeTarget, 'operations' | 'deliveries'>;

const aged: Readonly<Record<AgedTarget, AgedRows>> = {
  excerpts: {
    table: 'delivery_attempts',
    key: 'id',
    age: 'at',
    only: `response_excerpt <> ''`,
    clears: 'response_excerpt',
  },
  events: { key: 'id', age: 'created_at', only: `${unsentDelivery} is null` },
  audit_entries: { key: 'id', age: 'at', isFinal: true },
  // A key that a request holds was claimed recently and expires much later.
  idempotency_keys: { key: 'organization_id, environment, key', age: 'expires_at' },
  notifications: { table: 'inbound_notifications', key: 'app_key, identity', age: 'received_at' },
  provider_calls: { key: 'id', age: 'at' },
  requests: { table: 'request_log', key: 'id', age: 'created_at' },
  provider_requests: { key: 'id', age: 'created_at' },
  exports: { table: 'export_parts', key: 'id', age: 'created_at' },
  // A session that waits for a choice is deleted after the time for choosing is over.
  connect_sessions: { key: 'id', age: 'expires_at', only: `state <> 'choosing'` },
  schedule_ticks: { key: 'schedule, tick_at', age: 'tick_at', only: 'held_until is null' },
  usage_events: { key: 'request_id, meter', age: 'at', only: 'rolled_at is not null' },
  console_sessions: { key: 'token_digest', age: 'expires_at' },
  sign_in_failures: { key: 'subject', age: 'latest_at' },
  look_alikes: { key: 'connection_id, subject, fingerprint', age: 'created_at' },
  look_alike_locks: { key: 'connection_id, fingerprint', age: 'touched_at' },
  agent_reservations: { key: 'owner, currency', age: 'day' },
  agent_spend: { key: 'lineage_id, day, currency', age: 'day' },
};

export function retentionStore(session: Session): RetentionStore {
  return {
    purge(target, cut) {
      if (target === 'operations') return purgeOperations(session, '<>', cut);
      if (target === 'deliveries') return purgeOperations(session, '=', cut);
      return purgeAged(session, target, cut);
    },
    forget: (part, connectionId, cut) => forgottenParts[part](session, connectionId, cut),
    scrub: () => session.dialect.scrub(session.db),
  };
}

async function purgeAged({ db, dialect }: Session, target: AgedTarget, cut: PurgeCut): Promise<PurgedBatch> {
  const { table = target, key, age, only = '1 = 1', clears, isFinal } = aged[target];
  const gone = await rowsOf(
    db,
    `with doomed as materialized (
      select ${key} from ${table} where ${only} and ${age} < ? order by ${age} limit ? ${isFinal ? '' : dialect.skipLocked}
    )
    ${clears ? `update ${table} set ${clears} = null` : `delete from ${table}`}
    where (${key}) in (select ${key} from doomed) returning ${age}`,
    [millis(cut.before), cut.limit],
  );
  return { removed: gone.length, isLast: gone.length < cut.limit };
}

const hourMs = 3_600_000;

interface EndedRow {
  readonly id: OperationId;
  /** How many steps, delivery attempts and bulk items the operation has. */
  readonly parts: number;
}

/** A replayed operation has no end any more, and a running one is not in this index. */
function endedSql(ofType: string, skipLocked: string): string {
  return `select id,
      (select count(*) from operation_steps s where s.operation_id = operations.id)
      + (select count(*) from deliveries d join delivery_attempts a on a.delivery_id = d.id
        where d.operation_id = operations.id)
      + (select count(*) from bulk_items i where i.operation_id = operations.id) as parts
    from operations
    where finished_at is not null and type ${ofType} 'webhook.deliver' and finished_at < ? and state in (${endedStates})
    order by finished_at limit ? ${skipLocked}`;
}

/**
 * Deletes ended operations from the oldest: at least one, and at most `limit` rows with their steps, attempts and
 * items. These and the deliveries go with their operation (on delete cascade), so that a replay never finds half of
 * one.
 */
function purgeOperations(session: Session, ofType: '=' | '<>', { before, limit }: PurgeCut): Promise<PurgedBatch> {
  return atomic(session, async ({ db, dialect }) => {
    const found = await rowsOf<EndedRow>(db, endedSql(ofType, dialect.skipLocked), [millis(before), limit]);
    const doomed: OperationId[] = [];
    let removed = 0;
    for (const { id, parts } of found) {
      const rows = 1 + parts;
      if (doomed.length > 0 && removed + rows > limit) break;
      doomed.push(id);
      removed += rows;
    }
    if (doomed.length > 0) await db('operations').whereIn('id', doomed).delete();
    if (ofType === '<>')
      await db('hourly_sums')
        .where('hour', '<', millis(before) - hourMs)
        .delete();
    return { removed, isLast: doomed.length === found.length && found.length < limit };
  });
}
