import type { Knex } from 'knex';
import type { IdempotencyClaim, IdempotencyScope, IdempotencyStore, KeptAnswer } from '#core';
import { documentOf, documentText, millis } from '../columns.ts';
import { type Session, unlessTaken } from '../session.ts';
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
import { knownCreates } from './known-creates.ts';

type Request = Parameters<IdempotencyStore['claim']>[1];

/** How often a claim looks again when the row changed under its eyes; each time another claimant got on. */
const claimTriesMax = 8;

export function idempotencyStore(session: Session): IdempotencyStore {
  const { db } = session;
  const table = () => db<IdempotencyRow>(idempotencyTable);
  const held = (scope: IdempotencyScope, leaseToken: string, inner: Knex = db) =>
    inner<IdempotencyRow>(idempotencyTable).where({ ...scopeColumns(scope), lease_token: leaseToken });

  return {
    async claim(scope, request) {
      for (let tries = 0; tries < claimTriesMax; tries++) {
        if (await insertFresh(scope, request)) return { kind: 'fresh', leaseToken: request.leaseToken };
        const row = await table().where(scopeColumns(scope)).first<IdempotencyRow>();
        const claim = row && (await claimExisting(row, request));
        if (claim) return claim;
      }
      return { kind: 'running' };
    },
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
    ...knownCreates(db),
  };

  /** The primary key decides between simultaneous claims. */
  async function insertFresh(scope: IdempotencyScope, request: Request): Promise<boolean> {
    const row: IdempotencyRow = { ...scopeColumns(scope), ...freshColumns(request) };
    const kept = await table()
      .insert(row)
      .onConflict(['organization_id', 'environment', 'key'])
      .ignore()
      .returning('key');
    return kept.length === 1;
  }

  /** Undefined when another claimant changed the row in the meantime. */
  async function claimExisting(row: IdempotencyRow, request: Request): Promise<IdempotencyClaim | undefined> {
    const { leaseToken } = request;
    if (row.expires_at <= millis(request.now)) {
      const renewed = await takeOver(row, freshColumns(request));
      return renewed ? { kind: 'fresh', leaseToken } : undefined;
    }
    if (row.fingerprint !== request.fingerprint) return { kind: 'clashing' };
    if (row.answer !== null) return { kind: 'answered', answer: documentOf<KeptAnswer>(row.answer) };
    if (row.lease_until > millis(request.now)) return { kind: 'running' };
    const taken = await takeOver(row, leaseColumns(request));
    return taken && { kind: 'taken_over', leaseToken, attempt: attemptOf(taken) };
  }

  /** Compare and set: the row as it is now, if it is still held as it was when it was read. */
  async function takeOver(seen: IdempotencyRow, changes: Partial<IdempotencyRow>): Promise<IdempotencyRow | undefined> {
    const { organization_id, environment, key, lease_token, lease_until, claimed_at, expires_at, answer } = seen;
    const unchanged = table().where({ organization_id, environment, key, lease_until, claimed_at, expires_at });
    if (lease_token === null) unchanged.whereNull('lease_token');
    else unchanged.where({ lease_token });
    if (answer === null) unchanged.whereNull('answer');
    const changed: IdempotencyRow[] = await unchanged.update(changes).returning('*');
    return changed[0];
  }
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
