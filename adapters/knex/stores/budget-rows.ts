import {
  aheadMsMax,
  type BudgetState,
  type Cause,
  causes,
  inFlightMs,
  minuteMs,
  rememberedMs,
  type Spender,
  valuesBy,
} from '#core/ports';
import { documentOf } from '../columns.ts';
import { preparedRowsOf, type Session } from '../session.ts';

type BudgetRow = Readonly<Record<`day_${Cause}`, number>> & {
  readonly spender: Spender;
  readonly calls: string;
  readonly in_flight: string;
  readonly day: number;
  readonly day_used: number;
  readonly day_from: number;
  readonly blocked_from: number;
  readonly blocked_until: number;
};

const given = {
  spender: 'text',
  at: 'bigint',
  /** The end of the second of `at`, and its UTC day. */
  second: 'bigint',
  day: 'bigint',
  /** 1 takes a call if the cause's share is not used up, -1 gives back a call that was not made, 0 does neither. */
  takes: 'bigint',
  /** What a connection's call is made for; empty for an app and for a change that takes no call. */
  cause: 'text',
  /** When the call's place in flight expires. A taken call adds the place, other changes remove it. 0 for an app. */
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

export type BudgetChange = Readonly<Record<Exclude<keyof typeof given, 'spender' | 'cause'>, number>> & {
  readonly spender: Spender;
  readonly cause: Cause | '';
};

const countedCauses = causes.map((cause) => ({
  column: `day_${cause}` as const,
  takes: `case given.cause when '${cause}' then given.takes else 0 end`,
}));
const causeColumns = countedCauses.map(({ column }) => column).join(', ');

/**
 * Taking a call drops stored times more than a minute in the future, because a wrong clock wrote them. Ending a call
 * does not, because the end may be stored long after its time.
 */
export function budgetRows({ db, dialect }: Session) {
  const { greatest, counts, countList } = dialect;
  const latest = (at: string, aheadMs: number) =>
    `case when given.takes = 1 then ${at} + ${aheadMs} else ${Number.MAX_SAFE_INTEGER} end`;
  const lastCall = latest('given.second', aheadMsMax);
  const lastExpiry = latest('given.at', inFlightMs + aheadMsMax);
  const isBlocked = (at: string) =>
    `budget.blocked_until > ${at} and budget.blocked_from <= ${latest('given.at', aheadMsMax)}`;
  const isSameDay = 'budget.day = given.day';
  const ofDay = (column: string) => `case when ${isSameDay} or given.takes < 1 then budget.${column} else 0 end`;
  const used = (from: string) =>
    `(select coalesce(sum(count), 0) from ${counts('budget.calls')} where at > ${from} and at <= ${lastCall})`;
  const changeSql = `with given as materialized (${dialect.given(given)})
    insert into request_budgets as budget
      (spender, calls, in_flight, day, day_used, day_from, ${causeColumns}, blocked_from, blocked_until)
    -- 1. A new row has used nothing. All processes lock rows in the same order, so that none deadlock.
    select spender, '[[' || second || ',' || takes || ']]', '[[' || expires || ',' || takes || ']]', day, takes,
      at * takes, ${countedCauses.map(({ takes }) => takes).join(', ')}, at, blocked_until from given
    where (takes < 1 or minute_most > 0 and day_most > 0) and ${dialect.unflushed} order by spender
    on conflict (spender) do update
      set (calls, in_flight, day, day_used, day_from, ${causeColumns}, blocked_from, blocked_until) = (select
      -- 2. The calls of the last minute, this one, and those that only the provider counted.
      (select ${countList} from (select at, sum(count) as count from (select at, count from ${counts('budget.calls')}
          union all select given.second, given.takes + ${greatest}(given.minute_least - ${used('given.minute_from')}, 0))
        as made where at > given.at - ${rememberedMs} and at <= ${lastCall} group by at having sum(count) > 0) as kept),
      -- 3. The calls in flight, without those that have expired.
      (select ${countList} from (select at, sum(count) as count from (select at, count from ${counts('budget.in_flight')}
          union all select given.expires, case given.takes when 1 then 1 else -1 end)
        as begun where at > given.at and at <= ${lastExpiry} group by at having sum(count) > 0) as kept),
      -- 4. The calls of the UTC day, when the first of them was taken, and how many were taken for each cause.
      case when given.takes = 1 then given.day else budget.day end,
      ${greatest}(${ofDay('day_used')} + given.takes, case when ${isSameDay} then given.day_least else 0 end),
      case when given.takes < 1 or ${ofDay('day_from')} between 1 and given.at then ${ofDay('day_from')} else given.at end,
      ${countedCauses.map(({ column, takes }) => `${greatest}(${ofDay(column)} + ${takes}, 0)`).join(', ')},
      -- 5. When the provider last refused everything, and until when.
      case when ${isBlocked('given.blocked_until')} then budget.blocked_from else given.at end,
      case when ${isBlocked('given.blocked_until')} then budget.blocked_until else given.blocked_until end
      from given where given.spender = budget.spender)
    -- 6. Takes no call while the provider refuses all, nor beyond the cause's share of day, minute and places in flight.
    where (select given.takes < 1 or not (${isBlocked('given.at')})
        and (budget.day <> given.day or budget.day_used < given.day_most)
        and ${used(`given.at - ${minuteMs}`)} < given.minute_most
        and (select coalesce(sum(count), 0) from ${counts('budget.in_flight')} where at > given.at and at <= ${lastExpiry})
          < given.in_flight_most
      from given where given.spender = budget.spender)
    returning spender`;

  return {
    /** Changes rows in one statement, which waits for no flush; returns the spenders whose rows were changed. */
    async change(changes: readonly BudgetChange[]): Promise<readonly Spender[]> {
      const rows = await preparedRowsOf<Pick<BudgetRow, 'spender'>>(db, changeSql, [JSON.stringify(changes)]);
      return rows.map(({ spender }) => spender);
    },
    /** Returns the states in the order of `spenders`, undefined for one that never called. */
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
    inFlight: documentOf(row.in_flight),
    day: row.day,
    dayUsed: row.day_used,
    dayFromMs: row.day_from,
    byCause: valuesBy(causes, (cause) => row[`day_${cause}`]),
    blockedFromMs: row.blocked_from,
    blockedUntilMs: row.blocked_until,
  };
}
