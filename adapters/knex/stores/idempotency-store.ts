import type { Knex } from 'knex';
import type { IdempotencyClaim, IdempotencyScope, IdempotencyStore, RecordPlace, StoredAnswer } from '#core/ports';
import { documentOf, documentText, millis } from '../columns.ts';
import { chunksOf, type Session, unlessTaken } from '../session.ts';
import {
  attemptColumns,
  attemptOf,
  type IdempotencyRow,
  idempotencyTable,
  noAttempt,
  producedColumns,
  scopeColumns,
  unclaimed,
} from './idempotency-row.ts';

type Request = Parameters<IdempotencyStore['claim']>[1];

/** How often a claim looks again when another claimant changed the row between its look and its claim. */
const claimTriesMax = 8;

export function idempotencyStore(session: Session): IdempotencyStore {
  const { db } = session;
  const held = (scope: IdempotencyScope, leaseToken: string, inner: Knex = db) =>
    keys(inner).where({ ...scopeColumns(scope), lease_token: leaseToken });
  return {
    claim: (scope, request) => claim(db, scope, request),
    async recordAttempt(scope, leaseToken, attempt) {
      return (await held(scope, leaseToken).update(attemptColumns(attempt))) === 1;
    },
    async answer(scope, leaseToken, answer, produced) {
      const kept = { ...noAttempt, answer: documentText(answer), lease_token: null, lease_until: 0 };
      const changes = { ...kept, ...producedColumns(produced) };
      const keep = async (inner: Knex) => (await held(scope, leaseToken, inner).update(changes)) === 1;
      return produced?.adopted ? unlessTaken(session, keep) : keep(db);
    },
    async release(scope, leaseToken) {
      await held(scope, leaseToken).delete();
    },
    async suspend(scope, leaseToken) {
      await held(scope, leaseToken).update({ lease_token: null, lease_until: 0 });
    },
    async producedByOthers(place, providerIds, scope) {
      const found = new Set<string>();
      for (const ids of chunksOf(providerIds)) {
        const query = createsOfOthers(db, place, scope).whereIn('produced_id', ids);
        for (const { produced_id } of await query.select('produced_id'))
          if (produced_id !== null) found.add(produced_id);
      }
      return found;
    },
    async openCreates(place, { after, until }, scope, limit) {
      const rows: IdempotencyRow[] = await createsOfOthers(db, place, scope)
        .where('attempt_first_sent_at', '>', millis(after))
        .where('attempt_first_sent_at', '<=', millis(until))
        .orderBy('attempt_first_sent_at')
        .limit(limit);
      return rows.flatMap((row) => attemptOf(row) ?? []);
    },
  };
}

function keys(db: Knex) {
  return db<IdempotencyRow>(idempotencyTable);
}

/** Creates under other keys than `scope`. */
function createsOfOthers(db: Knex, { connectionId, type }: RecordPlace, scope: IdempotencyScope) {
  return keys(db)
    .where({ connection_id: connectionId, resource_type: type })
    .whereNot((own) => own.where(scopeColumns(scope)));
}

async function claim(db: Knex, scope: IdempotencyScope, request: Request): Promise<IdempotencyClaim> {
  for (let tries = 0; tries < claimTriesMax; tries++) {
    if (await insertFresh(db, scope, request)) return { kind: 'fresh', leaseToken: request.leaseToken };
    const row = await keys(db).where(scopeColumns(scope)).first<IdempotencyRow>();
    const claimed = row && (await claimExisting(db, row, request));
    if (claimed) return claimed;
  }
  return { kind: 'running' };
}

/** The primary key decides between simultaneous claims. */
async function insertFresh(db: Knex, scope: IdempotencyScope, request: Request): Promise<boolean> {
  const row: IdempotencyRow = { ...scopeColumns(scope), ...freshColumns(request) };
  const insert = keys(db).insert(row).onConflict(['organization_id', 'environment', 'key']).ignore();
  return (await insert.returning('key')).length === 1;
}

/** Undefined when another claimant changed the row in the meantime. */
async function claimExisting(db: Knex, row: IdempotencyRow, request: Request): Promise<IdempotencyClaim | undefined> {
  const { leaseToken } = request;
  if (row.expires_at <= millis(request.now)) {
    const renewed = await takeOver(db, row, freshColumns(request));
    return renewed ? { kind: 'fresh', leaseToken } : undefined;
  }
  if (row.fingerprint !== request.fingerprint) return { kind: 'clashing' };
  if (row.answer !== null) return { kind: 'answered', answer: documentOf<StoredAnswer>(row.answer) };
  if (row.lease_until > millis(request.now)) return { kind: 'running' };
  const taken = await takeOver(db, row, leaseColumns(request));
  return taken && { kind: 'taken_over', leaseToken, attempt: attemptOf(taken) };
}

/** Compare and set: the row as it is now, if it is still held as it was when it was read. */
async function takeOver(
  db: Knex,
  seen: IdempotencyRow,
  changes: Partial<IdempotencyRow>,
): Promise<IdempotencyRow | undefined> {
  const { organization_id, environment, key, lease_token, lease_until, claimed_at, expires_at, answer } = seen;
  const unchanged = keys(db).where({ organization_id, environment, key, lease_until, claimed_at, expires_at });
  if (lease_token === null) unchanged.whereNull('lease_token');
  else unchanged.where({ lease_token });
  if (answer === null) unchanged.whereNull('answer');
  const changed: IdempotencyRow[] = await unchanged.update(changes).returning('*');
  return changed[0];
}

function freshColumns(request: Request) {
  return { ...unclaimed, connection_id: request.connectionId, ...leaseColumns(request) };
}

function leaseColumns({ fingerprint, leaseToken, now, leaseUntil, expiresAt }: Request) {
  return {
    fingerprint,
    lease_token: leaseToken,
    lease_until: millis(leaseUntil),
    claimed_at: millis(now),
    expires_at: millis(expiresAt),
  };
}
