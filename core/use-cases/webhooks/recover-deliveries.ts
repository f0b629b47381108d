// `webhook.recover`: sends the events of a span of time again that did not reach an endpoint.
import { probedAtOnce } from '../../domain/endpoint-health.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Event } from '../../domain/event.ts';
import { isTerminal, type Operation } from '../../domain/operation.ts';
import { held } from '../../domain/operation-moves.ts';
import { isPurged } from '../../domain/retention.ts';
import { type WebhookEndpoint, wants } from '../../domain/webhook-endpoint.ts';
import { Interruption } from '../../engine/classify-failure.ts';
import { inputId, inputText, type OperationKind, succeeded } from '../../engine/operation-kind.ts';
import type { StepDone } from '../../engine/step-runner.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import type { EventDelivery } from '../../ports/webhook-stores.ts';
import { draftDelivery } from '../queue/draft-delivery.ts';
import { requireBacklogCapacity } from '../queue/require-backlog-capacity.ts';
import { endpointDisabled } from './deliver-event.ts';
import { sendAgain } from './send-again.ts';

const batchEvents = 100;
/** Others may use the process between two batches. */
const pauseMs = 5;
const unsentStates = ['queued', 'retrying', 'failed', 'cancelled', 'dead_letter'] as const;

type Progress = {
  /** Those of the span that the endpoint got or wants. */
  readonly events: number;
  readonly redelivered: number;
  readonly waiting: number;
  readonly created: number;
  /** The next batch begins after this event; null at the end of the span. */
  readonly next: { readonly at: string; readonly id: string } | null;
};

/**
 * Walks through the events of the span, oldest first. A delivery that ended without success begins a new run; one that
 * waits for its next attempt is tried now; an event that the endpoint wants and never got is given a delivery. If the
 * endpoint is paused, all of these are held until it is resumed. Each batch stores its progress with its changes, so that
 * no event is taken up twice.
 */
export function recoverDeliveries(ports: CorePorts): OperationKind {
  return async ({ operation, steps }) => {
    for (;;) {
      const { next, ...counts } = await steps.advance<Progress>('events', (before) =>
        recoverBatch(ports, operation, before),
      );
      ports.wakeUp.signal();
      if (!next) return succeeded(counts);
      await ports.clock.wait(pauseMs);
    }
  };
}

async function recoverBatch(
  ports: CorePorts,
  operation: Operation,
  before: Progress | null,
): Promise<StepDone<Progress>> {
  if (before?.next === null) return { result: before };
  const endpoint = await requireEnabled(ports.storage, operation);
  const span = {
    since: new Date(inputText(operation, 'since')),
    until: new Date(inputText(operation, 'until')),
    after: before && { at: new Date(before.next.at), id: before.next.id },
  };
  const walked = await ports.storage.events.listSpan(endpoint, span, batchEvents);
  const last = walked.length < batchEvents ? undefined : walked.at(-1);
  const events = walked.filter(({ data }) => !isPurged(data));
  const eventIds = events.map(({ id }) => id);
  const deliveries = await ports.storage.deliveries.listToEndpoint(endpoint, endpoint.id, eventIds);
  const delivered = new Set(deliveries.map(({ eventId }) => eventId));
  const ended = deliveries.filter(({ state }) => isTerminal(state) && state !== 'succeeded');
  const waiting = deliveries.filter(({ state }) => state === 'queued' || state === 'retrying');
  const concerned = events.filter((event) => delivered.has(event.id) || wants(endpoint, event));
  const missing = concerned.filter(({ id }) => !delivered.has(id));
  if (ended.length + missing.length > 0) await requireBacklogCapacity(ports, operation.organizationId);
  const unsent = { deliveries: [...ended, ...waiting], missing };
  return {
    result: {
      events: (before?.events ?? 0) + concerned.length,
      redelivered: (before?.redelivered ?? 0) + ended.length,
      waiting: (before?.waiting ?? 0) + waiting.length,
      created: (before?.created ?? 0) + missing.length,
      next: last ? { at: last.createdAt.toISOString(), id: last.id } : null,
    },
    also: (stores) => recoverAll(stores, ports, { operation, endpoint, unsent }),
  };
}

async function requireEnabled({ webhookEndpoints }: Stores, operation: Operation): Promise<WebhookEndpoint> {
  const endpoint = await webhookEndpoints.find(operation, inputId(operation, 'we', 'webhook_endpoint_id'));
  // Removing an endpoint cancels its work.
  if (!endpoint) throw new Interruption('cancel_requested');
  if (endpoint.status === 'enabled') return endpoint;
  const { code, message, reason } = endpointDisabled;
  throw new ServiceError(code, message, { reason: reason ?? '' });
}

interface Recovery {
  readonly operation: Operation;
  readonly endpoint: WebhookEndpoint;
  readonly unsent: { readonly deliveries: readonly EventDelivery[]; readonly missing: readonly Event[] };
}

async function recoverAll(stores: Stores, ports: CorePorts, { operation, endpoint, unsent }: Recovery): Promise<void> {
  const { operations, deliveries, webhookEndpoints } = stores;
  const ids = unsent.deliveries.map(({ operationId }) => operationId);
  await sendAgain(stores, ports, operation, { ids, from: unsentStates });
  if (unsent.missing.length === 0) return;
  const now = ports.clock.now();
  const latest = await webhookEndpoints.lock(endpoint, endpoint.id);
  const dueAt = latest?.pausedAt ? null : now;
  const drafts = unsent.missing.map((event) => draftDelivery(ports, { ...event, createdAt: now }, endpoint));
  await operations.insert(drafts.map((draft) => (dueAt ? draft.operation : held(draft.operation, null, now))));
  await deliveries.insert(drafts.map(({ delivery }) => delivery));
  if (latest?.pausedAt) await webhookEndpoints.update(probedAtOnce(latest, now));
}
