import { type DueReconciliation, planned } from '../../domain/reconciliation.ts';
import type { Schedule } from '../../engine/run-schedules.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { draftSync } from '../queue/draft-sync.ts';

const everySeconds = 5;
/**
 * The most unfinished reconciliations of one app: what its background budget (60 % of 10,000 calls a minute) carries in ten
 * seconds. More follow as these end, so an app whose calls wait queues none.
 */
const appMost = 1_000;
/** The same for all apps. Other syncs of a connection do not count, or one customer could use it up. */
const allMost = 10_000;
const partMost = 1_200;
/** When a connection whose provider this deployment lacks is looked at again: it may be a polled one. */
const lackingMs = 60_000;

/**
 * Queues a reconciliation of each due connection, app by app, longest due first; of one whose provider is polled, a poll;
 * none where there are no invoices to compare. One transaction plans the next ones and queues the operations of all owners.
 */
export function reconcileSchedule(ports: CorePorts): Schedule {
  const { storage, clock, ids, settings, providers } = ports;
  const usualMs = settings.reconcileIntervalMinutes * 60_000;
  const polledSeconds = ({ provider }: DueReconciliation) => providers[provider]?.traits.polledSeconds ?? null;
  const canBeRead = (one: DueReconciliation) => {
    const { invoices } = providers[one.provider]?.traits.families ?? {};
    return polledSeconds(one) !== null || invoices?.can.includes('list');
  };
  const intervalOf = (one: DueReconciliation): number => {
    if (!providers[one.provider]) return lackingMs;
    const seconds = polledSeconds(one);
    if (seconds !== null) return seconds * 1000;
    return settings.reconcileAdaptive ? Math.max(usualMs, one.intervalMs ?? 0) : usualMs;
  };
  return {
    name: 'reconcile',
    everyMs: everySeconds * 1000,
    offsetMs: 0,
    async part({ progress }) {
      const now = clock.now();
      const plannedSince = new Date(now.getTime() - usualMs);
      const onTheWay = await storage.reconciliations.onTheWay(plannedSince, allMost);
      if (onTheWay === allMost) return { next: progress };
      const cut = { now, plannedSince, appMost, limit: Math.min(partMost, allMost - onTheWay) };
      const { due, next } = await storage.reconciliations.due({ ...cut, after: progress ?? '' });
      const turns = due.map((one) => {
        const turn = planned(one, intervalOf(one), now, ids.spread());
        return canBeRead(one) ? turn : { ...turn, plannedAt: null };
      });
      const requestId = ids.next('req');
      const work = { type: 'connection.reconcile', requestId } as const;
      const compare = { ...work, scope: 'invoices', trigger: 'schedule' } as const;
      const poll = { ...work, scope: 'all', trigger: 'poll' } as const;
      const begun = due.filter((_, i) => turns[i]?.plannedAt);
      return {
        operations: begun.map((one) =>
          draftSync(ports, { ...one, id: one.connectionId }, polledSeconds(one) === null ? compare : poll),
        ),
        also: ({ reconciliations }) => reconciliations.plan(turns),
        next,
      };
    },
  };
}
