// Who may write now: one request of a key, one change of a record.
import type { Knex } from 'knex';
import {
  aheadMsMax,
  type IdempotencyScope,
  type IdempotencyStore,
  idempotencyLeaseSeconds,
  type Json,
  type RecordKey,
  type RecordLeaseStore,
  type RecordPlace,
  type StoredAnswer,
  type WriteAttempt,
} from '#core/ports';
import { documentOf, documentText, millis, timeOf } from '../columns.ts';
import { planeColumns } from '../plane.ts';
import { preparedRowsOf, rowsOf, type Session, unflushed, unlessTaken } from '../session.ts';

interface AttemptRow {
  readonly attempt_prepared: string | null;
  readonly attempt_first_sent_at: number | null;
  /** Whose documents the key may hold; null for keys that belong to no connection. */
  readonly connection_id: RecordPlace['connectionId'] | null;
  /** The type of the record that the attempt creates; stored with the record that it ended with. */
  readonly resource_type: RecordPlace['type'] | null;
}

/** Columns that an expired key loses and a key whose lease has ended does not. */
const outcome = ['attempt_prepared', 'attempt_first_sent_at', 'connection_id', 'resource_type']
  .concat('produced_id', 'is_adopted', 'answer')
  .map(
    (column) =>
      `${column} = case when stored.expires_at <= excluded.claimed_at then excluded.${column} else stored.${column} end`,
  );

/**
 * One statement, so that of simultaneous claims one succeeds: a new key, an expired one, or one whose lease has ended. It
 * waits for no flush: the attempt, which is stored before anything is sent, does, and finds no claim that was forgotten.
 */
const claimSql = (condition: string): string => `insert into idempotency_keys as stored
    (organization_id, environment, key, fingerprint, connection_id, lease_token, lease_until, claimed_at, expires_at, is_adopted)
  select ?, ?, ?, ?, ?, ?, ?, ?, ?, false where ${condition}
  on conflict (organization_id, environment, key) do update set
    fingerprint = excluded.fingerprint, lease_token = excluded.lease_token, lease_until = excluded.lease_until,
    claimed_at = excluded.claimed_at, expires_at = excluded.expires_at, ${outcome.join(', ')}
  where stored.expires_at <= excluded.claimed_at or (stored.fingerprint = excluded.fingerprint
    and stored.answer is null and (stored.lease_until <= excluded.claimed_at
      or stored.lease_until > excluded.claimed_at + ${idempotencyLeaseSeconds * 1000 + aheadMsMax}))
  returning attempt_prepared, attempt_first_sent_at, connection_id, resource_type`;

const heldSql = 'organization_id = ? and environment = ? and key = ? and lease_token = ? returning key';
const attemptSql = `update idempotency_keys set attempt_prepared = ?, attempt_first_sent_at = ?,
  connection_id = coalesce(?, connection_id), resource_type = ? where ${heldSql}`;
/** The place stays only where a record came of it. */
const answerSql = `with ended (answer, produced_id, is_adopted) as (select ?, cast(? as text), cast(? as text))
  update idempotency_keys set attempt_prepared = null, attempt_first_sent_at = null, lease_token = null, lease_until = 0,
    answer = ended.answer, produced_id = ended.produced_id, is_adopted = ended.is_adopted = 'true',
    resource_type = case when ended.produced_id is not null then resource_type end
  from ended where ${heldSql}`;

