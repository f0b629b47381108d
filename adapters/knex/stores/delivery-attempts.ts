import type { Knex } from 'knex';
import { type DeliveryAttempt, type DeliveryId, listedDocumentBytesMost, type MadeAttempt } from '#core/ports';
import { integer, nullable, type RowOf, rounded, tableOf, text, time } from '../columns.ts';
import { insertRows } from '../insert-rows.ts';
import type { Session } from '../session.ts';

/** Its `id` counts up, so that attempts are read in the order in which they were stored. */
export const attempts = tableOf<MadeAttempt>()('delivery_attempts', {
  deliveryId: text,
  run: integer,
  number: integer,
  at: time,
  durationMs: rounded,
  responseStatus: nullable(integer),
  responseExcerpt: nullable(text),
  error: nullable(text),
});
type AttemptRow = RowOf<typeof attempts>;

export async function insertAttempts(session: Session, made: readonly MadeAttempt[]): Promise<void> {
  await insertRows(session, attempts, made.map(attempts.toRow));
}

const excerptBytes = 'coalesce(sum(octet_length(response_excerpt)), 0)';

/** The bytes of a delivery's attempts as a list shows them. */
export const attemptBytesSql = `(select case when ${excerptBytes} > ${listedDocumentBytesMost} then 4
  else ${excerptBytes} + 256 * count(*) end from delivery_attempts where delivery_id = deliveries.id)`;

/** Those whose attempts are too large for a list. */
export async function largeAttempts(db: Knex, deliveryIds: readonly DeliveryId[]): Promise<ReadonlySet<DeliveryId>> {
  const ids: DeliveryId[] = await attempts
    .in(db)
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
  for (const { deliveryId, ...attempt } of rows.map(attempts.toEntity)) {
    byDelivery.set(deliveryId, [...(byDelivery.get(deliveryId) ?? []), attempt]);
  }
  return byDelivery;
}

async function rowsOf(
  db: Knex,
  ids: readonly DeliveryId[],
  excerpt: string | Knex.Raw = 'response_excerpt',
): Promise<readonly AttemptRow[]> {
  if (ids.length === 0) return [];
  return attempts
    .in(db)
    .select(...attempts.columns.filter((name) => name !== 'response_excerpt'), excerpt)
    .whereIn('delivery_id', [...ids])
    .orderBy('id');
}
