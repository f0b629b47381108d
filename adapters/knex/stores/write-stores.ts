import type { Knex } from 'knex';
import {
  aheadMsMax,
  type CreatedPlace,
  type IdempotencyScope,
  type IdempotencyStore,
  idempotencyLeaseSeconds,
  type Json,
  type KeyStanding,
  type RecordKey,
  type RecordLeaseStore,
  type StoredAnswer,
  type WriteAttempt,
  type Writer,
} from '#core/ports';
import { documentOf, documentText, millis, timeOf } from '../columns.ts';
import { planeColumns } from '../plane.ts';
import { preparedRowsOf, rowsOf, type Session, unflushed } from '../session.ts';

/**
 * Stands before the JSON of a step's attempt that has keys. Older builds make a step's keys in another way, so they must not go
 * on with such an attempt: reading it fails for them, and the operation is retried until a worker of this build has it.
 */
export const fenced = 'keyed ';

export interface AttemptRow {
  readonly attempt_prepared: string | null;
  readonly attempt_first_sent_at: number | null;
  readonly attempt_keys: string | null;
  readonly resource_type: WriteAttempt['createdType'];
}

/** An expired key loses these columns; a key whose lease has ended keeps them. */
const outcome = ['attempt_prepared', 'attempt_first_sent_at', 'attempt_keys', 'connection_id', 'resource_type']
  .concat('produced_id', 'answer')
  .map(
    (column) =>
      `${column} = case when stored.expires_at <= excluded.claimed_at then excluded.${column} else stored.${column} end`,
  );

/**
 * Claims a new key, an expired one, or one whose lease has ended; as one statement, so that only one of simultaneous
 * claims succeeds. It need not be flushed: storing the attempt, which precedes sending, fails if the claim was lost.
 */
const claimSql = (condition: string): string => `insert into idempotency_keys as stored
    (organization_id, environment, key, fingerprint, connection_id, lease_token, lease_until, claimed_at, expires_at)
  select ?, ?, ?, ?, ?, ?, ?, ?, ? where ${condition}
  on conflict (organization_id, environment, key) do update set
    fingerprint = excluded.fingerprint, lease_token = excluded.lease_token, lease_until = excluded.lease_until,
    claimed_at = excluded.claimed_at, expires_at = excluded.expires_at, ${outcome.join(', ')}
  where stored.expires_at <= excluded.claimed_at or (stored.fingerprint = excluded.fingerprint
    and stored.answer is null and (stored.lease_until <= excluded.claimed_at
      or stored.lease_until > excluded.claimed_at + ${idempotencyLeaseSeconds * 1000 + aheadMsMax}))
  returning attempt_prepared, attempt_first_sent_at, attempt_keys, resource_type`;

const heldSql = 'organization_id = ? and environment = ? and key = ? and lease_token = ? returning key';
const attemptSql = `update idempotency_keys set attempt_prepared = ?, attempt_first_sent_at = ?, attempt_keys = ?,
    resource_type = ? where ${heldSql}`;
const answerSql = `update idempotency_keys set attempt_prepared = null, attempt_first_sent_at = null, attempt_keys = null,
    lease_token = null, lease_until = 0, answer = ?, produced_id = ? where ${heldSql}`;

