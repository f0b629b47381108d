// How far each family of a connection was read, and when each connection is reconciled next. The latter has small rows
// of its own, because each turn rewrites them.
import {
  type AppKey,
  aheadMsMax,
  appKeyOf,
  type Connection,
  type ConnectionId,
  type DueCut,
  type DueReconciliation,
  isResourceType,
  type ReconciliationStore,
  type SyncCursor,
  type SyncCursorStore,
} from '#core/ports';
import { bigint, millis, named, nullable, type RowOf, tableOf, text, time, timeOf } from '../columns.ts';
import { countOf } from '../paging.ts';
import { preparedRowsOf, rowsOf, type Session } from '../session.ts';

interface Turn extends DueReconciliation {
  readonly app: AppKey;
  readonly plannedAt: Date | null;
}

const turns = tableOf<Turn>()('reconciliations', {
  connectionId: text,
  organizationId: text,
  environment: text,
  app: named('app_key', text),
  provider: text,
  dueAt: time,
  intervalMs: nullable(bigint),
  plannedAt: nullable(time),
});
type TurnRow = RowOf<typeof turns>;

export async function keepTurn({ db }: Pick<Session, 'db'>, connection: Connection): Promise<void> {
  const { id: connectionId, organizationId, environment, provider, status, retentionMode, updatedAt } = connection;
  if (status !== 'active' || retentionMode !== 'cached') {
    await turns.in(db).where({ connection_id: connectionId }).delete();
    return;
  }
  const owner = { connectionId, organizationId, environment, provider, app: appKeyOf(connection) };
  const turn = turns.toRow({ ...owner, dueAt: updatedAt, intervalMs: null, plannedAt: null });
  const row = { ...turn, follow_due_at: millis(updatedAt) };
  await db('reconciliations').insert(row).onConflict('connection_id').ignore();
}

const appsLookedAt = 500;

interface AppRow {
  readonly app_key: string;
  readonly due: number;
  readonly on_the_way: number;
}

/**
 * A row has both turns of a connection, to be reconciled and to be followed, so that a build that knows only the first makes
 * and removes both.
 */
const turnColumns = {
  reconciled: { due: 'due_at', interval: 'interval_ms', planned: 'planned_at' },
  followed: { due: 'follow_due_at', interval: 'follow_interval_ms', planned: 'follow_planned_at' },
} as const;
type TurnColumns = (typeof turnColumns)[keyof typeof turnColumns];

/** Goes from app to app by the index, however many connections each has, and counts only as far as needed. */
const appsSql = ({ due, planned }: TurnColumns) => `with recursive apps(app_key, place) as (
    select min(app_key), 1 from reconciliations where app_key > ?
    union all
    select (select min(r.app_key) from reconciliations r where r.app_key > apps.app_key), place + 1
      from apps where app_key is not null and place < ${appsLookedAt})
  select app_key,
    (select count(*) from (select 1 from reconciliations r
      where r.app_key = apps.app_key and r.${due} <= ? limit ?) as due) as due,
    (select count(*) from (select 1 from reconciliations r
      where r.app_key = apps.app_key and r.${planned} > ? limit ?) as planned) as on_the_way
  from apps where app_key is not null order by app_key`;

const shareColumns = { app_key: 'text', share: 'integer' } as const;
const plannedColumns = {
  connection_id: 'text',
  due_at: 'bigint',
  interval_ms: 'bigint',
  planned_at: 'bigint',
} as const;

/** Returns how many connections of each app are taken, up to `limit` in all. */
function sharesOf(apps: readonly AppRow[], { appMost, limit }: DueCut) {
  const shares: { app_key: string; share: number }[] = [];
  let left = limit;
  for (const { app_key, due, on_the_way } of apps) {
    const share = Math.min(due, appMost - on_the_way, Math.ceil(limit / 2), left);
    if (share > 0) shares.push({ app_key, share });
    left -= Math.max(share, 0);
    if (left === 0) return { shares, next: app_key };
  }
  return { shares, next: apps.length < appsLookedAt ? null : (apps.at(-1)?.app_key ?? null) };
}

export const reconciliationStore = (session: Session) => turnStore(session, turnColumns.reconciled);
export const followStore = (session: Session) => turnStore(session, turnColumns.followed);

