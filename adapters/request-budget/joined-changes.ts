import {
  type BudgetState,
  type BudgetStore,
  budgetAt,
  type Json,
  type Log,
  oneAfterAnother,
  type Spender,
} from '#core/ports';

/** What becomes of a state; undefined where it stays. */
export type Change = (state: BudgetState) => BudgetState | undefined;

interface Decided<A> {
  readonly state?: BudgetState;
  readonly answer: A;
}

/** How long a change for which nobody waits may wait for one that it can be stored with. */
const soonMs = 25;

/** Changes rows one after the other; what nobody waits for is stored with the row's next change. */
export function joinedChanges(store: BudgetStore, nowMs: () => number, log: Pick<Log, 'warn'> | undefined) {
  const turns = oneAfterAnother<Spender>();
  const waiting = new Map<Spender, Change[]>();
  const soon = new Set<Spender>();

  /** Changes the row by all that waits for it, then by `work`. */
  const change = <A>(spender: Spender, work: (state: BudgetState, nowMs: number) => Decided<A>): Promise<A> =>
    turns.run(spender, () => {
      const earlier = waiting.get(spender) ?? [];
      waiting.delete(spender);
      const changed = store.change(spender, (stored) => {
        const before = stateOf(stored, nowMs());
        const current = earlier.reduce((state, made) => made(state) ?? state, before);
        const { state = current, answer } = work(current, nowMs());
        return { state: state === before ? undefined : state, answer };
      });
      return changed.catch((error: unknown) => {
        if (earlier.length > 0) waiting.set(spender, [...earlier, ...(waiting.get(spender) ?? [])]);
        throw error;
      });
    });
  /** A failure is logged: what was lost comes back by expiry, or with the provider's next answer. */
  const storeWaiting = async (spender: Spender): Promise<void> => {
    if (!waiting.has(spender)) return;
    await change(spender, () => ({ answer: null })).catch((error: unknown) =>
      log?.warn('the provider budget could not be changed', { spender, error: String(error) }),
    );
  };

  /** At one time, so that the store makes one statement of them. */
  const storeSoon = (): void => {
    for (const spender of soon) void storeWaiting(spender);
    soon.clear();
  };
  /** Stored with the row's next change, whenever that is. */
  const changeWithNext = (spender: Spender, made: Change): void => {
    const others = waiting.get(spender);
    if (others) others.push(made);
    else waiting.set(spender, [made]);
  };

  return {
    change,
    changeWithNext,
    changeSoon(spender: Spender, made: Change): void {
      changeWithNext(spender, made);
      if (soon.size === 0) setTimeout(storeSoon, soonMs).unref();
      soon.add(spender);
    },
    /** Stores what waits. */
    async close(): Promise<void> {
      await Promise.all([...waiting.keys()].map(storeWaiting));
      await turns.idle();
    },
  };
}

export type JoinedChanges = ReturnType<typeof joinedChanges>;

export function stateOf(stored: Json | undefined, nowMs: number): BudgetState {
  return budgetAt(stored as Partial<BudgetState> | undefined, nowMs);
}
