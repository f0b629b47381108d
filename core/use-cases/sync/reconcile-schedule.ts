import type { DueReconciliation } from '../../domain/reconciliation.ts';
import type { Schedule } from '../../engine/run-schedules.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { type Turn, turnSchedule } from './plan-turns.ts';

/** When a connection whose provider this deployment lacks is looked at again: it may be a polled one. */
export const lackingMs = 60_000;

const compare = { type: 'connection.reconcile', scope: 'invoices', trigger: 'schedule' } as const;
const poll = { type: 'connection.reconcile', scope: 'invoices', trigger: 'poll' } as const;

/**
 * Queues a reconciliation of each due connection; of one whose provider is polled, a poll of its invoices; nothing where
 * there are no invoices to compare.
 */
export function reconcileSchedule(ports: CorePorts): Schedule {
  const { settings, providers } = ports;
  const usualMs = settings.reconcileIntervalMinutes * 60_000;
  const turnOf = ({ provider, intervalMs }: DueReconciliation): Turn => {
    const traits = providers[provider]?.traits;
    if (!traits) return { intervalMs: lackingMs, work: null };
    const listsInvoices = traits.families.invoices?.can.includes('list') === true;
    if (traits.polledSeconds !== null)
      return { intervalMs: traits.polledSeconds * 1000, work: listsInvoices ? poll : null };
    return {
      intervalMs: settings.reconcileAdaptive ? Math.max(usualMs, intervalMs ?? 0) : usualMs,
      work: listsInvoices ? compare : null,
    };
  };
  return turnSchedule(ports, {
    name: 'reconcile',
    store: ({ reconciliations }) => reconciliations,
    lostAfterMs: usualMs,
    turnsOf: async (due) => due.map(turnOf),
  });
}
