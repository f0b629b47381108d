import {
  appKeyOf,
  type BudgetLimits,
  type Clock,
  dayMs,
  dayOf,
  freshMs,
  inFlightMs,
  type Log,
  minuteMs,
  type ProviderLimits,
  type RequestBudget,
  refusalOf,
  type Spender,
  secondMs,
  secondOf,
  shareOf,
  useOf,
} from '#core/ports';
import type { Session } from './session.ts';
import { type BudgetChange, budgetRows } from './stores/budget-rows.ts';

export interface RequestBudgetOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly log?: Pick<Log, 'warn'>;
}

export interface ClosableRequestBudget extends RequestBudget {
  close(): Promise<void>;
}

/** An app has no day, and calls in flight are bounded by connection. */
const unbounded = Number.MAX_SAFE_INTEGER;

/**
 * All processes on one database share one row per connection and one per app. One conditional statement changes them
 * when a call begins and another when it ends; only this process's next call waits for the latter. In every schedule,
 * and when processes are lost:
 * - no 61 s contain more granted calls than a minute allows,
 * - a cause leaves the causes above it their reserve,
 * - no more calls than the limit are in flight, and no day's limit is exceeded.
 *
 * The calls of a lost process count as in flight until they expire, 45 s after they began. Not covered: calls that
 * reach the provider more than a second after they were counted, calls of the last second before midnight UTC,
 * documents that still stream after their release, calls of the last half second before the database's machine failed,
 * which the provider's next answer counts again.
 */
export function requestBudget(session: Session, options: RequestBudgetOptions): ClosableRequestBudget {
  const { clock, log } = options;
  const rows = budgetRows(session);
  const nowMs = () => clock.now().getTime();
  const ending = new Set<Promise<unknown>>();

  /** A failure is logged: the call's place expires, and the provider's next answer corrects the rest. */
  function end(changes: readonly BudgetChange[]): void {
    const stored = rows
      .change(changes)
      .catch((error: unknown) => log?.warn('the end of a call could not be stored', { error: String(error) }))
      .finally(() => ending.delete(stored));
    ending.add(stored);
  }

  return {
    async acquire(connection, cause, limits) {
      const { id } = connection;
      await Promise.all(ending);
      const at = nowMs();
      const app = appKeyOf(connection);
      const { appPerMinute } = limits;
      const allOfApp = { perMinute: appPerMinute ?? unbounded, perDay: unbounded, inFlight: unbounded };
      const [appShare, share] = [shareOf(allOfApp, cause), shareOf(limits, cause)];
      const expires = at + inFlightMs;
      const ofConnection = { ...taking(id, at, share), cause, expires };
      // An app without a limit takes nothing from its own row.
      const begun = appPerMinute === null ? [ofConnection] : [taking(app, at, appShare), ofConnection];
      const taken = await rows.change(begun);
      if (taken.length < begun.length) {
        const notMade = begun.filter(({ spender }) => taken.includes(spender)).map((one) => ({ ...one, takes: -1 }));
        if (notMade.length > 0) await rows.change(notMade);
        const [appState, state] = await rows.read([app, id]);
        if (appPerMinute === null || taken.includes(app))
          return { kind: 'refused', ...refusalOf(state, limits, cause, nowMs()) };
        return { kind: 'refused', ...refusalOf(appState, allOfApp, cause, nowMs()), reason: 'app_minute' };
      }
      let isInFlight = true;
      const release = (said?: ProviderLimits): void => {
        const now = nowMs();
        const ended = { ...unchanged(id, now), expires: isInFlight ? expires : 0 };
        if (!said && isInFlight) end([ended]);
        if (said) {
          const ofApps = { ...unchanged(app, now), ...heardOfApp(said, allOfApp, now) };
          const told = { ...ended, ...heard(said, limits.counted ?? limits, now) };
          end(appPerMinute === null ? [told] : [ofApps, told]);
        }
        isInFlight = false;
      };
      return { kind: 'granted', release };
    },
    async use(connectionIds) {
      const states = await rows.read(connectionIds);
      return connectionIds.map((connectionId, i) => ({ connectionId, ...useOf(states[i], nowMs()) }));
    },
    close: async () => void (await Promise.all(ending)),
  };
}

function unchanged(spender: Spender, at: number): BudgetChange {
  const most = { minute_most: 0, day_most: 0, in_flight_most: 0 };
  const least = { minute_from: at - minuteMs, minute_least: 0, day_least: 0, blocked_until: 0 };
  return { spender, at, second: secondOf(at), day: dayOf(at), takes: 0, cause: '', expires: 0, ...most, ...least };
}

function taking(spender: Spender, at: number, { perMinute, perDay, inFlight }: BudgetLimits): BudgetChange {
  const most = { minute_most: perMinute, day_most: perDay, in_flight_most: inFlight };
  return { ...unchanged(spender, at), takes: 1, ...most };
}

/** What the provider said: its counters only ever lower what is left. */
function heard(said: Omit<ProviderLimits, 'app'>, { perMinute, perDay }: BudgetLimits, now: number) {
  const { minuteRemaining, dayRemaining, retryAfterSeconds, durationMs } = said;
  const used = (limit: number, remaining: number | null) => (remaining === null ? 0 : limit - remaining);
  // Counts from before midnight say nothing of the new day; the call's way back took up to a second more.
  const isOfToday = dayOf(now - durationMs - secondMs) === dayOf(now);
  return {
    minute_from: now - durationMs - minuteMs,
    minute_least: used(perMinute, durationMs > freshMs ? null : minuteRemaining),
    day_least: used(perDay, isOfToday ? dayRemaining : null),
    blocked_until: retryAfterSeconds === null ? 0 : now + Math.min(retryAfterSeconds * 1000, dayMs),
  };
}

/** A provider that refuses the app's calls says when it accepts them again, so its counter adds nothing. */
function heardOfApp({ app, durationMs }: ProviderLimits, limits: BudgetLimits, now: number) {
  const minuteRemaining = app.retryAfterSeconds === null ? app.minuteRemaining : null;
  return heard({ ...app, minuteRemaining, dayRemaining: null, durationMs }, limits, now);
}