function turnStore({ db, dialect }: Session, columns: TurnColumns): ReconciliationStore {
  const { due, interval, planned } = columns;
  const own: Readonly<Record<string, string>> = { due_at: due, interval_ms: interval, planned_at: planned };
  const selected = turns.columns.map((column) => `r.${own[column] ?? column} as ${column}`).join(', ');
  const findApps = appsSql(columns);
  const dueSql = `with given as materialized (${dialect.given(shareColumns)})
    select * from (select ${selected}, given.share, row_number() over (partition by r.app_key order by r.${due}, r.connection_id) as place
      from given join reconciliations r on r.connection_id ${dialect.among(
        `select x.connection_id from reconciliations x where x.app_key = given.app_key and x.${due} <= ?
          order by x.${due}, x.connection_id limit ?`,
      )}) as longest where place <= share order by app_key, place`;
  const planSql = `with given as materialized (${dialect.given(plannedColumns)})
    update reconciliations set ${due} = given.due_at, ${interval} = given.interval_ms, ${planned} = given.planned_at
    from given where reconciliations.connection_id = given.connection_id`;
  return {
    async due(cut) {
      const { now, after, appMost, plannedSince } = cut;
      const bindings = [after, millis(now), appMost, millis(plannedSince), appMost];
      const { shares, next } = sharesOf(await preparedRowsOf<AppRow>(db, findApps, bindings), cut);
      if (shares.length === 0) return { due: [], next };
      const given = [JSON.stringify(shares), millis(now), appMost];
      return { due: await turns.all(preparedRowsOf<TurnRow>(db, dueSql, given)), next };
    },
    async onTheWay(plannedSince, most) {
      const some = db('reconciliations').where(planned, '>', millis(plannedSince)).limit(most).as('some');
      return countOf(db.from(some));
    },
    async plan(given) {
      if (given.length === 0) return;
      const rows = given.map(({ connectionId, dueAt, intervalMs, plannedAt }) => ({
        connection_id: connectionId,
        due_at: millis(dueAt),
        interval_ms: intervalMs,
        planned_at: plannedAt && millis(plannedAt),
      }));
      await preparedRowsOf(db, planSql, [JSON.stringify(rows)]);
    },
    async end(connectionId, next) {
      const turn = next ? { [due]: millis(next.dueAt), [interval]: next.intervalMs } : {};
      await db('reconciliations')
        .where({ connection_id: connectionId })
        .update({ [planned]: null, ...turn });
    },
    async intervals(connectionIds) {
      const rows: readonly { readonly id: ConnectionId; readonly ms: number }[] = await db('reconciliations')
        .whereIn('connection_id', [...connectionIds])
        .whereNotNull(interval)
        .select({ id: 'connection_id', ms: interval });
      return new Map(rows.map(({ id, ms }) => [id, Number(ms)]));
    },
  };
}

const cursors = tableOf<SyncCursor>()('sync_cursors', {
  organizationId: text,
  connectionId: text,
  type: text,
  highWater: time,
  readFrom: time,
  raisedAt: time,
});

type SyncStart = Pick<SyncCursor, 'organizationId' | 'connectionId'> & { readonly announceFrom: Date };

const starts = tableOf<SyncStart>()('sync_starts', { organizationId: text, connectionId: text, announceFrom: time });

interface BeginningRow {
  readonly connection_id: ConnectionId;
  readonly announce_from: number;
  /** Null for an activation by a build that told nothing of records. */
  readonly activated_at: number | null;
  readonly walked: string | null;
}

export function syncCursorStore({ db }: Session): SyncCursorStore {
  return {
    find: (connectionId, type) => cursors.find(db, { connection_id: connectionId, type }),
    async put(cursor) {
      await cursors
        .in(db)
        .insert(cursors.toRow(cursor))
        .onConflict(['connection_id', 'type'])
        .merge(['high_water', 'read_from', 'raised_at'])
        .whereRaw(`(excluded.high_water >= sync_cursors.high_water
          or sync_cursors.high_water > excluded.raised_at + ${aheadMsMax})`);
    },
    async clear(connectionId) {
      await cursors.in(db).where({ connection_id: connectionId }).delete();
    },
    async noteStart({ id: connectionId, organizationId }, announceFrom) {
      const start = starts.toRow({ organizationId, connectionId, announceFrom });
      await starts.in(db).insert(start).onConflict('connection_id').ignore();
    },
    async startOf(connectionId) {
      return (await starts.find(db, { connection_id: connectionId }))?.announceFrom;
    },
    async begin(connectionId, activatedAt) {
      const beginning = { activated_at: millis(activatedAt), walked: '' };
      await db('sync_starts').where({ connection_id: connectionId }).update(beginning);
    },
    async noteWalked({ id, organizationId, createdAt }, type) {
      const start = starts.toRow({ organizationId, connectionId: id, announceFrom: createdAt });
      await starts.in(db).insert(start).onConflict('connection_id').ignore();
      // A family may be noted twice: each addition is one statement, so that two syncs lose none.
      await rowsOf(
        db,
        `update sync_starts set walked = coalesce(walked, '') || ' ' || ? where connection_id = ? returning connection_id`,
        [type, id],
      );
    },
    async beginnings(connectionIds) {
      const rows: readonly BeginningRow[] = await db('sync_starts')
        .whereIn('connection_id', [...connectionIds])
        .select('connection_id', 'announce_from', 'activated_at', 'walked');
      return new Map(
        rows.map(({ connection_id, announce_from, activated_at, walked }) => {
          const families = new Set((walked ?? '').split(' ').filter(isResourceType));
          return [connection_id, { activatedAt: timeOf(activated_at ?? announce_from), walked: families }];
        }),
      );
    },
  };
}
