import { liveStatuses, type NotifiedPlace, type Standing, unfinishedReadsMost } from '#core';
import type { ColumnWord } from '../dialect.ts';
import { rowsText } from '../insert-rows.ts';
import { keptRowsOf, type Session } from '../session.ts';
import { type ConnectionRow, connectionOf } from './connection-row.ts';

const placeColumns = { place: 'integer', app_key: 'text', tenant_id: 'text' } as const satisfies Record<
  string,
  ColumnWord
>;

type Row = { readonly place: number; readonly cursor: number | null; readonly reads: number } & (
  | ConnectionRow
  | { readonly id: null }
);

/** Looked at, the newest first: enough to find too many reads, however much else is unfinished. */
const unfinishedLookedAt = 2 * unfinishedReadsMost;

/** The states as the index of unfinished operations states them. */
const readsSql = `(select count(*) from (select r.type from operations r
  where r.connection_id = o.id and r.state in ('queued', 'running', 'retrying')
  order by r.id desc limit ${unfinishedLookedAt}) newest where newest.type = 'notification.process')`;

/** The statuses as the index of owners states them. */
const live = liveStatuses.map((status) => `'${status}'`).join(', ');

export async function standing(
  { db, dialect }: Session,
  places: readonly NotifiedPlace[],
): Promise<readonly Standing[]> {
  if (places.length === 0) return [];
  const asked = places.map(({ app, tenantId }, place) => ({ place, app_key: app, tenant_id: tenantId }));
  const rows = await keptRowsOf<Row>(
    db,
    `select asked.place, c.last as cursor, ${readsSql} as reads, o.* from (${dialect.given(placeColumns)}) asked
      left join notification_cursors c on c.app_key = asked.app_key
      left join connections o on o.app_key = asked.app_key and o.provider_tenant_id = asked.tenant_id
        and o.status in (${live})`,
    [rowsText(asked)],
  );
  const found = new Map(rows.map((row) => [row.place, row]));
  return places.map((_, place) => standingOf(found.get(place)));
}

function standingOf(row: Row | undefined): Standing {
  return {
    owner: row && row.id !== null ? connectionOf(row) : undefined,
    unfinishedReads: Number(row?.reads ?? 0),
    cursor: row?.cursor ?? null,
  };
}
