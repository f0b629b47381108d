import type { ConnectionId, DueProposal, HeldWrite, OperationId, Plane, Stores } from '#core/ports';
import { terminalStates } from '#core/ports';
import { flag, idInPlane, json, millis, nullable, tableOf, text, time } from '../columns.ts';
import { planeColumns } from '../plane.ts';
import { rowsOf, type Session } from '../session.ts';

const held = tableOf<HeldWrite>()('held_writes', {
  ...idInPlane,
  connectionId: text,
  keyId: text,
  digests: json,
  stamp: nullable(text),
  content: nullable(text),
  sealedContent: nullable(text),
  expiresAt: time,
  isOpen: flag,
});

const ended = terminalStates.map((state) => `'${state}'`).join(', ');

export function heldWriteStore({ db }: Session): Stores['heldWrites'] {
  const own = (plane: Plane, id: OperationId) => held.in(db).where({ ...planeColumns(plane), id });
  /** Each statement begins at the open rows, which are few. */
  const places = async (condition: string, values: readonly (string | number)[]): Promise<readonly DueProposal[]> => {
    const rows = await rowsOf<{
      id: OperationId;
      organization_id: Plane['organizationId'];
      environment: Plane['environment'];
    }>(
      db,
      `select h.id, h.organization_id, h.environment from held_writes h join operations o on o.id = h.id
        where h.is_open and ${condition} order by h.expires_at, h.id limit ?`,
      values,
    );
    return rows.map(({ id, organization_id, environment }) => ({ id, organizationId: organization_id, environment }));
  };
  return {
    async insert(write) {
      await held.in(db).insert(held.toRow(write));
    },
    find: (plane, id) => held.find(db, { ...planeColumns(plane), id }),
    async findAll(plane, ids) {
      if (ids.length === 0) return [];
      return held.all(
        held
          .in(db)
          .where(planeColumns(plane))
          .whereIn('id', [...ids]),
      );
    },
    async end(plane, id, { forgets }) {
      const after = { is_open: false, ...(forgets && { content: null, sealed_content: null }) };
      return (await own(plane, id).where({ is_open: true }).update(after)) === 1;
    },
    async countWaiting(connectionId: ConnectionId, most: number) {
      const waiting = await places(`h.connection_id = ? and o.state = 'awaiting_approval'`, [connectionId, most]);
      return waiting.length;
    },
    listDue(now, limit) {
      const at = millis(now);
      return places(
        `(o.state in (${ended}) or (o.state = 'awaiting_approval' and (h.expires_at <= ?
          or exists (select 1 from api_keys k where k.id = h.key_id and (k.revoked_at is not null or k.expires_at <= ?))
          or exists (select 1 from connections c where c.id = h.connection_id
            and c.status in ('disconnecting', 'disconnected')))))`,
        [at, at, limit],
      );
    },
    listWaiting: (connectionId, limit) =>
      places(`h.connection_id = ? and o.state = 'awaiting_approval'`, [connectionId, limit]),
  };
}
