// How much waits: one statement each, read from indexes, bounded however long the queue is.
import { type LaneDepth, laneOf, type OrganizationId, operationTypes, type WorkLane, workLanes } from '#core';
import { millis } from '../columns.ts';
import { rowsOf, type Session } from '../session.ts';
import { partyOf } from './operation-queue.ts';

interface DepthRow {
  readonly letter: string;
  readonly due: number;
  readonly oldest: number;
}

const countedMost = 10_000;

/** A party begins with the letter of its lane. */
const laneByLetter: ReadonlyMap<string, WorkLane> = new Map(
  operationTypes.map((type) => {
    const party = partyOf({
      type,
      environment: 'live',
      organizationId: '' as OrganizationId,
      connectionId: null,
      subject: null,
    });
    return [party.charAt(0), laneOf(type)];
  }),
);

/** What stands in the queue, lane by lane, and what fell due since the last claim put something there. */
const depthSql = `select letter, sum(n) as due, min(oldest) as oldest from (
    ${[...laneByLetter.keys()]
      .map(
        (letter) => `select '${letter}' as letter, count(*) as n, min(due_at) as oldest from (
      select due_at from operations
      where ready = 1 and party >= '${letter}' and party < '${letter}~' limit ${countedMost}) as ready_${letter}`,
      )
      .join(' union all ')}
    union all
    select substr(party, 1, 1), count(*), min(due_at) from (
      select party, due_at from operations
      where ready = 0 and state in ('queued', 'retrying') and due_at <= ?
      order by due_at limit ${countedMost}) as timers group by 1
  ) as parts group by letter`;

const planes = ['test', 'live'].flatMap((environment) =>
  operationTypes.flatMap((type) =>
    ['queued', 'running', 'retrying'].map((state) => `('${environment}', '${type}', '${state}')`),
  ),
);

/** Every column of the index by type and state is named, so that no other is read: all others hold the past too. */
const unfinishedSql = `select count(*) as n from (select 1 from (values ${planes.join(', ')}) as kinds
  join operations on organization_id = ? and environment = kinds.column1 and type = kinds.column2
    and state = kinds.column3 limit ?) as unfinished`;

export async function countUnfinished({ db }: Session, organizationId: OrganizationId, most: number): Promise<number> {
  const [row] = await rowsOf<{ readonly n: number }>(db, unfinishedSql, [organizationId, most]);
  return Number(row?.n ?? 0);
}

export async function queueDepth({ db }: Session, now: Date): Promise<readonly LaneDepth[]> {
  const rows = await rowsOf<DepthRow>(db, depthSql, [millis(now)]);
  return rows
    .flatMap(({ letter, due, oldest }): LaneDepth[] => {
      const lane = laneByLetter.get(letter);
      if (lane === undefined || Number(due) === 0) return [];
      return [{ lane, due: Math.min(Number(due), countedMost), oldestDueAt: new Date(oldest) }];
    })
    .sort((a, b) => workLanes.indexOf(a.lane) - workLanes.indexOf(b.lane));
}
