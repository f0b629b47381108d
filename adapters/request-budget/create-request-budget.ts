import {
  type BudgetDecision,
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
  type StoredBudget,
  withCall,
  withoutCall,
} from '#core/ports';

export interface RequestBudgetOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** What all processes agree on. */
  readonly store: BudgetStore;
  /** The provider's; they hold for a connection until a call comes with its own. */
  readonly limits: BudgetLimits;
  readonly log?: Pick<Log, 'warn'>;
}

export interface ClosableRequestBudget extends RequestBudget {
  /** Waits until what was observed and released is stored. */
  close(): Promise<void>;
}

/** What this process knows of a connection's budget. */
interface Known {
  /** The row as this process last saw it; another process may have changed it since. */
  row: StoredBudget | undefined;
  /** Those of the last call: the provider's counters are compared with them. */
  limits: BudgetLimits;
}

interface Change<Answer> {
  /** Undefined when the row stays as it is. */
  readonly state: BudgetState | undefined;
  readonly answer: Answer;
}

/** How often a change is tried again when another process made one in between. */
const triesMax = 10;
/** Connections remembered; the one that was called first is forgotten first. */
const knownMax = 10_000;
const refusedByRaces: BudgetDecision = { kind: 'refused', reason: 'connection_concurrency', retryAfterSeconds: 1 };

/**
 * One budget for all processes on one store: a row a connection, replaced by compare and set. A call costs one
 * statement when it begins and one when it ends; two more when another process changed the row since.
 *
 * Whatever the schedule, and when processes are lost: no 61 s see more than a minute's calls granted, a lane leaves the
 * lanes above it their reserve, no more than the limit are in flight, no day's count is exceeded. The calls of a lost
 * process are in flight until they expire, 45 s after they began.
 *
 * Not covered: calls that reach the provider more than a second after they were counted (a slow database, clocks of
 * processes that differ), calls of the last second before midnight UTC, documents that still stream after their release.
 */
export function createRequestBudget({ clock, store, limits: usual, log }: RequestBudgetOptions): ClosableRequestBudget {
  const known = new Map<ConnectionId, Known>();
  const knownOf = (connectionId: ConnectionId) => knownIn(known, connectionId, usual);
  const nowMs = () => clock.now().getTime();

  const turns = oneAfterAnother<ConnectionId>();

  const change = <A>(connectionId: ConnectionId, work: (state: BudgetState, nowMs: number) => Change<A>) =>
    turns.run(connectionId, () =>
      compareAndSet(store, connectionId, knownOf(connectionId), (row) => work(stateOf(row, nowMs()), nowMs())),
    );
  /** A failure is logged: what was lost comes back by expiry, or with the provider's next answer. */
  const changeLater = (
    connectionId: ConnectionId,
    work: (state: BudgetState, nowMs: number) => BudgetState | undefined,
  ) =>
    void change(connectionId, (state, now) => ({ state: work(state, now), answer: null })).catch((error: unknown) =>
      log?.warn('the provider budget could not be changed', { connection_id: connectionId, error: String(error) }),
    );

  return {
    async acquire(connectionId, lane, limits) {
      knownOf(connectionId).limits = limits;
      const decision = await change<Decided>(connectionId, (state, now) => {
        const refusal = refusalOf(state, lane, limits, now);
        if (refusal) return { state: undefined, answer: refusal };
        const call = callInFlight(lane, now);
        return { state: withCall(state, call, now), answer: call };
      });
      if (decision === undefined) return refusedByRaces;
      if ('reason' in decision) return { kind: 'refused', ...decision };
      const release = () => changeLater(connectionId, (state) => withoutCall(state, decision));
      return { kind: 'granted', release: onlyOnce(release) };
    },
    observe(connectionId, said) {
      const { row, limits } = knownOf(connectionId);
      const atMs = nowMs();
      if (!corrected(stateOf(row, atMs), said, limits, atMs)) return;
      changeLater(connectionId, (state) => corrected(state, said, limits, atMs));
    },
    async use(connectionIds) {
      const rows = await store.readAll(connectionIds);
      return connectionIds.map((connectionId) => {
        const state = stateOf(rows.get(connectionId), nowMs());
        const blockedUntil = state.blockedUntilMs > nowMs() ? new Date(state.blockedUntilMs) : null;
        return { connectionId, minuteUsed: minuteUsed(state, nowMs()), dayUsed: state.dayUsed, blockedUntil };
      });
    },
    close: turns.idle,
  };
}

type Decided = Refusal | CallInFlight;

function knownIn(known: Map<ConnectionId, Known>, connectionId: ConnectionId, limits: BudgetLimits): Known {
  const found = known.get(connectionId);
  if (found) return found;
  const fresh: Known = { row: undefined, limits };
  known.set(connectionId, fresh);
  const [first] = known.keys();
  if (known.size > knownMax && first !== undefined) known.delete(first);
  return fresh;
}

/** Undefined when other processes were faster each time. A change that leaves the row as it is has seen the newest. */
async function compareAndSet<A>(
  store: BudgetStore,
  connectionId: ConnectionId,
  own: Known,
  work: (row: StoredBudget | undefined) => Change<A>,
): Promise<A | undefined> {
  for (let tries = 0; tries < triesMax; tries++) {
    const { state, answer } = work(own.row);
    const version = own.row?.version ?? 0;
    if (state !== undefined && (await store.replace(connectionId, version, state as unknown as Json))) {
      own.row = { version: version + 1, state: state as unknown as Json };
      return answer;
    }
    if (state === undefined && tries > 0) return answer;
    own.row = await store.read(connectionId);
  }
  return undefined;
}

function stateOf(row: StoredBudget | undefined, nowMs: number): BudgetState {
  return budgetAt(row?.state as Partial<BudgetState> | undefined, nowMs);
}

function onlyOnce(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
