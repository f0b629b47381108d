import { aheadMsMax, type BudgetState, inFlightMs, minuteMs, rememberedMs, type Spender } from '#core/ports';
import { documentOf } from '../columns.ts';
import { preparedRowsOf, type Session } from '../session.ts';

interface BudgetRow {
  readonly spender: Spender;
  readonly calls: string;
  readonly day: number;
  readonly day_used: number;
  readonly blocked_from: number;
  readonly blocked_until: number;
}

const given = {
  spender: 'text',
  at: 'bigint',
  /** The end of the second of `at`, and its UTC day. */
  second: 'bigint',
  day: 'bigint',
  /** 1 takes a call if the lane's share is not used up, -1 gives back one that was not made, 0 neither. */
  takes: 'bigint',
  /** When the call no longer counts as in flight: one that is taken begins to, another ends; 0 for an app. */
  expires: 'bigint',
  minute_most: 'bigint',
  day_most: 'bigint',
  in_flight_most: 'bigint',
  /** What the provider counted in the minute from `minute_from`, and in the day; 0 where it said nothing. */
  minute_from: 'bigint',
  minute_least: 'bigint',
  day_least: 'bigint',
  blocked_until: 'bigint',
} as const;

export type BudgetChange = Readonly<Record<Exclude<keyof typeof given, 'spender'>, number>> & {
  readonly spender: Spender;
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
    select spender, '[[' || second || ',' || takes || ']]', '[[' || expires || ',' || takes || ']]', day, takes, at,
      blocked_until from given
    where (takes < 1 or minute_most > 0 and day_most > 0) and ${dialect.unflushed} order by spender
    on conflict (spender) do update set (calls, in_flight, day, day_used, blocked_from, blocked_until) = (select
      -- 2. The calls of the last minute, this one, and those that the provider counted and we did not.
      (select ${countList} from (select at, sum(count) as count from (select at, count from ${counts('budget.calls')}
          union all select given.second, given.takes + ${greatest}(given.minute_least - ${used('given.minute_from')}, 0))
        as made where at > given.at - ${rememberedMs} and at <= ${lastCall} group by at having sum(count) > 0) as kept),
      -- 3. The calls in flight, without those that have expired.
      (select ${countList} from (select at, sum(count) as count from (select at, count from ${counts('budget.in_flight')}
          union all select given.expires, case given.takes when 1 then 1 else -1 end)
        as begun where at > given.at and at <= ${lastExpiry} group by at having sum(count) > 0) as kept),
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
