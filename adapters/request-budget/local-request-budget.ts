import { type BudgetDecision, type Clock, type ConnectionId, defaultBudget, type RequestBudget } from '#core';
import { blockOf, correct, exhaustionOf, newUsage, rollOver, type Usage } from './usage.ts';

export interface LocalRequestBudgetOptions {
  readonly clock: Clock;
  /** Counts and honours the provider's own refusals, but refuses nothing for the counts. */
  readonly observeOnly?: boolean;
  /** How many connections are remembered; idle ones are forgotten first. */
  readonly maxConnections?: number;
}

/**
 * Counts in memory: right for one process. Two processes on one connection may together exceed its budget until the
 * provider's counters, which both see with every answer, correct them.
 */
export function createLocalRequestBudget({
  clock,
  observeOnly = false,
  maxConnections = 10_000,
}: LocalRequestBudgetOptions): RequestBudget {
  const usages = new Map<ConnectionId, Usage>();
  const usageOf = (id: ConnectionId): Usage => {
    const usage = usages.get(id) ?? newUsage(defaultBudget);
    // Re-inserted, so that the map's order is the order of last use.
    usages.delete(id);
    if (usages.size >= maxConnections) forgetIdle(usages, clock.now().getTime());
    usages.set(id, usage);
    return usage;
  };
  return {
    acquire: async (connectionId, lane, limits): Promise<BudgetDecision> => {
      const nowMs = clock.now().getTime();
      const usage = usageOf(connectionId);
      usage.limits = limits;
      rollOver(usage, nowMs);
      const refused = blockOf(usage, nowMs) ?? (observeOnly ? undefined : exhaustionOf(usage, lane, limits, nowMs));
      if (refused) return { kind: 'refused', ...refused };
      return { kind: 'granted', release: take(usage) };
    },
    observe: (connectionId, said) => {
      const nowMs = clock.now().getTime();
      const usage = usageOf(connectionId);
      rollOver(usage, nowMs);
      correct(usage, said, nowMs);
    },
  };
}

/** Counts one call; the release counts once however often it is called. */
function take(usage: Usage): () => void {
  usage.minuteUsed += 1;
  usage.dayUsed += 1;
  usage.inFlight += 1;
  let released = false;
  return () => {
    if (!released) usage.inFlight -= 1;
    released = true;
  };
}

const mostLookedAt = 100;

/**
 * Forgets the connection longest unused that neither has a call in flight nor is refused by the provider. Its day's
 * count is lost with it; the provider's own counter restores it with the next answer.
 */
function forgetIdle(usages: Map<ConnectionId, Usage>, nowMs: number): void {
  let lookedAt = 0;
  for (const [id, usage] of usages) {
    if (usage.inFlight === 0 && usage.blockedUntilMs <= nowMs) {
      usages.delete(id);
      return;
    }
    if (++lookedAt >= mostLookedAt) return;
  }
}
