// What waits for an endpoint: released when it is probed or resumed, ended when it is disabled or removed.
import type { DeliveryStore, OperationId } from '#core/ports';
import { documentText, millis } from '../columns.ts';
import { rowsOf, type Session } from '../session.ts';

export function heldDeliveries({
  db,
  dialect,
}: Session): Pick<DeliveryStore, 'hasHeld' | 'releaseHeld' | 'endWaiting'> {
  /** An index holds these alone. */
  const held = `subject = ? and state = 'retrying' and due_at is null and ${dialect.unindexed('type')} = 'webhook.deliver'`;
  const waiting = `type = 'webhook.deliver' and subject = ? and state in ('queued', 'retrying')`;
  return {
    hasHeld: async (endpointId) =>
      (await rowsOf(db, `select 1 from operations where ${held} limit 1`, [endpointId])).length > 0,
    async releaseHeld(endpointId, now, limit) {
      const rows = await rowsOf<{ readonly id: OperationId }>(
        db,
        `with chosen as materialized (
          select id from operations where ${held} order by created_at, id limit ? ${dialect.skipLocked})
        update operations set due_at = ?, updated_at = ? where id in (select id from chosen) returning id`,
        [endpointId, limit, millis(now), millis(now)],
      );
      return rows.map(({ id }) => id);
    },
    async endWaiting(endpointId, error, now, limit) {
      const rows = await rowsOf(
        db,
        `with chosen as materialized (select id from operations where ${waiting} limit ? ${dialect.skipLocked})
        update operations set state = ?, error = coalesce(?, error), due_at = null, ready = 0, finished_at = ?,
          updated_at = ? where id in (select id from chosen) returning id`,
        [endpointId, limit, error ? 'failed' : 'cancelled', error && documentText(error), millis(now), millis(now)],
      );
      return rows.length;
    },
  };
}
