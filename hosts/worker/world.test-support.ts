import type { Core, LeasedOperation, Log, OperationId, StopReason, WakeUp } from '#core';

type Run = { id: string; stopped: StopReason | undefined; end: () => void };

/** A queue in memory behind the core's worker API; attempts last until the test ends them. */
export function world() {
  const queue: string[] = [];
  const runs: Run[] = [];
  const lines: string[] = [];
  const listeners = new Set<() => void>();
  const calls = { claim: 0, renew: 0, sweep: 0, keepAlive: 0 };
  const hands = {
    down: false,
    dueInMs: undefined as number | undefined,
    lost: new Set<string>(),
    cancelled: new Set<string>(),
    renewed: [] as string[][],
    renew: async () => {},
  };
  const database = () => {
    if (hands.down) throw new Error('database is down');
  };
  const worker: Core['worker'] = {
    claim: async (limit) => {
      calls.claim += 1;
      database();
      return queue.splice(0, limit).map(leasedOf);
    },
    run: (leased, signal) =>
      new Promise((resolve) => {
        const run: Run = { id: leased.operation.id, stopped: undefined, end: resolve };
        const stop = () => {
          run.stopped = signal.reason as StopReason;
          resolve();
        };
        runs.push(run);
        if (signal.aborted) stop();
        else signal.addEventListener('abort', stop);
      }),
    renew: async (leases) => {
      calls.renew += 1;
      await hands.renew();
      database();
      hands.renewed.push(leases.map(({ operationId }) => operationId));
      return leases
        .filter(({ operationId }) => !hands.lost.has(operationId))
        .map(({ operationId }) => ({ operationId, cancelRequested: hands.cancelled.has(operationId) }));
    },
    sweep: async () => {
      calls.sweep += 1;
      database();
      return 0;
    },
    keepTokensAlive: async () => {
      calls.keepAlive += 1;
      database();
      return 0;
    },
    nextDueAt: async () => (hands.dueInMs === undefined ? undefined : new Date(Date.now() + hands.dueInMs)),
  };
  const log: Log = {
    info: (message) => void lines.push(message),
    warn: (message) => void lines.push(message),
    error: (message) => void lines.push(message),
  };
  const wakeUp: WakeUp = {
    signal: () => {
      for (const listener of listeners) listener();
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return { queue, runs, lines, calls, hands, listeners, options: { worker, log, wakeUp } };
}

function leasedOf(id: string): LeasedOperation {
  const now = new Date();
  const lease = { operationId: id as OperationId, token: 1, claimedAt: now, expiresAt: now };
  return { operation: { id }, lease } as unknown as LeasedOperation;
}