export function idempotencyStore(session: Session): IdempotencyStore {
  const { db } = session;
  const held = (scope: IdempotencyScope, leaseToken: string) =>
    keys(db).where({ ...scopeColumns(scope), lease_token: leaseToken });
  return {
    async claim(scope, { fingerprint, connectionId, leaseToken, now, leaseUntil, expiresAt }) {
      const lease = [leaseToken, ...[leaseUntil, now, expiresAt].map(millis)];
      const key = [scope.organizationId, scope.environment, scope.key, fingerprint, connectionId];
      const [claimed] = await preparedRowsOf<AttemptRow>(db, claimSql(unflushed(session)), [...key, ...lease]);
      if (claimed) return { kind: 'claimed', leaseToken, attempt: attemptOf(claimed) };
      const row = await keys(db).where(scopeColumns(scope)).first('fingerprint', 'answer');
      if (row && row.fingerprint !== fingerprint) return { kind: 'clashing' };
      return row?.answer ? { kind: 'answered', answer: documentOf<StoredAnswer>(row.answer) } : { kind: 'running' };
    },
    async recordAttempt(scope, leaseToken, { prepared, firstSentAt, creates }) {
      const begun = [documentText(prepared), millis(firstSentAt)];
      const place = [creates?.connectionId ?? null, creates?.type ?? null];
      const key = [scope.organizationId, scope.environment, scope.key, leaseToken];
      return (await preparedRowsOf(db, attemptSql, [...begun, ...place, ...key])).length === 1;
    },
    async answer(scope, leaseToken, answer, produced) {
      const record = [produced?.providerId ?? null, String(produced?.adopted ?? false)];
      const key = [scope.organizationId, scope.environment, scope.key, leaseToken];
      const store = async (inner: Knex) =>
        (await preparedRowsOf(inner, answerSql, [documentText(answer), ...record, ...key])).length === 1;
      return produced?.adopted ? unlessTaken(session, store) : store(db);
    },
    async release(scope, leaseToken) {
      await held(scope, leaseToken).delete();
    },
    async suspend(scope, leaseToken) {
      await held(scope, leaseToken).update({ lease_token: null, lease_until: 0 });
    },
    async producedByOthers(place, providerIds, scope) {
      const produced = createsOfOthers(db, place, scope).whereIn('produced_id', providerIds);
      return new Set((await produced.pluck('produced_id')).filter((id) => id !== null));
    },
    async openCreates(place, { after, until }, scope, limit) {
      const rows: AttemptRow[] = await createsOfOthers(db, place, scope)
        .where('attempt_first_sent_at', '>', millis(after))
        .where('attempt_first_sent_at', '<=', millis(until))
        .orderBy('attempt_first_sent_at')
        .limit(limit);
      return rows.flatMap((row) => attemptOf(row) ?? []);
    },
  };
}

const keys = (db: Knex) => db('idempotency_keys');
const scopeColumns = (scope: IdempotencyScope) => ({ ...planeColumns(scope), key: scope.key });

/** Creates under other keys than `scope`. */
function createsOfOthers(db: Knex, { connectionId, type }: RecordPlace, scope: IdempotencyScope) {
  return keys(db)
    .where({ connection_id: connectionId, resource_type: type })
    .whereNot((own) => own.where(scopeColumns(scope)));
}

function attemptOf(row: AttemptRow): WriteAttempt | null {
  const { attempt_prepared, attempt_first_sent_at, connection_id, resource_type } = row;
  if (attempt_prepared === null || attempt_first_sent_at === null) return null;
  return {
    prepared: documentOf<Json>(attempt_prepared),
    firstSentAt: timeOf(attempt_first_sent_at),
    creates: connection_id && resource_type ? { connectionId: connection_id, type: resource_type } : null,
  };
}

export function recordLeaseStore(session: Session): RecordLeaseStore {
  const { db } = session;
  const held = ({ tenantId, type, providerId }: RecordKey, token: string) =>
    db('record_leases').where({ tenant_id: tenantId, type, provider_id: providerId, lease_token: token });
  return {
    async take({ tenantId, type, providerId }, { owner, token, now, until }) {
      const taken = await rowsOf(
        db,
        `insert into record_leases as held (tenant_id, type, provider_id, owner, lease_token, expires_at)
          select ?, ?, ?, ?, ?, ? where ${unflushed(session)}
          on conflict (tenant_id, type, provider_id) do update set
            owner = excluded.owner, lease_token = excluded.lease_token, expires_at = excluded.expires_at
          where held.expires_at <= ? or held.expires_at > excluded.expires_at + ${aheadMsMax}
            or held.owner = excluded.owner returning lease_token`,
        [tenantId, type, providerId, owner, token, millis(until), millis(now)],
      );
      return taken.length === 1;
    },
    async renew(record, token, until) {
      const still = held(record, token).whereRaw(unflushed(session));
      return (await still.update({ expires_at: millis(until) })) === 1;
    },
    async release(record, token) {
      await held(record, token).whereRaw(unflushed(session)).delete();
    },
  };
}
