// What a schedule of connections' turns does: reconciliations and the walks of followed families.
import { type DueReconciliation, planned } from '../../domain/reconciliation.ts';
import type { Schedule } from '../../engine/run-schedules.ts';
import type { ReconciliationStore } from '../../ports/connection-stores.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { draftSync, type SyncAsk } from '../queue/draft-sync.ts';

const everySeconds = 5;
/**
 * The most unfinished turns of one app: what its background budget (60 % of 10,000 calls a minute) carries in ten seconds.
 * More follow as these end, so an app whose calls wait queues none.
 */
const appMost = 1_000;
/** The same for all apps. Other syncs of a connection do not count, or one customer could use it up. */
const allMost = 10_000;
const partMost = 1_200;

/** What becomes of a connection's turn. */
export interface Turn {
  readonly intervalMs: number;
  /** What is queued; null if there is nothing to do. */
  readonly work: Pick<SyncAsk, 'type' | 'scope' | 'trigger'> | null;
}

interface Turns {
  readonly name: string;
  readonly store: (stores: Stores) => ReconciliationStore;
  /** A turn that was planned longer ago, and has not ended, is lost. */
  readonly lostAfterMs: number;
  /** Each connection's turn, in their order. */
  readonly turnsOf: (due: readonly DueReconciliation[]) => Promise<readonly Turn[]>;
}

/**
 * Queues what each due connection needs, app by app, longest due first. One transaction plans the next turns and queues the
 * operations of all owners.
 */
export function turnSchedule(ports: CorePorts, { name, store, lostAfterMs, turnsOf }: Turns): Schedule {
  const { storage, clock, ids } = ports;
  return {
    name,
    everyMs: everySeconds * 1000,
    offsetMs: 0,
    async part({ progress }) {
      const now = clock.now();
      const plannedSince = new Date(now.getTime() - lostAfterMs);
      const onTheWay = await store(storage).onTheWay(plannedSince, allMost);
      if (onTheWay === allMost) return { next: progress };
      const cut = { now, plannedSince, appMost, limit: Math.min(partMost, allMost - onTheWay) };
      const { due, next } = await store(storage).due({ ...cut, after: progress ?? '' });
      const turns = await turnsOf(due);
      const requestId = ids.next('req');
      const plans = due.map((one, i) => {
        const { intervalMs, work } = turns[i] as Turn;
        const turn = planned(one, intervalMs, now, ids.spread());
        return work === null ? { ...turn, plannedAt: null } : turn;
      });
      const operations = due.flatMap((one, i) => {
        const work = plans[i]?.plannedAt ? turns[i]?.work : null;
        return work ? [draftSync(ports, { ...one, id: one.connectionId }, { ...work, requestId })] : [];
      });
      return { operations, also: (stores) => store(stores).plan(plans), next };
    },
  };
}
