import type { ConnectionId, ConnectionOwner, FamilyWalk, FamilyWalkStore } from '#core/ports';
import { bigint, nullable, type RowOf, tableOf, text, time } from '../columns.ts';
import { insertRows } from '../insert-rows.ts';
import type { Session } from '../session.ts';

interface StoredWalk extends FamilyWalk {
  readonly organizationId: ConnectionOwner['organizationId'];
  readonly connectionId: ConnectionId;
}

const walks = tableOf<StoredWalk>()('family_walks', {
  connectionId: text,
  organizationId: text,
  type: text,
  walkedAt: nullable(time),
  read: bigint,
  changed: bigint,
  removed: bigint,
  triedAt: time,
  failure: nullable(text),
});
type WalkRow = RowOf<typeof walks>;

const counted = ['read', 'changed', 'removed'].map(
  (count) => `${count} = case when excluded.walked_at is null then family_walks.${count} else excluded.${count} end`,
);
const noted = `on conflict (connection_id, type) do update set ${counted.join(', ')}, tried_at = excluded.tried_at,
  failure = excluded.failure, walked_at = coalesce(excluded.walked_at, family_walks.walked_at)`;

export function familyWalkStore(session: Session): FamilyWalkStore {
  const { db } = session;
  return {
    async note({ id: connectionId, organizationId }, ended) {
      // In a fixed order, so that two writers never wait for each other.
      const inOrder = ended.toSorted((a, b) => (a.type < b.type ? -1 : 1));
      const rows = inOrder.map((walk) => walks.toRow({ ...walk, connectionId, organizationId }));
      await insertRows<WalkRow>(session, walks, rows, noted);
    },
    async find(ids) {
      const found = await walks.all(
        walks
          .in(db)
          .whereIn('connection_id', [...ids])
          .orderBy(['connection_id', 'type']),
      );
      const ofEach = new Map<ConnectionId, FamilyWalk[]>();
      for (const { connectionId, organizationId, ...walk } of found) {
        const known = ofEach.get(connectionId) ?? [];
        known.push(walk);
        ofEach.set(connectionId, known);
      }
      return ofEach;
    },
    async clear(connectionId) {
      await walks.in(db).where({ connection_id: connectionId }).delete();
    },
  };
}
