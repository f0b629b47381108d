import type { Knex } from 'knex';
import type { DeliveryAttempt, DeliveryId, MadeAttempt } from '#core';
import { millis, timeOf } from '../columns.ts';
import type { ColumnWord } from '../dialect.ts';
import { insertRows } from '../insert-rows.ts';
import type { Session } from '../session.ts';

interface AttemptRow {
  /** Counts up, so that attempts are read in the order in which they were kept. */
  readonly id: number;
  readonly delivery_id: DeliveryId;
  readonly run: number;
  readonly number: number;
  readonly at: number;
  readonly duration_ms: number;
  readonly response_status: number | null;
  readonly response_excerpt: string | null;
  readonly error: string | null;
}

export const attemptsTable = 'delivery_attempts';

export const attemptColumns = {
  delivery_id: 'text',
  run: 'integer',
  number: 'integer',
  at: 'bigint',
  duration_ms: 'integer',
  response_status: 'integer',
  response_excerpt: 'text',
  error: 'text',
} as const satisfies Record<Exclude<keyof AttemptRow, 'id'>, ColumnWord>;

export function attemptRow({ deliveryId, attempt }: MadeAttempt): Omit<AttemptRow, 'id'> {
  return {
    delivery_id: deliveryId,
    run: attempt.run,
    number: attempt.number,
    at: millis(attempt.at),
    duration_ms: Math.round(attempt.durationMs),
    response_status: attempt.responseStatus,
    response_excerpt: attempt.responseExcerpt,
    error: attempt.error,
  };
}

export async function insertAttempts(session: Session, made: readonly MadeAttempt[]): Promise<void> {
  await insertRows(session, attemptsTable, attemptColumns, made.map(attemptRow));
}

export async function attemptsOf(
  db: Knex,
  deliveryIds: readonly DeliveryId[],
): Promise<ReadonlyMap<DeliveryId, DeliveryAttempt[]>> {
  const byDelivery = new Map<DeliveryId, DeliveryAttempt[]>();
  if (deliveryIds.length === 0) return byDelivery;
  const rows: AttemptRow[] = await db<AttemptRow>(attemptsTable)
    .whereIn('delivery_id', [...deliveryIds])
    .orderBy('id');
  for (const row of rows) {
    const attempts = byDelivery.get(row.delivery_id) ?? [];
    attempts.push(toEntity(row));
    byDelivery.set(row.delivery_id, attempts);
  }
  return byDelivery;
}

function toEntity(row: AttemptRow): DeliveryAttempt {
  return {
    run: row.run,
    number: row.number,
    at: timeOf(row.at),
    durationMs: row.duration_ms,
    responseStatus: row.response_status,
    responseExcerpt: row.response_excerpt,
    error: row.error,
  };
}
