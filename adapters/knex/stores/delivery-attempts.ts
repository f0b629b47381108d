import type { Knex } from 'knex';
import { type DeliveryAttempt, type DeliveryId, listedDocumentBytesMost } from '#core';
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

const attemptsTable = 'delivery_attempts';

const attemptColumns = {
  delivery_id: 'text',
  run: 'integer',
  number: 'integer',
  at: 'bigint',
  duration_ms: 'integer',
  response_status: 'integer',
  response_excerpt: 'text',
  error: 'text',
} as const satisfies Record<Exclude<keyof AttemptRow, 'id'>, ColumnWord>;

const attemptNames = Object.keys(attemptColumns);

export async function insertAttempt(session: Session, deliveryId: DeliveryId, attempt: DeliveryAttempt): Promise<void> {
  const row: Omit<AttemptRow, 'id'> = {
    delivery_id: deliveryId,
    run: attempt.run,
    number: attempt.number,
    at: millis(attempt.at),
    duration_ms: Math.round(attempt.durationMs),
    response_status: attempt.responseStatus,
    response_excerpt: attempt.responseExcerpt,
    error: attempt.error,
  };
  await insertRows(session, attemptsTable, attemptColumns, [row]);
}

const excerptBytes = 'coalesce(sum(octet_length(response_excerpt)), 0)';

/** The bytes of a delivery's attempts as a list shows them. */
export const attemptBytesSql = `(select case when ${excerptBytes} > ${listedDocumentBytesMost} then 4
  else ${excerptBytes} + 256 * count(*) end from delivery_attempts where delivery_id = deliveries.id)`;

/** Those whose attempts are too large for a list. */
export async function largeAttempts(db: Knex, deliveryIds: readonly DeliveryId[]): Promise<ReadonlySet<DeliveryId>> {
  const ids: DeliveryId[] = await db(attemptsTable)
    .whereIn('delivery_id', [...deliveryIds])
    .groupBy('delivery_id')
    .havingRaw(`${excerptBytes} > ?`, [listedDocumentBytesMost])
    .pluck('delivery_id');
  return new Set(ids);
}

/** In order; of deliveries in `bare` without what was answered. */
export async function attemptsOf(
  db: Knex,
  deliveryIds: readonly DeliveryId[],
  bare: ReadonlySet<DeliveryId> = new Set(),
): Promise<ReadonlyMap<DeliveryId, DeliveryAttempt[]>> {
  const byDelivery = new Map<DeliveryId, DeliveryAttempt[]>();
  const whole = deliveryIds.filter((id) => !bare.has(id));
  const rows = [...(await rowsOf(db, whole)), ...(await rowsOf(db, [...bare], db.raw('null as response_excerpt')))];
  for (const row of rows) {
    const attempts = byDelivery.get(row.delivery_id) ?? [];
    attempts.push(toEntity(row));
    byDelivery.set(row.delivery_id, attempts);
  }
  return byDelivery;
}

async function rowsOf(
  db: Knex,
  ids: readonly DeliveryId[],
  excerpt: string | Knex.Raw = 'response_excerpt',
): Promise<readonly AttemptRow[]> {
  if (ids.length === 0) return [];
  return db(attemptsTable)
    .select(...attemptNames.filter((name) => name !== 'response_excerpt'), excerpt)
    .whereIn('delivery_id', [...ids])
    .orderBy('id');
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
