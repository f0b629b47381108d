import type { Knex } from 'knex';
import type { AuditEntry, Plane, ProviderCall, ProviderCallStore, RecentCalls, Stores } from '#core/ports';
import {
  bigint,
  flag,
  integer,
  json,
  millis,
  nullable,
  rounded,
  tableOf,
  text,
  time,
  timeOf,
  timeOrNull,
} from '../columns.ts';
import { insertRows } from '../insert-rows.ts';
import { descending, entityPage, given, type Order, within } from '../paging.ts';
import { planeColumns } from '../plane.ts';
import { type Session, unflushed } from '../session.ts';

const entries = tableOf<AuditEntry>()('audit_entries', {
  id: text,
  organizationId: text,
  environment: nullable(text),
  actor: text,
  actorName: nullable(text),
  action: text,
  subject: text,
  details: json,
  changes: nullable(json),
  requestId: text,
  at: time,
});

const latestFirst: Order = { at: 'at', id: 'id' };

export function auditStore({ db, dialect }: Session): Stores['audit'] {
  return {
    record: (entry) => entries.insert(db, entry),
    list(organizationId, request, { actor, action, subject, ...created } = {}) {
      const named = subject?.startsWith('audit_') ? { id: subject } : { subject };
      const matching = entries.in(db).where(given({ actor, action, ...named }));
      if (subject === undefined) matching.where({ organization_id: organizationId });
      else matching.whereRaw(`${dialect.unindexed('organization_id')} = ?`, [organizationId]);
      within(matching, 'at', created);
      return entityPage(entries, matching, request, { db, order: latestFirst });
    },
    async listBySubjects(organizationId, subjects, limit) {
      if (subjects.length === 0) return [];
      const matching = entries.in(db).whereIn('subject', subjects).orderBy(descending(latestFirst)).limit(limit);
      return entries.all(matching.whereRaw(`${dialect.unindexed('organization_id')} = ?`, [organizationId]));
    },
  };
}

const calls = tableOf<ProviderCall>()('provider_calls', {
  organizationId: text,
  connectionId: text,
  operationId: nullable(text),
  requestId: text,
  method: text,
  path: text,
  about: nullable(text),
  status: nullable(integer),
  bytesIn: bigint,
  durationMs: rounded,
  at: time,
  isApart: flag,
  correlationId: nullable(text),
});

export function providerCallStore(session: Session): ProviderCallStore {
  const { db } = session;
  return {
    async insert(made) {
      await insertRows(session, calls, made.map(calls.toRow), `and ${unflushed(session)}`);
    },
    listByOperation: (plane, operationId, limit) =>
      latest(plane, calls.in(db).where({ operation_id: operationId }), limit),
    listByConnection(plane, connectionId, { about, lookedAt }, limit) {
      // Searches for a record only among the newest calls, by the index of their time.
      const newest = calls
        .in(db)
        .where({ connection_id: connectionId })
        .orderBy(descending(latestFirst))
        .limit(lookedAt);
      const matching = db.from(newest.as('newest'));
      if (about !== undefined) matching.where({ about });
      return latest(plane, matching, limit);
    },
    recent: recentOf(session),
    listByRequest(plane, requestId, { from, until }, limit) {
      const own = calls.in(db).where({ request_id: requestId }).whereNull('operation_id');
      return latest(plane, own.whereBetween('at', [millis(from), millis(until)]), limit);
    },
    async removeGone(connectionId, { from, until }) {
      await db('provider_calls')
        .where({ connection_id: connectionId })
        .whereBetween('at', [millis(from), millis(until)])
        .whereNotNull('operation_id')
        .whereNotExists(db('operations').whereRaw('operations.id = provider_calls.operation_id'))
        .delete();
    },
  };
}

/** A call belongs to the plane of its connection, whose row remains when the connection is removed. */
function latest({ organizationId, environment }: Plane, matching: Knex.QueryBuilder, limit: number) {
  const isOwn = `exists (select 1 from connections c
    where c.id = connection_id and c.organization_id = ? and c.environment = ?)`;
  const rows = matching.whereRaw(isOwn, [organizationId, environment]).select(calls.columns);
  return calls.all(rows.orderBy(descending(latestFirst)).limit(limit));
}

const isGood = "status < 500 and status not in (401, 403, 408, 429) and path <> '/connect/token'";

/** A refusal that tells nothing of the connection, because the call needs a scope of its own. */
const isOfItsOwn = 'p.is_apart and p.status in (401, 403)';

interface RecentRow {
  readonly id: ProviderCall['connectionId'];
  readonly good_at: number | null;
  readonly latest_at: number | null;
  readonly latest_status: number | null;
  readonly third_at: number | null;
  readonly health: RecentCalls['stored']['state'];
  readonly health_reason: RecentCalls['stored']['reason'];
  readonly sync_failures: number;
}

/** Reads the end of an index four times per connection, however many calls it made. */
const recentOf =
  ({ db }: Session): ProviderCallStore['recent'] =>
  async (plane, connectionIds) => {
    const made = `from provider_calls p where p.connection_id = connections.id and not (${isOfItsOwn})`;
    const newest = 'order by at desc, id desc limit 1';
    const rows: RecentRow[] = await db('connections')
      .where(plane ? planeColumns(plane) : {})
      .whereIn('id', [...connectionIds])
      .select('id', 'health', 'health_reason', 'sync_failures')
      .select(db.raw(`(select at ${made} and ${isGood} order by at desc limit 1) as good_at`))
      .select(db.raw(`(select at ${made} ${newest}) as latest_at`))
      .select(db.raw(`(select status ${made} ${newest}) as latest_status`))
      .select(db.raw(`(select at ${made} ${newest} offset 2) as third_at`));
    const calls = rows.map(({ id, good_at, latest_at, latest_status, third_at, ...row }): [typeof id, RecentCalls] => {
      const latest = latest_at === null ? null : { at: timeOf(latest_at), status: latest_status };
      const made = { lastGoodAt: timeOrNull(good_at), latest, thirdLatestAt: timeOrNull(third_at) };
      const stored = { state: row.health, reason: row.health_reason };
      return [id, { ...made, syncFailures: row.sync_failures, stored }];
    });
    return new Map(calls);
  };
