import {
  type ClaimRoom,
  type Core,
  type LeasedOperation,
  type Log,
  laneOf,
  type OperationId,
  type OperationState,
  type OperationType,
  type StopReason,
  type WakeUp,
} from '#core';

type Run = { id: string; stopped: StopReason | undefined; end: (state?: OperationState) => void };

/** A queue in memory behind the core's worker API; attempts last until the test ends them. */
export function world() {
  const queue: string[] = [];
  const runs: Run[] = [];
  const lines: string[] = [];
  const listeners = new Set<() => void>();
  const calls = { claim: 0, renew: 0, sweep: 0, tick: 0, due: 0 };
  const rooms: ClaimRoom[] = [];
  const hands = {
    down: false,
    dueInMs: undefined as number | undefined,
    /** If true, attempts ignore that they are stopped. */
    deaf: false,
    claimTakesMs: 0,
    lost: new Set<string>(),
    cancelled: new Set<string>(),
    /** Attempts whose ends are being stored. */
    ending: new Set<string>(),
    renewed: [] as string[][],
    handedBack: [] as string[],
    renew: async () => {},
  };
  const database = () => {
    if (hands.down) throw new Error('database is down');
  };
  const worker: Core['worker'] = {
    claim: async (room) => {
      calls.claim += 1;
      if (hands.claimTakesMs > 0) await new Promise((resolve) => setTimeout(resolve, hands.claimTakesMs));
      database();
      if (typeof room === 'number') throw new Error('the loop knows its lanes');
      rooms.push(room);
      return taken(queue, room).map((id) => leasedOf(id));
    },
    run: (leased, signal) =>
      new Promise((resolve) => {
        const run: Run = { id: leased.operation.id, stopped: undefined, end: (state = 'succeeded') => resolve(state) };
        const stop = () => {
          run.stopped = signal.reason as StopReason;
          if (!hands.deaf) resolve(undefined);
        };
        runs.push(run);
        if (signal.aborted) stop();
        else signal.addEventListener('abort', stop);
      }),
    handBack: async (leased) => {
      database();
      hands.handedBack.push(...leased.map(({ operation }) => operation.id));
      return leased.length;
    },
    renew: async (leases) => {
      calls.renew += 1;
      await hands.renew();
      database();
      hands.renewed.push(leases.map(({ operationId }) => operationId));
      return leases
        .filter(({ operationId }) => !hands.lost.has(operationId))
        .map(({ operationId }) => ({
          operationId,
          cancelRequested: hands.cancelled.has(operationId),
          prolonged: !hands.ending.has(operationId),
        }));
    },
    sweep: async () => {
      calls.sweep += 1;
      database();
      return 0;
    },
    tick: async () => {
      calls.tick += 1;
      database();
      return 0;
    },
    depth: async () => [],
    nextDueAt: async () => {
      calls.due += 1;
      return hands.dueInMs === undefined ? undefined : new Date(Date.now() + hands.dueInMs);
    },
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
  return { queue, runs, lines, calls, rooms, hands, listeners, options: { worker, log, wakeUp } };
}

/** `s:7` has the type that `s` stands for; a bare name is a delivery. */
const types: Readonly<Record<string, OperationType>> = {
  a: 'automation.quote.create_and_send',
  n: 'notification.process',
  d: 'webhook.deliver',
  s: 'connection.sync',
  m: 'retention.purge',
};

function typeOf(id: string): OperationType {
  return types[id.includes(':') ? (id[0] ?? 'd') : 'd'] ?? 'webhook.deliver';
}

/** Takes in order, within each lane's room and the room of all lanes together. */
function taken(queue: string[], room: ClaimRoom): readonly string[] {
  const lanes = { ...room.lanes };
  const found: string[] = [];
  for (const id of [...queue]) {
    const lane = laneOf(typeOf(id));
    if (found.length >= room.limit || lanes[lane] <= 0) continue;
    lanes[lane] -= 1;
    found.push(...queue.splice(queue.indexOf(id), 1));
  }
  return found;
}

export function leasedOf(id: string, subject: string | null = null): LeasedOperation {
  const now = new Date();
  const lease = { operationId: id as OperationId, token: 1, claimedAt: now, expiresAt: now };
  return { operation: { id, type: typeOf(id), subject }, lease, dueAt: now } as unknown as LeasedOperation;
}
