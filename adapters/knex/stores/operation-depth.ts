// How much waits: one statement each, read from indexes, bounded however long the queue is.
import { type OperationStore, operationTypes, type WorkLane, workLanes } from '#core/ports';
import { millis } from '../columns.ts';
import { rowsOf, type Session } from '../session.ts';

interface DepthRow {
  readonly lane: WorkLane;
  readonly due: number;
  readonly oldest: number;
}

const countedMost = 10_000;

/** What is in the queue, lane by lane, and what fell due since the last claim put something there. */
const depthSql = `select lane, sum(n) as due, min(oldest) as oldest from (
    ${workLanes
      .flatMap((lane) =>
        [1, 2].map(
          (ready) => `select '${lane}' as lane, count(*) as n, min(due_at) as oldest from (
      select due_at from operations where ready = ${ready} and lane = '${lane}' limit ${countedMost}) as ${lane}_${ready}`,
        ),
      )
      .join(' union all ')}
    union all
    select lane, count(*), min(due_at) from (
      select lane, due_at from operations
      where ready = 0 and state in ('queued', 'retrying') and due_at <= ?
      order by due_at limit ${countedMost}) as timers group by 1
  ) as parts group by lane`;

const planes = ['test', 'live'].flatMap((environment) =>
  operationTypes.flatMap((type) =>
    ['queued', 'running', 'retrying'].map((state) => `('${environment}', '${type}', '${state}')`),
  ),
);

/** Every column of the index by type and state is named, so that no other is read: all others hold the past too. */
const unfinishedSql = `select count(*) as n from (select 1 from (values ${planes.join(', ')}) as kinds
  join operations on organization_id = ? and environment = kinds.column1 and type = kinds.column2
    and state = kinds.column3 limit ?) as unfinished`;

export function operationDepth({ db }: Session): Pick<OperationStore, 'countUnfinished' | 'depth'> {
  return {
    async countUnfinished(organizationId, most) {
      const [row] = await rowsOf<{ readonly n: number }>(db, unfinishedSql, [organizationId, most]);
      return Number(row?.n ?? 0);
    },
    async depth(now) {
      const rows = await rowsOf<DepthRow>(db, depthSql, [millis(now)]);
      const found = new Map(rows.map((row) => [row.lane, row]));
      return workLanes.flatMap((lane) => {
        const row = found.get(lane);
        if (!row || Number(row.due) === 0) return [];
        return [{ lane, due: Math.min(Number(row.due), countedMost), oldestDueAt: new Date(row.oldest) }];
      });
    },
  };
}
