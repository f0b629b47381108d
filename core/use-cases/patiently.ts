import { longestWaitSeconds } from '../domain/budget.ts';
import type { Caller } from '../domain/caller.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { RequestBudget } from '../ports/request-budget.ts';
import { takeWaitingPlace } from './key-places.ts';

/** How a caller wants a request made. */
export interface Patience {
  /** Wait up to this long for the provider's budget, in all calls of the request together; above 20 counts as 20. */
  readonly waitSeconds?: number | undefined;
}

type Ports = Pick<CorePorts, 'budget' | 'clock'>;

/** The use case with a budget that waits, where the caller asked for it, instead of refusing (`Prefer: wait=N`). */
export function patiently<P extends Ports, Command, Answer>(
  ports: P,
  useCase: (ports: P) => (caller: Caller, command: Command) => Promise<Answer>,
) {
  const impatient = useCase(ports);
  return (caller: Caller, command: Command & Patience): Promise<Answer> =>
    command.waitSeconds === undefined
      ? impatient(caller, command)
      : useCase({ ...ports, budget: waitingBudget(ports, caller, command.waitSeconds) })(caller, command);
}

/** Refuses at once what would not be free in time, and what would be one waiting request of the key too many. */
function waitingBudget({ budget, clock }: Ports, { actor }: Caller, waitSeconds: number): RequestBudget {
  const untilMs = clock.now().getTime() + Math.min(waitSeconds, longestWaitSeconds) * 1000;
  return {
    observe: budget.observe,
    use: budget.use,
    async acquire(connectionId, lane, limits) {
      let leave: (() => void) | undefined;
      try {
        for (;;) {
          const decision = await budget.acquire(connectionId, lane, limits);
          if (decision.kind === 'granted') return decision;
          const pauseMs = Math.max(100, decision.retryAfterSeconds * 1000);
          if (clock.now().getTime() + pauseMs > untilMs) return decision;
          leave ??= takeWaitingPlace(actor);
          await clock.wait(pauseMs);
        }
      } finally {
        leave?.();
      }
    },
  };
}
