import { aheadMsMax, type BudgetState, inFlightMs, minuteMs, rememberedMs, type Spender } from '#core/ports';
import { documentOf } from '../columns.ts';
import type { ColumnWord } from '../dialect.ts';
import { preparedRowsOf, type Session } from '../session.ts';

interface BudgetRow {
  readonly spender: Spender;
  readonly calls: string;
  readonly day: number;
  readonly day_used: number;
  readonly blocked_from: number;
  readonly blocked_until: number;
}

/** What a call changes in a spender's row. `calls` and `in_flight` are added to those of the row: lists of [time, count]. */
export interface BudgetChange {
  readonly spender: Spender;
  readonly at: number;
  readonly day: number;
  /** The end of the second of `at`. */
  readonly second: number;
  /** 1 takes a call if the lane's share is not used up, -1 gives back one that was not made, 0 neither. */
  readonly takes: -1 | 0 | 1;
  readonly calls: string;
  /** By the time at which they no longer count as in flight. */
  readonly in_flight: string;
  readonly minute_most: number;
  readonly day_most: number;
  readonly in_flight_most: number;
  /** What the provider counted in the minute from `minute_from`, and in the day. */
  readonly minute_from: number;
  readonly minute_least: number;
  readonly day_least: number;
  readonly blocked_until: number;
}

const given: Readonly<Record<keyof BudgetChange, ColumnWord>> = {
  spender: 'text',
  at: 'bigint',
  day: 'bigint',
  second: 'bigint',
  takes: 'bigint',
  calls: 'text',
  in_flight: 'text',
  minute_most: 'bigint',
  day_most: 'bigint',
  in_flight_most: 'bigint',
  minute_from: 'bigint',
  minute_least: 'bigint',
  day_least: 'bigint',
  blocked_until: 'bigint',
};

/** A time further ahead than a minute was written by a clock that was wrong, and is dropped. */
export function budgetRows({ db, dialect }: Session) {
  const { greatest, counts, countList } = dialect;
  const lastCall = `given.second + ${aheadMsMax}`;
  const lastExpiry = `given.at + ${inFlightMs + aheadMsMax}`;
  const isBlocked = (at: string) => `budget.blocked_until > ${at} and budget.blocked_from <= given.at + ${aheadMsMax}`;
  const used = (from: string) =>
    `(select coalesce(sum(count), 0) from ${counts('budget.calls')} where at > ${from} and at <= ${lastCall})`;
  const changeSql = `with given as materialized (${dialect.given(given)})
    insert into request_budgets as budget (spender, calls, in_flight, day, day_used, blocked_from, blocked_until)
    -- 1. A row that is new has used nothing. All processes lock in one order, so that no two wait for each other.
    select spender, calls, in_flight, day, takes, at, blocked_until from given
    where (takes < 1 or minute_most > 0 and day_most > 0) and ${dialect.unflushed} order by spender
    on conflict (spender) do update set (calls, in_flight, day, day_used, blocked_from, blocked_until) = (select
      -- 2. The calls of the last minute, this one, and those that the provider counted and we did not.
      (select ${countList} from (select at, sum(count) as count from (
          select at, count from ${counts('budget.calls')} union all select at, count from ${counts('excluded.calls')}
          union all select given.second, ${greatest}(given.minute_least - ${used('given.minute_from')}, 0)) as made
        where at > given.at - ${rememberedMs} and at <= ${lastCall} group by at having sum(count) > 0) as kept),
      -- 3. The calls in flight, without those that have expired.
      (select ${countList} from (select at, sum(count) as count from (
          select at, count from ${counts('budget.in_flight')} union all select at, count from ${counts('excluded.in_flight')}) as begun
        where at > given.at and at <= ${lastExpiry} group by at having sum(count) > 0) as kept),
      -- 4. The calls of the UTC day.
      given.day,
      ${greatest}(case when budget.day = given.day then budget.day_used else 0 end + given.takes, given.day_least),
      -- 5. When the provider last refused everything, and until when.
      case when ${isBlocked('given.blocked_until')} then budget.blocked_from else given.at end,
      case when ${isBlocked('given.blocked_until')} then budget.blocked_until else given.blocked_until end
      from given where given.spender = budget.spender)
    -- 6. Nothing is taken while the provider refuses, nor more than the lane's share of day, minute and places.
    where (select given.takes < 1 or not (${isBlocked('given.at')})
        and (budget.day <> given.day or budget.day_used < given.day_most)
        and ${used(`given.at - ${minuteMs}`)} < given.minute_most
        and (select coalesce(sum(count), 0) from ${counts('budget.in_flight')} where at > given.at and at <= ${lastExpiry})
          < given.in_flight_most
      from given where given.spender = budget.spender)
    returning spender`;

  return {
    /** In one statement of its own, which waits for no flush; answers which rows were changed. */
    async change(changes: readonly BudgetChange[]): Promise<readonly Spender[]> {
      const rows = await preparedRowsOf<Pick<BudgetRow, 'spender'>>(db, changeSql, [JSON.stringify(changes)]);
      return rows.map(({ spender }) => spender);
    },
    /** In their order; undefined where nothing was ever called. */
    async read(spenders: readonly Spender[]): Promise<readonly (BudgetState | undefined)[]> {
      const rows: BudgetRow[] = await db<BudgetRow>('request_budgets').whereIn('spender', [...spenders]);
      const states = new Map(rows.map((row) => [row.spender, stateOf(row)]));
      return spenders.map((spender) => states.get(spender));
    },
  };
}

function stateOf(row: BudgetRow): BudgetState {
  return {
    calls: documentOf(row.calls),
    day: row.day,
    dayUsed: row.day_used,
    blockedFromMs: row.blocked_from,
    blockedUntilMs: row.blocked_until,
  };
}
