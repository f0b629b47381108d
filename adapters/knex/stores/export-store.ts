import type { ExportPart, Stores } from '#core/ports';
import { idInPlane, integer, tableOf, text, time } from '../columns.ts';
import { countOf } from '../paging.ts';
import { planeColumns } from '../plane.ts';
import type { Session } from '../session.ts';

const parts = tableOf<ExportPart>()('export_parts', {
  ...idInPlane,
  operationId: text,
  position: integer,
  sealedText: text,
  createdAt: time,
});

/** SQLite takes an insert of several rows as a compound select of at most 500 terms. */
const rowsAStatement = 100;

export function exportStore(session: Session): Stores['exports'] {
  const { db } = session;
  return {
    /** As plain values: of so large texts, one JSON of all rows costs the database more than the rest of the insert. */
    async insert(all) {
      for (let at = 0; at < all.length; at += rowsAStatement) {
        await parts.in(db).insert(all.slice(at, at + rowsAStatement).map(parts.toRow));
      }
    },
    count: (plane, id) => countOf(parts.in(db).where({ ...planeColumns(plane), operation_id: id })),
    find: (plane, id, position) => parts.find(db, { ...planeColumns(plane), operation_id: id, position }),
    async dropOlder(plane, kept, limit) {
      const own = parts.in(db).where(planeColumns(plane));
      // Ids begin with their time of creation.
      const [oldestKept] = await own
        .clone()
        .distinct('operation_id')
        .orderBy('operation_id', 'desc')
        .offset(kept - 1)
        .limit(1);
      if (!oldestKept) return 0;
      const older = own.where('operation_id', '<', oldestKept.operation_id).select('id').limit(limit);
      return parts.in(db).whereIn('id', older).delete();
    },
  };
}
