import {
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

/** What becomes of a state; undefined where it stays. */
type Change = (state: BudgetState) => BudgetState | undefined;

interface Decided<A> {
  readonly state?: BudgetState;
  readonly answer: A;
}

/** How long a change for which nobody waits may wait for one that it can be stored with. */
const soonMs = 25;

/**
 * One budget for all processes on one store: a row a connection, conditionally replaced when a call begins. That a call
 * ended and what the provider said of it is stored with the connection's next call of this process, or 25 ms later. A
 * process changes a row one after the other, so an observation precedes its next call.
 *
 * Whatever the schedule, and when processes are lost: no 61 s see more than a minute's calls granted, a lane leaves the
 * lanes above it their reserve, no more than the limit are in flight, no day's count is exceeded. The calls of a lost
 * process are in flight until they expire, 45 s after they began.
 *
 * Not covered: calls that reach the provider more than a second after they were counted (a slow database, clocks of
 * processes that differ), calls of the last second before midnight UTC, documents that still stream after their release,
 * calls of the last half second before the database's machine failed, which the provider's next answer counts again.
 */
export function createRequestBudget({ clock, store, limits: usual, log }: RequestBudgetOptions): ClosableRequestBudget {
  const turns = oneAfterAnother<ConnectionId>();
  const nowMs = () => clock.now().getTime();
  const waiting = new Map<ConnectionId, Change[]>();

  /** Changes the row by all that waits for it, then by `work`. */
  const change = <A>(connectionId: ConnectionId, work: (state: BudgetState, nowMs: number) => Decided<A>): Promise<A> =>
    turns.run(connectionId, () => {
      const earlier = waiting.get(connectionId) ?? [];
      waiting.delete(connectionId);
      return store.change(connectionId, (stored) => {
        const before = stateOf(stored, nowMs());
        const current = earlier.reduce((state, made) => made(state) ?? state, before);
        const { state = current, answer } = work(current, nowMs());
        return { state: state === before ? undefined : state, answer };
      });
    });
  /** A failure is logged: what was lost comes back by expiry, or with the provider's next answer. */
  const storeWaiting = async (connectionId: ConnectionId): Promise<void> => {
    if (!waiting.has(connectionId)) return;
    await change(connectionId, () => ({ answer: null })).catch((error: unknown) =>
      log?.warn('the provider budget could not be changed', { connection_id: connectionId, error: String(error) }),
    );
  };
  const changeSoon = (connectionId: ConnectionId, made: Change): void => {
    const others = waiting.get(connectionId);
    waiting.set(connectionId, [...(others ?? []), made]);
    if (!others) setTimeout(() => void storeWaiting(connectionId), soonMs).unref();
  };

  return {
    async acquire(connectionId, lane, limits) {
      const decision = await change<Refusal | CallInFlight>(connectionId, (state, now) => {
        const refusal = refusalOf(state, lane, limits, now);
        if (refusal) return { answer: refusal };
        const call = callInFlight(lane, now);
        return { state: withCall(state, call, now), answer: call };
      });
      if ('reason' in decision) return { kind: 'refused', ...decision };
      let isReleased = false;
      const release = (): void => {
        if (!isReleased) changeSoon(connectionId, (state) => withoutCall(state, decision));
        isReleased = true;
      };
      return { kind: 'granted', release };
    },
    observe(connectionId, said) {
      const atMs = nowMs();
      changeSoon(connectionId, (state) => corrected(state, said, usual, atMs));
    },
    async use(connectionIds) {
      const stored = await store.readAll(connectionIds);
      return connectionIds.map((connectionId) => {
        const state = stateOf(stored.get(connectionId), nowMs());
        const blockedUntil = state.blockedUntilMs > nowMs() ? new Date(state.blockedUntilMs) : null;
        return { connectionId, minuteUsed: minuteUsed(state, nowMs()), dayUsed: state.dayUsed, blockedUntil };
      });
    },
    async close() {
      await Promise.all([...waiting.keys()].map(storeWaiting));
      await turns.idle();
    },
  };
}

function stateOf(stored: Json | undefined, nowMs: number): BudgetState {
  return budgetAt(stored as Partial<BudgetState> | undefined, nowMs);
}
