import {
  type BudgetChange,
  type BudgetLimits,
  type BudgetState,
  type BudgetStore,
  budgetAt,
  type CallInFlight,
  type Clock,
  type ConnectionId,
  callInFlight,
  corrected,
  type Json,
  type Log,
  minuteUsed,
  oneAfterAnother,
  type Refusal,
  type RequestBudget,
  refusalOf,
  withCall,
  withoutCall,
} from '#core/ports';

export interface RequestBudgetOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** What all processes agree on. */
  readonly store: BudgetStore;
  /** The provider's own limits: its counters are compared with them. */
  readonly limits: BudgetLimits;
  readonly log?: Pick<Log, 'warn'>;
}

export interface ClosableRequestBudget extends RequestBudget {
  /** Waits until what was observed and released is stored. */
  close(): Promise<void>;
}

/**
 * One budget for all processes on one store: a row a connection, read and conditionally replaced when a call begins and
 * when it ends. A process changes a connection's row one after the other, so an observation precedes the next call.
 *
 * Whatever the schedule, and when processes are lost: no 61 s see more than a minute's calls granted, a lane leaves the
 * lanes above it their reserve, no more than the limit are in flight, no day's count is exceeded. The calls of a lost
 * process are in flight until they expire, 45 s after they began.
 *
 * Not covered: calls that reach the provider more than a second after they were counted (a slow database, clocks of
 * processes that differ), calls of the last second before midnight UTC, documents that still stream after their release.
 */
export function createRequestBudget({ clock, store, limits: usual, log }: RequestBudgetOptions): ClosableRequestBudget {
  const turns = oneAfterAnother<ConnectionId>();
  const nowMs = () => clock.now().getTime();
  const change = <A>(connectionId: ConnectionId, work: (state: BudgetState, nowMs: number) => BudgetChange<A>) =>
    turns.run(connectionId, () => store.change(connectionId, (stored) => work(stateOf(stored, nowMs()), nowMs())));
  /** A failure is logged: what was lost comes back by expiry, or with the provider's next answer. */
  const changeLater = (connectionId: ConnectionId, work: (state: BudgetState) => BudgetState | undefined): void =>
    void change(connectionId, (state) => ({ state: work(state), answer: null })).catch((error: unknown) =>
      log?.warn('the provider budget could not be changed', { connection_id: connectionId, error: String(error) }),
    );

  return {
    async acquire(connectionId, lane, limits) {
      const decision = await change<Refusal | CallInFlight>(connectionId, (state, now) => {
        const refusal = refusalOf(state, lane, limits, now);
        if (refusal) return { state: undefined, answer: refusal };
        const call = callInFlight(lane, now);
        return { state: withCall(state, call, now), answer: call };
      });
      if ('reason' in decision) return { kind: 'refused', ...decision };
      let isReleased = false;
      const release = (): void => {
        if (!isReleased) changeLater(connectionId, (state) => withoutCall(state, decision));
        isReleased = true;
      };
      return { kind: 'granted', release };
    },
    observe(connectionId, said) {
      const atMs = nowMs();
      changeLater(connectionId, (state) => corrected(state, said, usual, atMs));
    },
    async use(connectionIds) {
      const stored = await store.readAll(connectionIds);
      return connectionIds.map((connectionId) => {
        const state = stateOf(stored.get(connectionId), nowMs());
        const blockedUntil = state.blockedUntilMs > nowMs() ? new Date(state.blockedUntilMs) : null;
        return { connectionId, minuteUsed: minuteUsed(state, nowMs()), dayUsed: state.dayUsed, blockedUntil };
      });
    },
    close: turns.idle,
  };
}

function stateOf(stored: Json | undefined, nowMs: number): BudgetState {
  return budgetAt(stored as Partial<BudgetState> | undefined, nowMs);
}