export function idempotencyStore(session: Session): IdempotencyStore {
  const { db } = session;
  const held = (scope: IdempotencyScope, token: string) =>
    keys(db).where({ ...scopeColumns(scope), lease_token: token });
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
    async standing(plane, wanted, now) {
      const rows: readonly StandingRow[] = await keys(db)
        .where(planeColumns(plane))
        .whereIn('key', [...wanted])
        .where('expires_at', '>', millis(now))
        .select('key', 'fingerprint', 'answer', 'attempt_prepared', 'lease_until');
      return new Map(rows.map((row) => [row.key, standingOf(row)]));
    },
    async recordAttempt(scope, leaseToken, { prepared, firstSentAt, createdType, keys }) {
      const begun = [documentText(prepared), millis(firstSentAt), keys && documentText(keys), createdType];
      return (await preparedRowsOf(db, attemptSql, [...begun, ...heldBy(scope, leaseToken)])).length === 1;
    },
    async answer(scope, leaseToken, answer, producedId) {
      const ended = [documentText(answer), producedId];
      return (await preparedRowsOf(db, answerSql, [...ended, ...heldBy(scope, leaseToken)])).length === 1;
    },
    endAt: async (scope, leaseToken, at) => (await held(scope, leaseToken).update({ expires_at: millis(at) })) === 1,
    async release(scope, leaseToken) {
      await held(scope, leaseToken).delete();
    },
    async releaseLost(scope, fingerprint, now) {
      const lost = keys(db)
        .where({ ...scopeColumns(scope), fingerprint, answer: null, attempt_prepared: null })
        .where('lease_until', '<=', millis(now));
      return (await lost.delete()) === 1;
    },
    async suspend(scope, leaseToken) {
      await held(scope, leaseToken).update({ lease_token: null, lease_until: 0 });
    },
    async producedByOthers(place, providerIds, writer) {
      const produced = createsOfOthers(db, place, writer).map((creates) =>
        creates.whereIn('produced_id', providerIds).pluck('produced_id'),
      );
      // The item that asks has no provider id yet, so it is not among these.
      const ofBulks = db('bulk_items')
        .where({ connection_id: place.connectionId, type: place.type })
        .whereNull('target_id')
        .whereIn('provider_id', providerIds)
        .pluck('provider_id');
      return new Set((await Promise.all([...produced, ofBulks])).flat());
    },
    async openCreates(place, { after, until }, writer, limit) {
      const open = createsOfOthers(db, place, writer).map((creates) =>
        creates
          .where('attempt_first_sent_at', '>', millis(after))
          .where('attempt_first_sent_at', '<=', millis(until))
          .orderBy('attempt_first_sent_at')
          .limit(limit),
      );
      const rows: AttemptRow[] = (await Promise.all(open)).flat();
      const attempts = rows.flatMap((row) => attemptOf(row) ?? []);
      return attempts.sort((a, b) => millis(a.firstSentAt) - millis(b.firstSentAt));
    },
  };
}

interface StandingRow {
  readonly key: string;
  readonly fingerprint: string;
  readonly answer: string | null;
  readonly attempt_prepared: string | null;
  readonly lease_until: number;
}

function standingOf({ fingerprint, answer, attempt_prepared: prepared, lease_until: until }: StandingRow): KeyStanding {
  const told = answer === null ? null : documentOf<StoredAnswer>(answer);
  return { fingerprint, answer: told, isSent: prepared !== null, leaseUntil: timeOf(until) };
}

function heldBy({ organizationId, environment, key }: IdempotencyScope, token: string): string[] {
  return [organizationId, environment, key, token];
}

const keys = (db: Knex) => db('idempotency_keys');
const scopeColumns = (scope: IdempotencyScope) => ({ ...planeColumns(scope), key: scope.key });

function createsOfOthers(db: Knex, { connectionId, type }: CreatedPlace, writer: Writer) {
  const place = { connection_id: connectionId, resource_type: type };
  const ofKeys = keys(db).where(place);
  const ofSteps = db('operation_steps').where(place);
  return 'key' in writer
    ? [ofKeys.whereNot((own) => own.where(scopeColumns(writer))), ofSteps]
    : [ofKeys, ofSteps.whereNot((own) => own.where({ operation_id: writer.operationId, name: writer.step }))];
}

export function attemptOf(row: AttemptRow): WriteAttempt | null {
  const { attempt_prepared: prepared, attempt_first_sent_at: sentAt, attempt_keys: keys } = row;
  if (prepared === null || sentAt === null) return null;
  return {
    prepared: documentOf<Json>(prepared.startsWith(fenced) ? prepared.slice(fenced.length) : prepared),
    firstSentAt: timeOf(sentAt),
    createdType: row.resource_type,
    keys: keys === null ? null : documentOf<WriteAttempt['keys']>(keys),
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
