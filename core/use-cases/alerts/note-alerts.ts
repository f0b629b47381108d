// Notes what people are to be told of, in the transaction in which it happens: what is committed is told, what is rolled
// back is not.
import {
  type Alert,
  alertHourMs,
  becameWell,
  type Happening,
  happened,
  newAlert,
  sayingOf,
  type WellAgain,
  wantsAlert,
} from '../../domain/alert.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { draftOperation } from '../queue/draft-operation.ts';

/** Costs one small read where the organization has no destination. Signal the wake-up after the commit. */
export async function noteHappening(stores: Stores, ports: CorePorts, happening: Happening): Promise<void> {
  const destinations = await stores.alertDestinations.list(happening.organizationId);
  const wanting = destinations.filter((one) => wantsAlert(one, happening));
  // In one order, so that two transactions that note the same subject do not wait for each other.
  for (const { id } of wanting.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const before = await stores.alerts.hold(newAlert(id, happening));
    await stores.alerts.update(await planned(stores, ports, happened(before, happening)));
  }
}

/** Ends what was told, or is about to be told, of the subject. */
export async function noteWell(stores: Stores, ports: CorePorts, { events, at, ...subject }: WellAgain): Promise<void> {
  for (const open of await stores.alerts.lockOpen(subject, events)) {
    await stores.alerts.update(await planned(stores, ports, becameWell(open, at)));
  }
}

/** Says nothing more of a subject that is no longer there; what was not told yet still is. */
export async function noteGone(stores: Stores, subject: Omit<WellAgain, 'at'>): Promise<void> {
  for (const open of await stores.alerts.lockOpen(subject, subject.events)) {
    await stores.alerts.update({ ...open, awaitsEnd: false });
  }
}

/** An operation under way looks once more when it ends, so that a subject has one at a time. */
export async function planned(stores: Stores, ports: CorePorts, alert: Alert): Promise<Alert> {
  if (alert.operationId !== null) return alert;
  const now = ports.clock.now();
  const saying = sayingOf(alert, now);
  if (saying.kind === 'nothing') return { ...alert, dueAt: null };
  if (saying.kind === 'later') return { ...alert, dueAt: saying.at };
  const operation = draftOperation(ports, alert, {
    type: 'alert.send',
    connectionId: null,
    subject: alert.destinationId,
    input: { alert_id: alert.destinationId, event: alert.event, subject_id: alert.subjectId },
    requestId: ports.ids.next('req'),
  });
  await stores.operations.insert([operation]);
  return { ...alert, operationId: operation.id, dueAt: new Date(now.getTime() + alertHourMs) };
}
