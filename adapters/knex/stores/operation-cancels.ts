// A cancel of all that a connection has unfinished: what `cancel` of the domain does to one, in one statement.
import type { ConnectionId, OperationId, Plane } from '#core/ports';
import { millis } from '../columns.ts';
import { rowsOf, type Session } from '../session.ts';

interface Cancels {
  readonly plane: Plane;
  readonly connectionId: ConnectionId;
  readonly now: Date;
  readonly limit: number;
}

/** A running operation belongs to its leaseholder, who is asked once. */
const endable = `state in ('queued', 'running', 'retrying') and (state <> 'running' or cancel_requested_at is null)`;

/** Held in the order of their ids, as all do who hold several. What was finished while it was waited for stays so. */
export async function cancelUnfinished(
  { db, dialect }: Session,
  { plane, connectionId, now, limit }: Cancels,
): Promise<number> {
  const at = millis(now);
  const unlessRunning = (column: string, value: string) =>
    `${column} = case state when 'running' then ${column} else ${value} end`;
  const rows = await rowsOf<{ readonly id: OperationId }>(
    db,
    `with locked as materialized (select id from operations where connection_id = ? and ${endable}
        and ${dialect.unindexed('organization_id')} = ? and ${dialect.unindexed('environment')} = ?
        order by id limit ? ${dialect.forUpdate})
      update operations set cancel_requested_at = ?, updated_at = ?, ${unlessRunning('finished_at', '?')},
        ${unlessRunning('due_at', 'null')}, ready = 0, ${unlessRunning('state', "'cancelled'")}
      where id ${dialect.among('select id from locked')} and ${endable} returning id`,
    [connectionId, plane.organizationId, plane.environment, limit, at, at, at],
  );
  return rows.length;
}
