import type { IdempotencyClaim, IdempotencyScope, IdempotencyStore, Json, KeptAnswer, WriteAttempt } from '#core';
import { documentOf, documentText, millis, timeOf } from '../columns.ts';
import { planeColumns } from '../plane.ts';
import type { Session } from '../session.ts';

interface IdempotencyRow {
  readonly organization_id: IdempotencyScope['organizationId'];
  readonly environment: IdempotencyScope['environment'];
  readonly key: string;
  readonly fingerprint: string;
  /** Null when suspended or answered: nobody holds the key. */
  readonly lease_token: string | null;
  readonly lease_until: number;
  readonly attempt_prepared: string | null;
  readonly attempt_first_sent_at: number | null;
  readonly answer: string | null;
  readonly claimed_at: number;
  readonly expires_at: number;
}

type Request = Parameters<IdempotencyStore['claim']>[1];

const noAttempt = { attempt_prepared: null, attempt_first_sent_at: null };
/** How often a claim looks again when the row changed under its eyes; each time another claimant got on. */
const claimTriesMax = 8;

export function idempotencyStore({ db }: Session): IdempotencyStore {
  const table = () => db<IdempotencyRow>('idempotency_keys');
  const held = (scope: IdempotencyScope, leaseToken: string) =>
    table().where({ ...scopeColumns(scope), lease_token: leaseToken });

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
    async answer(scope, leaseToken, answer) {
      const changes = { ...noAttempt, answer: documentText(answer), lease_token: null, lease_until: 0 };
      return (await held(scope, leaseToken).update(changes)) === 1;
    },
    async release(scope, leaseToken) {
      await held(scope, leaseToken).delete();
    },
    async suspend(scope, leaseToken) {
      await held(scope, leaseToken).update({ lease_token: null, lease_until: 0 });
    },
  };

  /** The primary key decides between simultaneous claims. */
  async function insertFresh(scope: IdempotencyScope, request: Request): Promise<boolean> {
    const row: IdempotencyRow = { ...scopeColumns(scope), ...noAttempt, answer: null, ...leaseColumns(request) };
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
      const renewed = await takeOver(row, { ...leaseColumns(request), ...noAttempt, answer: null });
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

function scopeColumns(scope: IdempotencyScope) {
  return { ...planeColumns(scope), key: scope.key };
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

function attemptColumns(attempt: WriteAttempt) {
  return { attempt_prepared: documentText(attempt.prepared), attempt_first_sent_at: millis(attempt.firstSentAt) };
}

function attemptOf({ attempt_prepared, attempt_first_sent_at }: IdempotencyRow): WriteAttempt | null {
  if (attempt_prepared === null || attempt_first_sent_at === null) return null;
  return { prepared: documentOf<Json>(attempt_prepared), firstSentAt: timeOf(attempt_first_sent_at) };
}
