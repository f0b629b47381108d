// `webhook.recover`: sends again what did not reach an endpoint in a span of time.
import { ServiceError } from '../../domain/errors.ts';
import type { Event } from '../../domain/event.ts';
import type { JsonObject } from '../../domain/json.ts';
import { isTerminal, type Operation } from '../../domain/operation.ts';
import { held, redeliver } from '../../domain/operation-moves.ts';
import { isPurged } from '../../domain/retention.ts';
import { type WebhookEndpoint, wants } from '../../domain/webhook-endpoint.ts';
import { Interruption } from '../../engine/classify-failure.ts';
import { inputId, inputText } from '../../engine/input-of.ts';
import { type OperationKind, succeeded } from '../../engine/operation-kind.ts';
import type { StepDone } from '../../engine/step-runner.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { EventDelivery } from '../../ports/delivery-store.ts';
import type { Stores } from '../../ports/storage.ts';
import { endpointDisabled } from './conclude-delivery.ts';
import { draftDelivery } from './draft-delivery.ts';

type Ports = Pick<CorePorts, 'storage' | 'clock' | 'ids' | 'wakeUp'>;

const batchEvents = 100;
/** A span holds at most 30 days of events: beyond this many steps something is wrong. */
const stepsMax = 100_000;

/** The event behind which the next step goes on. */
interface Position extends JsonObject {
  readonly at: string;
  readonly id: string;
}

interface Batch extends JsonObject {
  readonly events: number;
  /** Had ended without success. */
  readonly redelivered: number;
  /** Were still waiting. */
  readonly waiting: number;
  /** Had no delivery. */
  readonly created: number;
  /** Null at the end of the span. */
  readonly next: Position | null;
}

/**
 * Walks through the events of the span, the oldest first. A delivery that ended without success begins a new run, one
 * that waits for its next try is tried now, an event that this endpoint wants and never got is given a delivery; of a
 * paused endpoint they are held until it is resumed. A step is stored with what it changed, so that no event is taken up
 * twice, whoever resumes.
 */
export function recoverDeliveries(ports: Ports): OperationKind {
  return async ({ operation, steps }) => {
    const total = { events: 0, redelivered: 0, waiting: 0, created: 0 };
    let after: Position | null = null;
    for (let step = 1; step <= stepsMax; step++) {
      const from: Position | null = after;
      const batch: Batch = await steps.step(`events-${step}`, () => recoverBatch(ports, operation, from));
      ports.wakeUp.signal();
      total.events += batch.events;
      total.redelivered += batch.redelivered;
      total.waiting += batch.waiting;
      total.created += batch.created;
      if (!batch.next) break;
      after = batch.next;
    }
    return succeeded(total);
  };
}

async function recoverBatch(ports: Ports, operation: Operation, after: Position | null): Promise<StepDone<Batch>> {
  const endpoint = await requireEnabled(ports.storage, operation);
  const span = {
    since: new Date(inputText(operation, 'since')),
    until: new Date(inputText(operation, 'until')),
    after: after && { at: new Date(after.at), id: after.id },
  };
  const walked = await ports.storage.events.listSpan(endpoint, span, batchEvents);
  const last = walked.length < batchEvents ? undefined : walked.at(-1);
  const events = walked.filter(({ data }) => !isPurged(data));
  const eventIds = events.map(({ id }) => id);
  const deliveries = await ports.storage.deliveries.listToEndpoint(endpoint, endpoint.id, eventIds);
  const delivered = new Set(deliveries.map(({ eventId }) => eventId));
  const unsent = {
    ended: deliveries.filter(({ state }) => isTerminal(state) && state !== 'succeeded'),
    waiting: deliveries.filter(({ state }) => state === 'queued' || state === 'retrying'),
    missing: events.filter((event) => !delivered.has(event.id) && wants(endpoint, event.type)),
  };
  const result = {
    events: events.length,
    redelivered: unsent.ended.length,
    waiting: unsent.waiting.length,
    created: unsent.missing.length,
    next: last ? { at: last.createdAt.toISOString(), id: last.id } : null,
  };
  if (result.redelivered + result.waiting + result.created === 0) return { result };
  return { result, also: (stores) => sendAgain(stores, ports, { operation, endpoint, unsent }) };
}

async function requireEnabled(
  { webhookEndpoints }: Pick<Stores, 'webhookEndpoints'>,
  operation: Operation,
): Promise<WebhookEndpoint> {
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
  readonly unsent: {
    readonly ended: readonly EventDelivery[];
    readonly waiting: readonly EventDelivery[];
    readonly missing: readonly Event[];
  };
}

/** Deliveries are locked before the health, as those who settle them do. */
async function sendAgain(stores: Stores, ports: Ports, { operation, endpoint, unsent }: Recovery): Promise<void> {
  const now = ports.clock.now();
  const again = await lockUnsent(stores, operation, [...unsent.ended, ...unsent.waiting]);
  const health = await stores.endpointHealth.lock(endpoint, endpoint.id);
  const dueAt = health.pausedAt ? null : now;
  const note = { actor: operation.id, reason: inputText(operation, 'reason') };
  for (const before of again) {
    const after = isTerminal(before.state) ? redeliver(before, note, now) : before;
    await stores.operations.update(held(after, dueAt, now), before.state);
  }
  const drafts = unsent.missing.map((event) => draftDelivery(ports, { ...event, createdAt: now }, endpoint));
  await stores.operations.insert(drafts.map((draft) => (dueAt ? draft.operation : held(draft.operation, null, now))));
  await stores.deliveries.insert(drafts.map(({ delivery }) => delivery));
  // What a person sends again is probed at once.
  if (health.pausedAt) await stores.endpointHealth.put({ ...health, nextCheckAt: now });
}

/** In the order of their ids, so that two recoveries do not wait for each other in a circle. */
async function lockUnsent(
  { operations }: Stores,
  recovery: Operation,
  unsent: readonly EventDelivery[],
): Promise<readonly Operation[]> {
  const locked: Operation[] = [];
  for (const id of unsent.map(({ operationId }) => operationId).sort()) {
    const operation = await operations.lock(recovery, id);
    if (operation && operation.state !== 'running' && operation.state !== 'succeeded') locked.push(operation);
  }
  return locked;
}
