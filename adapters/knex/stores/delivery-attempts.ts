import type { Knex } from 'knex';
import {
  batched,
  type DeliveryAttempt,
  type DeliveryId,
  type DeliveryStore,
  listedDocumentBytesMost,
  type MadeAttempt,
} from '#core/ports';
import { integer, nullable, type RowOf, rounded, tableOf, text, time } from '../columns.ts';
import { insertRows } from '../insert-rows.ts';
import type { Session } from '../session.ts';

/** The database assigns ascending ids, which keep attempts in the order in which they were stored. */
export const attempts = tableOf<MadeAttempt>()('delivery_attempts', {
  organizationId: text,
  deliveryId: text,
  run: integer,
  number: integer,
  at: time,
  durationMs: rounded,
  responseStatus: nullable(integer),
  responseExcerpt: nullable(text),
  error: nullable(text),
});
/** An attempt, with whether its delivery's attempts hold more than a list shows. */
type AttemptRow = RowOf<typeof attempts> & { readonly too_large: boolean | number };

/**
 * Attempts that are added in the same tick share a statement, because a worker settles tens of deliveries at a time.
 */
export function addAttemptsOf(session: Session): DeliveryStore['addAttempts'] {
  const insert = batched(async (lists: readonly (readonly MadeAttempt[])[]) => {
    await insertRows(session, attempts, lists.flat().map(attempts.toRow));
    return lists.map(() => undefined);
  });
  return async (made) => insert(made);
}

const excerptBytes = 'coalesce(sum(octet_length(response_excerpt)), 0)';

/** SQL for the size that a delivery's attempts have in a list. */
export const attemptBytesSql = `(select case when ${excerptBytes} > ${listedDocumentBytesMost} then 4
  else ${excerptBytes} + 256 * count(*) end from delivery_attempts where delivery_id = deliveries.id)`;

const tooLarge = `(select ${excerptBytes} from delivery_attempts o where o.delivery_id = delivery_attempts.delivery_id)
  > ${listedDocumentBytesMost}`;

/** Returns attempts in order; for a list, without the receivers' answers where these are too large. */
export async function attemptsOf(
  db: Knex,
  deliveryIds: readonly DeliveryId[],
  asListed: boolean,
): Promise<ReadonlyMap<DeliveryId, readonly AttemptRow[]>> {
  const isCut = asListed ? tooLarge : 'false';
  const excerpt = `case when ${isCut} then null else response_excerpt end as response_excerpt`;
  const rows: AttemptRow[] = await db(attempts.name)
    .select(...attempts.columns.filter((name) => name !== 'response_excerpt'))
    .select(db.raw(`${excerpt}, ${isCut} as too_large`))
    .whereIn('delivery_id', deliveryIds)
    .orderBy('id');
  return Map.groupBy(rows, (row) => row.delivery_id);
}

export function attemptOf(row: AttemptRow): DeliveryAttempt {
  const { organizationId: _owner, deliveryId: _id, ...attempt } = attempts.toEntity(row);
  return attempt;
}
