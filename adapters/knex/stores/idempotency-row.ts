import type { IdempotencyScope, Json, ProducedRecord, RecordPlace, WriteAttempt } from '#core/ports';
import { documentOf, documentText, millis, timeOf } from '../columns.ts';
import { planeColumns } from '../plane.ts';

export const idempotencyTable = 'idempotency_keys';

export interface IdempotencyRow {
  readonly organization_id: IdempotencyScope['organizationId'];
  readonly environment: IdempotencyScope['environment'];
  readonly key: string;
  readonly fingerprint: string;
  /** Null when suspended or answered: nobody holds the key. */
  readonly lease_token: string | null;
  readonly lease_until: number;
  readonly attempt_prepared: string | null;
  readonly attempt_first_sent_at: number | null;
  /** Whose documents the key may hold; null for keys that belong to no connection. */
  readonly connection_id: RecordPlace['connectionId'] | null;
  /** Of what type the record is that the attempt creates; kept with the record that it ended with. */
  readonly resource_type: RecordPlace['type'] | null;
  readonly produced_id: string | null;
  readonly is_adopted: boolean | number;
  readonly answer: string | null;
  readonly claimed_at: number;
  readonly expires_at: number;
}

export const noAttempt = { attempt_prepared: null, attempt_first_sent_at: null };
const createsNothing = { resource_type: null };
const nothingProduced = { produced_id: null, is_adopted: false };

/** A key of which nothing is known yet. */
export const unclaimed = { ...noAttempt, ...createsNothing, ...nothingProduced, answer: null };

export function scopeColumns(scope: IdempotencyScope) {
  return { ...planeColumns(scope), key: scope.key };
}

export function attemptColumns({ prepared, firstSentAt, creates }: WriteAttempt) {
  return {
    attempt_prepared: documentText(prepared),
    attempt_first_sent_at: millis(firstSentAt),
    ...(creates ? { connection_id: creates.connectionId, resource_type: creates.type } : createsNothing),
  };
}

/** The place stays only where a record came of it. */
export function producedColumns(produced: ProducedRecord | null) {
  return produced
    ? { produced_id: produced.providerId, is_adopted: produced.adopted }
    : { ...createsNothing, ...nothingProduced };
}

export function attemptOf(row: IdempotencyRow): WriteAttempt | null {
  const { attempt_prepared, attempt_first_sent_at, connection_id, resource_type } = row;
  if (attempt_prepared === null || attempt_first_sent_at === null) return null;
  return {
    prepared: documentOf<Json>(attempt_prepared),
    firstSentAt: timeOf(attempt_first_sent_at),
    creates: connection_id && resource_type ? { connectionId: connection_id, type: resource_type } : null,
  };
}
