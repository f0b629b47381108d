// Tells one destination of one subject, of many at once, or how the week was: the operations of alerts.
import {
  type Alert,
  type AlertDestination,
  afterMessage,
  afterTold,
  alertHourMs,
  hourEnd,
  roomOf,
  type Saying,
  sayingOf,
} from '../../domain/alert.ts';
import { type AlertMessage, alertMessage, manyAlerts, weeklyMessage } from '../../domain/alert-words.ts';
import type { AlertDestinationId } from '../../domain/ids.ts';
import type { Operation, OperationError } from '../../domain/operation.ts';
import { type Conclusion, inputId, type OperationKind, succeeded } from '../../engine/operation-kind.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { planned } from './note-alerts.ts';
import { type Transmitted, transmit } from './transmit.ts';
import { weekCounts } from './weekly-summary.ts';

/** Of many at once, the most that one message tells. */
const togetherMost = 200;
/** A message is sent within this time, so what was tried longer ago is not on its way. */
const onItsWayMs = 60_000;
/** How long an address that refuses for good is left alone. */
const refusedMs = 24 * alertHourMs;

interface Told {
  readonly alert: Alert;
  readonly kind: Exclude<Saying['kind'], 'nothing' | 'later'>;
}

interface Prepared {
  readonly destination: AlertDestination;
  readonly message: AlertMessage;
  readonly told: readonly Told[];
}

/**
 * A process that is killed between the receiver's answer and the commit sends the message again, under the same
 * Message-ID: a message may come twice, and none is lost.
 */
export function sendAlert(ports: CorePorts): OperationKind {
  return async ({ operation }) => {
    const destinationId = inputId(operation, 'alert', 'alert_id');
    const prepared =
      'summary_until' in operation.input
        ? await summarized(ports, operation, destinationId)
        : await ports.storage.transaction((stores) => prepare(stores, ports, operation, destinationId));
    if (!prepared) return succeeded({ told: 0 });
    const { destination, message } = prepared;
    const result = await transmit(ports, destination, message, operation.id);
    return conclusionOf(ports, operation, prepared, result);
  };
}

/** Decides what to say by what is stored at this moment; undefined if that is nothing, or the destination is removed. */
async function prepare(
  stores: Stores,
  ports: CorePorts,
  operation: Operation,
  destinationId: AlertDestinationId,
): Promise<Prepared | undefined> {
  const destination = await stores.alertDestinations.lock(operation.organizationId, destinationId);
  const own = await stores.alerts.lockOf(operation.id);
  if (!destination) {
    await stores.alertDestinations.remove(operation.organizationId, destinationId);
    return undefined;
  }
  const now = ports.clock.now();
  const room = roomOf(destination, now);
  const full = room === 'none' ? hourEnd(destination, now) : undefined;
  const all = room === 'all' ? [...own, ...(await othersOf(stores, destinationId, own, now))] : own;
  const told: Told[] = [];
  for (const alert of all) {
    const { kind } = sayingOf(alert, now);
    if (full || kind === 'nothing' || kind === 'later') {
      const free = await planned(stores, ports, { ...alert, operationId: null });
      await stores.alerts.update(full && kind !== 'nothing' ? { ...alert, operationId: null, dueAt: full } : free);
      continue;
    }
    told.push({ alert, kind });
    await stores.alerts.update({ ...alert, operationId: operation.id, triedAt: now });
  }
  const [first, ...more] = told;
  if (!first) return undefined;
  const base = ports.settings.baseUrl;
  const message = more.length === 0 ? alertMessage(first.alert, first.kind, base) : manyAlerts(told, base);
  return { destination, message, told };
}

/** What else this destination is to be told, without what another operation is sending at this moment. */
async function othersOf(stores: Stores, id: AlertDestinationId, own: readonly Alert[], now: Date) {
  const waiting = await stores.alerts.lockWaiting(id, new Date(now.getTime() - onItsWayMs), togetherMost);
  const isOwn = ({ event, environment, subjectId }: Alert) =>
    own.some((one) => one.event === event && one.environment === environment && one.subjectId === subjectId);
  return waiting.filter((one) => !isOwn(one));
}

async function summarized(
  ports: CorePorts,
  { organizationId, input }: Operation,
  id: AlertDestinationId,
): Promise<Prepared | undefined> {
  const destination = await ports.storage.alertDestinations.find(organizationId, id);
  if (!destination?.weeklySummary) return undefined;
  const until = new Date(String(input['summary_until']));
  const counts = await weekCounts(ports, destination, until);
  return { destination, message: weeklyMessage(until, counts, ports.settings.baseUrl), told: [] };
}

function conclusionOf(
  ports: CorePorts,
  operation: Operation,
  { destination: { organizationId, id }, told }: Prepared,
  result: Transmitted,
): Conclusion {
  return async (stores) => {
    const now = ports.clock.now();
    const destination = await stores.alertDestinations.lock(organizationId, id);
    if (!destination) return { kind: 'cancelled' };
    if (result.kind === 'failed') {
      await stores.alertDestinations.update({ ...destination, lastError: result.error });
      if (result.isFinal) await leaveAlone(stores, operation, new Date(now.getTime() + refusedMs));
      const error = notSent(result.error, !result.isFinal);
      if (result.isFinal) return { kind: 'failed', error };
      return { kind: 'retry', error, retryAfterSeconds: result.retryAfterSeconds };
    }
    await stores.alertDestinations.update(afterMessage(destination, now));
    for (const latest of await stores.alerts.lockOf(operation.id)) {
      const { alert } = told.find((one) => isSame(one.alert, latest)) ?? {};
      const after = alert ? afterTold(latest, alert, now) : latest;
      await stores.alerts.update(await planned(stores, ports, { ...after, operationId: null }));
    }
    return succeeded({ told: told.length });
  };
}

/** The sweep finds them when the time is over, and the operation ended. */
async function leaveAlone(stores: Stores, { id }: Operation, until: Date): Promise<void> {
  for (const alert of await stores.alerts.lockOf(id)) await stores.alerts.update({ ...alert, dueAt: until });
}

const isSame = (one: Alert, other: Alert): boolean =>
  one.event === other.event && one.environment === other.environment && one.subjectId === other.subjectId;

function notSent(message: string, retryable: boolean): OperationError {
  return { code: 'CONFLICT', reason: 'alert_not_sent', message, retryable };
}
