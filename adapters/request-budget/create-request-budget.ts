import {
  appKeyOf,
  type BudgetStore,
  type CallInFlight,
  type Clock,
  corrected,
  type LedgerLimits,
  type Log,
  minuteUsed,
  type Refusal,
  type RequestBudget,
  refusalOf,
  withCall,
  withoutCall,
} from '#core/ports';
import { appAllowances } from './app-allowances.ts';
import { joinedChanges, stateOf } from './joined-changes.ts';

interface RequestBudgetOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** What all processes agree on. */
  readonly store: BudgetStore;
  /** The provider's own limits: its counters are compared with them. */
  readonly limits: LedgerLimits;
  readonly log?: Pick<Log, 'warn'>;
}

export interface ClosableRequestBudget extends RequestBudget {
  /** Waits until what was observed and released is stored. */
  close(): Promise<void>;
}

/**
 * One budget for all processes on one store: a row a connection, conditionally replaced when a call begins. That a call
 * ended and what the provider said of it is stored with the connection's next call of this process, or 25 ms later. A
 * process changes a row one after the other, so an observation precedes its next call.
 *
 * Whatever the schedule, and when processes are lost: no 61 s see more than a minute's calls granted, a lane leaves the
 * lanes above it their reserve, no more than the limit are in flight, no day's count is exceeded. The calls of a lost
 * process are in flight until they expire, 45 s after they began.
 *
 * The same minute and lanes hold for all connections of an app together: a process takes an app's calls in allowances
 * that last a second (app-allowances.ts), so a provider that refuses the app's calls holds back this process at once and
 * the others within a second.
 *
 * Not covered: calls that reach the provider more than a second after they were counted (a slow database, clocks of
 * processes that differ), calls of the last second before midnight UTC, documents that still stream after their release,
 * calls of the last half second before the database's machine failed, which the provider's next answer counts again.
 */
export function createRequestBudget({ clock, store, limits: usual, log }: RequestBudgetOptions): ClosableRequestBudget {
  const nowMs = () => clock.now().getTime();
  const rows = joinedChanges(store, nowMs, log);
  const apps = appAllowances(rows, usual.appPerMinute, nowMs);

  return {
    async acquire({ id, providerAppId }, lane, limits) {
      const allowance = await apps.take(appKeyOf(providerAppId), lane);
      if ('reason' in allowance) return { kind: 'refused', ...allowance };
      const decision = await rows.change<Refusal | CallInFlight>(id, (state, now) => {
        const refusal = refusalOf(state, lane, limits, now);
        if (refusal) return { answer: refusal };
        const { state: after, call } = withCall(state, lane, now);
        return { state: after, answer: call };
      });
      if ('reason' in decision) {
        allowance.left += 1;
        return { kind: 'refused', ...decision };
      }
      let isReleased = false;
      const release = (): void => {
        if (!isReleased) rows.changeSoon(id, (state) => withoutCall(state, decision));
        isReleased = true;
      };
      return { kind: 'granted', release };
    },
    observe({ id, providerAppId }, said) {
      const atMs = nowMs();
      rows.changeSoon(id, (state) => corrected(state, said, usual, atMs));
      apps.observe(appKeyOf(providerAppId), said);
    },
    async use(connectionIds) {
      const stored = await store.readAll(connectionIds);
      return connectionIds.map((connectionId) => {
        const state = stateOf(stored.get(connectionId), nowMs());
        const blockedUntil = state.blockedUntilMs > nowMs() ? new Date(state.blockedUntilMs) : null;
        return { connectionId, minuteUsed: minuteUsed(state, nowMs()), dayUsed: state.dayUsed, blockedUntil };
      });
    },
    close: rows.close,
  };
}
