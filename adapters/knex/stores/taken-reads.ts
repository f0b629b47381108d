// What most notifications come to, as one statement: cursors moved, identities kept, reads queued.
import type { AppKey, OperationId, ReadsToTake } from '#core';
import { millis } from '../columns.ts';
import type { ColumnWord, Dialect } from '../dialect.ts';
import { insertRows, rowsText } from '../insert-rows.ts';
import { atomic, keptRowsOf, rowsOf, type Session } from '../session.ts';
import { operationColumnWords } from './operation-columns.ts';
import { insertRow, type OperationRow } from './operation-row.ts';

const cursorColumns = {
  app_key: 'text',
  before: 'bigint',
  last: 'bigint',
  moved_at: 'bigint',
} as const satisfies Record<string, ColumnWord>;
export const identityColumns = { app_key: 'text', identity: 'text', received_at: 'bigint' } as const;
const newsColumns = { ...operationColumnWords, ...identityColumns };

export interface IdentityRow {
  readonly app_key: AppKey;
  readonly identity: string;
  readonly received_at: number;
}

type NewsRow = OperationRow & IdentityRow;

export function takeReads(session: Session, reads: ReadsToTake): Promise<ReadonlySet<OperationId> | undefined> {
  const moved_at = millis(reads.at);
  const moves = reads.cursors.map(({ app, before, last }) => ({ app_key: app, before, last, moved_at }));
  const news = reads.news.map(({ app, identity, operation }) => ({
    ...insertRow(operation),
    ...{ app_key: app, identity, received_at: moved_at },
  }));
  return session.dialect.writesInSelect
    ? inOneStatement(session, JSON.stringify(moves), news)
    : atomic(session, (inner) => oneByOne(inner, JSON.stringify(moves), news));
}

/** The app's rows are held in one order; one that has moved since is not found, also after a wait for who moves it. */
const heldSql = ({ forUpdate }: Dialect): string => `select c.app_key from notification_cursors c
    join moves m on m.app_key = c.app_key and m.before = c.last order by c.app_key ${forUpdate && `${forUpdate} of c`}`;
const moveSql = `update notification_cursors set last = moves.last, moved_at = moves.moved_at
    from moves where notification_cursors.app_key = moves.app_key and notification_cursors.last = moves.before`;
const columns = Object.keys(operationColumnWords);

/** The server runs it to its end, whether or not the sender still lives: nobody is left to hold an app's row. */
const takeSql = (dialect: Dialect): string => `with moves as materialized (${dialect.given(cursorColumns)}),
  news as materialized (${dialect.given(newsColumns)}),
  held as materialized (${heldSql(dialect)}),
  stands as materialized (select (select count(*) from held) = (select count(*) from moves) as good),
  fresh as (insert into inbound_notifications (app_key, identity, received_at)
    select app_key, identity, received_at from news where (select good from stands) order by app_key, identity
    on conflict do nothing returning app_key, identity),
  queued as (insert into operations (${columns.join(', ')})
    select ${columns.map((column) => `news.${column}`).join(', ')} from news join fresh using (app_key, identity)),
  moved as (${moveSql} and (select good from stands))
  select good, known.id from stands left join (select id from news where (app_key, identity) not in
    (select app_key, identity from fresh)) known on good`;

async function inOneStatement(
  { db, dialect }: Session,
  moves: string,
  news: readonly NewsRow[],
): Promise<ReadonlySet<OperationId> | undefined> {
  const rows = await keptRowsOf<{ good: boolean; id: OperationId | null }>(db, takeSql(dialect), [
    moves,
    rowsText(news),
  ]);
  return rows[0]?.good ? new Set(rows.flatMap(({ id }) => id ?? [])) : undefined;
}

async function oneByOne(
  session: Session,
  moves: string,
  news: readonly NewsRow[],
): Promise<ReadonlySet<OperationId> | undefined> {
  const { db, dialect } = session;
  const given = `with moves as (${dialect.given(cursorColumns)})`;
  const [held] = await rowsOf<{ readonly count: number }>(
    db,
    `${given} select count(*) as count from (${heldSql(dialect)})`,
    [moves],
  );
  if (held?.count !== (JSON.parse(moves) as unknown[]).length) return undefined;
  await rowsOf(db, `${given} ${moveSql}`, [moves]);
  const identities = news.map(({ app_key, identity, received_at }) => ({ app_key, identity, received_at }));
  const ending = 'on conflict do nothing returning app_key, identity';
  const rows = await insertRows<IdentityRow, IdentityRow>(
    session,
    'inbound_notifications',
    identityColumns,
    identities,
    ending,
  );
  const fresh = new Set(rows.map(placeOf));
  const isFresh = (row: NewsRow): boolean => fresh.has(placeOf(row));
  const queued = news.filter(isFresh).map(({ app_key: _app, identity: _identity, received_at: _at, ...row }) => row);
  await insertRows<OperationRow>(session, 'operations', operationColumnWords, queued);
  return new Set(news.filter((row) => !isFresh(row)).map(({ id }) => id));
}

function placeOf({ app_key, identity }: Pick<IdentityRow, 'app_key' | 'identity'>): string {
  return `${app_key} ${identity}`;
}
