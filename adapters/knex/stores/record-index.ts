// Makes records known to searches, filters and sorts whose build did not store what these compare.
import type { ConnectionOwner, JsonObject, RecordPlace, ResourceType } from '#core/ports';
import { documentOf } from '../columns.ts';
import { atomic, rowsOf, type Session } from '../session.ts';
import { amountColumns } from './record-columns.ts';
import { searchColumns } from './record-search.ts';

interface Missing {
  readonly connection_id: ConnectionOwner['id'];
  readonly organization_id: ConnectionOwner['organizationId'];
  readonly type: ResourceType;
  readonly provider_id: string;
  readonly fields_digest: string;
  readonly item: string;
}

/** Exactly as in `cached_records_unindexed`. */
const missing = 'columns_digest is distinct from fields_digest';

/** Locks rows in the order in which other writers do. */
export async function indexMissing(session: Session, limit: number, place?: RecordPlace): Promise<number> {
  const family = place ? [place.connectionId, place.type] : [];
  const where = `${missing}${place ? ' and connection_id = ? and type = ?' : ''}`;
  // Nearly always there are none, which needs no transaction.
  const some = await rowsOf(session.db, `select 1 from cached_records where ${where} limit 1`, family);
  if (some.length === 0) return 0;
  return atomic(session, async ({ db, dialect }) => {
    const rows = await rowsOf<Missing>(
      db,
      `select connection_id, type, provider_id, organization_id, fields_digest, item || ending as item
        from cached_records where ${where} order by connection_id, type, provider_id limit ?
        ${place ? dialect.forUpdate : dialect.skipLocked}`,
      [...family, limit],
    );
    for (const { item, organization_id, fields_digest, ...key } of rows) {
      const [owner, document] = [
        { id: key.connection_id, organizationId: organization_id },
        documentOf<JsonObject>(item),
      ];
      await db('cached_records')
        .where(key)
        .update({
          ...searchColumns(owner, key.type, document),
          ...amountColumns(key.type, document, fields_digest),
        });
    }
    return rows.length;
  });
}
