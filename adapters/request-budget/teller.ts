// Tells the store what this process made of its calls, and asks it for more; one request a connection at a time.
import { type BudgetLimits, type BudgetStore, type Clock, type ConnectionId, defaultBudget, type Lane } from '#core';
import { jsonOf, stateAt } from './budget-state.ts';
import { matters } from './correction.ts';
import { type Hold, paceOf, takeHand, unspent, wantOf } from './hold.ts';
import { type Ask, type Leased, lease, type Refusal } from './lease.ts';

export interface Teller {
  /** Takes calls and places for those of the lane who wait; what stands against it when there are none. */
  lease(connectionId: ConnectionId, hold: Hold, lane: Lane, limits: BudgetLimits): Promise<Refusal | null>;
  /** Keeps what is held for longer. */
  renew(connectionId: ConnectionId, hold: Hold): Promise<void>;
  /** Gives back what no running call needs. */
  giveBack(connectionId: ConnectionId, hold: Hold): Promise<void>;
  /** Lets the others know what the provider said. */
  correct(connectionId: ConnectionId, hold: Hold): Promise<void>;
}

/** How often the state may change under our eyes: each time another process got on. */
const triesMax = 20;

interface Ports {
  readonly clock: Pick<Clock, 'now'>;
  readonly store: BudgetStore;
  readonly processId: string;
}

export function createTeller(ports: Ports): Teller {
  const tell = (connectionId: ConnectionId, hold: Hold, ask: () => Partial<Ask>, needed?: Needed) =>
    inTurn(hold, () => exchange(ports, connectionId, hold, ask, needed));
  return {
    lease: (connectionId, hold, lane, limits) =>
      tell(connectionId, hold, () => ({ limits, want: wantOf(hold, lane, limits) })),
    renew: async (connectionId, hold) =>
      void (await tell(connectionId, hold, () => ({
        want: { lane: hold.lane, more: 0, chunk: paceOf(hold), places: 0 },
      }))),
    giveBack: async (connectionId, hold) =>
      void (await tell(connectionId, hold, () => ({ unspent: 0, places: hold.running }))),
    correct: async (connectionId, hold) => void (await tell(connectionId, hold, () => ({}), correctionNeeded)),
  };
}

type Needed = (hold: Hold, nowMs: number) => boolean;

function correctionNeeded({ pending, kept, limits }: Hold, nowMs: number): boolean {
  return pending !== null && matters(pending, stateAt(kept?.state, nowMs), limits ?? defaultBudget, nowMs);
}

/** The hand must not change while the store is told of it. */
function inTurn<T>(hold: Hold, work: () => Promise<T>): Promise<T> {
  const result = hold.turn.then(work);
  hold.turns += 1;
  const over = () => {
    hold.turns -= 1;
  };
  hold.turn = result.then(over, over);
  return result;
}

async function exchange(
  { clock, store, processId }: Ports,
  connectionId: ConnectionId,
  hold: Hold,
  ask: () => Partial<Ask>,
  needed: Needed = () => true,
): Promise<Refusal | null> {
  // Where nobody else was about, the state is still as we left it; else it is cheaper to look first.
  let known = hold.kept !== undefined && !othersHold(hold, processId);
  for (let tries = 0; tries < triesMax; tries++) {
    if (!known) hold.kept = await store.read(connectionId);
    const nowMs = clock.now().getTime();
    if (!needed(hold, nowMs)) {
      hold.pending = null;
      return null;
    }
    const before = stateAt(hold.kept?.state, nowMs);
    const asked: Ask = { ...standing(hold, processId), ...ask() };
    if (asked.correction) hold.correctedAtMs = nowMs;
    const leased = lease(before, asked, nowMs);
    const sure = !known || leased.refusal === null;
    known = false;
    if (!sure) continue;
    if (!leased.changed || (await keep(store, connectionId, hold, leased))) return conclude(hold, asked, leased);
  }
  return { reason: 'connection_concurrency', retryAfterSeconds: 1 };
}

function othersHold({ kept }: Hold, processId: string): boolean {
  return stateAt(kept?.state, 0).holdings.some(({ holder }) => holder !== processId);
}

function standing(hold: Hold, holder: string): Ask {
  const { limits, spent, running, hand, pending } = hold;
  return {
    ...{ holder, spent, running },
    limits: limits ?? defaultBudget,
    unspent: unspent(hold),
    places: hand?.places ?? running,
    correction: pending,
    want: null,
  };
}

async function keep(store: BudgetStore, connectionId: ConnectionId, hold: Hold, { state }: Leased): Promise<boolean> {
  const version = hold.kept?.version ?? 0;
  if (!(await store.replace(connectionId, version, jsonOf(state)))) return false;
  hold.kept = { version: version + 1, state: jsonOf(state) };
  return true;
}

function conclude(hold: Hold, { correction }: Ask, { state, changed, hand, refusal }: Leased): Refusal | null {
  hold.blockedUntilMs = Math.max(hold.blockedUntilMs, state.blockedUntilMs);
  if (!changed) return refusal;
  // What was said since then is still to be told.
  if (hold.pending === correction) hold.pending = null;
  takeHand(hold, hand);
  return refusal;
}
