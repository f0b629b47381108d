// Looks at alerts whose time has come: the hour after a message is over, or the operation that was to tell has ended
// without telling (a person cancelled it, every attempt failed, the database went back).
import { type Alert, alertHourMs } from '../../domain/alert.ts';
import { isTerminal } from '../../domain/operation.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { planned } from './note-alerts.ts';

const dueMost = 100;
const removedMost = 200;
/** Told alerts keep the hour in which nothing more is said, and nothing else. */
const keptMs = 48 * alertHourMs;

/** Several workers may sweep at once. */
export function sweepAlerts(ports: CorePorts) {
  return async (): Promise<void> => {
    const { storage, clock, wakeUp, log } = ports;
    const due = await storage.alerts.listDue(clock.now(), dueMost);
    for (const alert of due) {
      await storage
        .transaction((stores) => look(stores, ports, alert))
        .catch((error: unknown) => {
          log.error('the sweep of an alert failed', error, { alert_destination_id: alert.destinationId });
        });
    }
    if (due.length > 0) wakeUp.signal();
  };
}

async function look(stores: Stores, ports: CorePorts, seen: Alert): Promise<void> {
  const now = ports.clock.now();
  const alert = await stores.alerts.lockDue(seen, now);
  if (!alert) return;
  const operation = alert.operationId && (await stores.operations.find(alert, alert.operationId));
  const isUnderWay = operation && !isTerminal(operation.state);
  const next = isUnderWay
    ? { ...alert, dueAt: new Date(now.getTime() + alertHourMs) }
    : await planned(stores, ports, { ...alert, operationId: null });
  await stores.alerts.update(next);
}

/** Removes what was told and has ended; call it now and then. */
export async function forgetTold({ storage, clock }: CorePorts): Promise<boolean> {
  const before = new Date(clock.now().getTime() - keptMs);
  return (await storage.alerts.removeTold(before, removedMost)) === removedMost;
}
