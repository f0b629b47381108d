// Turns facts about the service's own work into operational events, inside the transaction that decides them.
import type { Plane } from '../../domain/caller.ts';
import type { Event, OperationalDraft } from '../../domain/event.ts';
import type { ConnectionId, OperationId, RequestId } from '../../domain/ids.ts';
import type { JsonObject } from '../../domain/json.ts';
import {
  isAlerted,
  type OperationalEventType,
  type OperationalSubject,
  type SubjectOf,
} from '../../domain/operational-event.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { notice } from '../alerts/notice.ts';
import { eventIdentity, queueDeliveries } from './announce.ts';

/** A fact about the service's own work. Nothing of a record and no word of a provider's may be in it. */
export interface OperationalFact<T extends OperationalEventType = OperationalEventType> extends Plane {
  readonly type: T;
  readonly subject: OperationalSubject<SubjectOf<T>>;
  readonly connectionId: ConnectionId | null;
  readonly reason: string | null;
  readonly since: Date;
  /** The rest of the event's data, as the schema of its type says. */
  readonly details: JsonObject;
  /** The operation that found it, null for a request and for the clock. */
  readonly operationId: OperationId | null;
  readonly requestId: RequestId;
  /** Identifies the fact among those of its type and connection, or of its type and plane where it has no connection. */
  readonly identityParts: readonly string[];
}

/**
 * Stores the event, queues its deliveries and lets alerts see it; undefined if it was announced before. Call it in the
 * transaction that decides the fact, and signal the wake-up after the commit. It locks no connection's sequence.
 */
export async function announceOperational<T extends OperationalEventType>(
  stores: Stores,
  ports: CorePorts,
  fact: OperationalFact<T>,
): Promise<Event | undefined> {
  const [event] = await stores.events.appendOperational([draftOf(ports, fact)]);
  if (!event) return undefined;
  await queueDeliveries(stores, ports, [event]);
  const { organizationId, environment, type: kind, subject, connectionId, reason, since } = fact;
  // That an endpoint is resumed is the end of what `endpoint.paused` and `endpoint.disabled` began.
  if (kind === 'endpoint.resumed' || !isAlerted(kind)) return event;
  const seen = { organizationId, environment, kind, isWell: false, subject, connectionId, reason, since };
  await notice(stores, ports, { ...seen, at: event.createdAt, eventId: event.id });
  return event;
}

function draftOf({ ids, digester, tracing, clock }: CorePorts, fact: OperationalFact): OperationalDraft {
  const { organizationId, environment, type, subject, connectionId, reason, since, details } = fact;
  const data = { environment, subject: { ...subject }, reason, since: since.toISOString(), ...details };
  return {
    id: ids.next('evt'),
    organizationId,
    environment,
    connectionId,
    type,
    data,
    operationId: fact.operationId,
    requestId: fact.requestId,
    identity: eventIdentity(digester, connectionId, type, fact.identityParts),
    traceparent: tracing?.traceparent() ?? null,
    createdAt: clock.now(),
  };
}
