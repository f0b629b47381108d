// What waits for an endpoint: released when it is probed or resumed, ended when it is disabled or removed.
import type { OperationError, OperationId, WebhookEndpointId } from '#core/ports';
import { documentText, millis } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import { rowsOf, type Session } from '../session.ts';

interface Changed {
  readonly id: OperationId;
}

/** An index holds these alone. */
const heldSql = ({ unindexed }: Dialect): string =>
  `subject = ? and state = 'retrying' and due_at is null and ${unindexed('type')} = 'webhook.deliver'`;

export async function hasHeld({ db, dialect }: Session, endpointId: WebhookEndpointId): Promise<boolean> {
  return (await rowsOf(db, `select 1 from operations where ${heldSql(dialect)} limit 1`, [endpointId])).length > 0;
}

export async function releaseHeld(
  { db, dialect }: Session,
  endpointId: WebhookEndpointId,
  now: Date,
  limit: number,
): Promise<readonly OperationId[]> {
  const rows = await rowsOf<Changed>(
    db,
    `with chosen as materialized (
      select id from operations where ${heldSql(dialect)}
      order by created_at, id limit ? ${dialect.skipLocked})
    update operations set due_at = ?, updated_at = ? where id in (select id from chosen) returning id`,
    [endpointId, limit, millis(now), millis(now)],
  );
  return rows.map(({ id }) => id);
}

export async function endWaiting(
  { db, dialect }: Session,
  endpointId: WebhookEndpointId,
  error: OperationError | null,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<number> {
  const rows = await rowsOf<Changed>(
    db,
    `with chosen as materialized (
      select id from operations where type = 'webhook.deliver' and subject = ? and state in ('queued', 'retrying') limit ? ${dialect.skipLocked})
    update operations set state = ?, error = coalesce(?, error), due_at = null, ready = 0, finished_at = ?,
      updated_at = ? where id in (select id from chosen) returning id`,
    [endpointId, limit, error ? 'failed' : 'cancelled', error && documentText(error), millis(now), millis(now)],
  );
  return rows.length;
}
