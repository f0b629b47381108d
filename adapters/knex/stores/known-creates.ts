import type { Knex } from 'knex';
import type { IdempotencyScope, IdempotencyStore, RecordPlace } from '#core';
import { millis } from '../columns.ts';
import { chunksOf } from '../session.ts';
import { attemptOf, type IdempotencyRow, idempotencyTable, scopeColumns } from './idempotency-row.ts';

/** What is known of the creates under other keys than one's own. */
export function knownCreates(db: Knex): Pick<IdempotencyStore, 'producedByOthers' | 'openCreates'> {
  const others = ({ connectionId, type }: RecordPlace, scope: IdempotencyScope) =>
    db<IdempotencyRow>(idempotencyTable)
      .where({ connection_id: connectionId, resource_type: type })
      .whereNot((own) => own.where(scopeColumns(scope)));
  return {
    async producedByOthers(place, providerIds, scope) {
      const found: string[] = [];
      for (const ids of chunksOf(providerIds)) {
        const rows: { produced_id: string }[] = await others(place, scope)
          .whereIn('produced_id', ids)
          .select('produced_id');
        found.push(...rows.map(({ produced_id }) => produced_id));
      }
      return new Set(found);
    },
    async openCreates(place, { after, until }, scope, limit) {
      const rows: IdempotencyRow[] = await others(place, scope)
        .where('attempt_first_sent_at', '>', millis(after))
        .where('attempt_first_sent_at', '<=', millis(until))
        .orderBy('attempt_first_sent_at')
        .limit(limit);
      return rows.flatMap((row) => attemptOf(row) ?? []);
    },
  };
}
