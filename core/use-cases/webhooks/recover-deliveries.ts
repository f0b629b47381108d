// `webhook.recover`: what did not reach an endpoint in a span of time is put in line for it again.
import { linedUp } from '../../domain/endpoint-health.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Event } from '../../domain/event.ts';
import type { WebhookEndpointId } from '../../domain/ids.ts';
import type { JsonObject } from '../../domain/json.ts';
import { isTerminal, type Operation, type OperationState } from '../../domain/operation.ts';
import { held, redeliver } from '../../domain/operation-moves.ts';
import { isPurged } from '../../domain/retention.ts';
import { type WebhookEndpoint, wants } from '../../domain/webhook-endpoint.ts';
import { inputId, inputText } from '../../engine/input-of.ts';
import { Interruption } from '../../engine/interruption.ts';
import { type OperationKind, succeeded } from '../../engine/operation-kind.ts';
import type { StepDone } from '../../engine/step-runner.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LinePlace } from '../../ports/delivery-line-store.ts';
import type { DeliveryStanding } from '../../ports/delivery-store.ts';
import type { Stores } from '../../ports/storage.ts';
import { endpointDisabled } from './disable-endpoint.ts';
import { draftDelivery } from './draft-delivery.ts';
import { letGo } from './line.ts';
import { type Range, type WalkPlace, walkOn, walkStart } from './recovery-walk.ts';

type Ports = Pick<CorePorts, 'storage' | 'clock' | 'ids' | 'wakeUp'>;

/** A range holds at most 30 days of events: beyond this many steps something is wrong. */
const stepsMax = 100_000;

/**
 * Walks through the events of the range: a delivery that ended without success begins a new run, one that still waits
 * goes when its turn comes, an event that this endpoint wants and never got is given a delivery. All of them join the
 * lines of their connections, so that they go out in the order of their sequence, one at a time of a connection. A step
 * is kept with what it changed: no event is taken up twice, whoever resumes.
 */
export function recoverDeliveries(ports: Ports): OperationKind {
  return async ({ operation, steps }) => {
    const range = { since: new Date(inputText(operation, 'since')), until: new Date(inputText(operation, 'until')) };
    let total = nothing;
    let place: WalkPlace | null = walkStart;
    for (let step = 1; place && step <= stepsMax; step++) {
      const from: WalkPlace = place;
      const done: StepResult = await steps.step(`batch-${step}`, () => takeUp(ports, operation, range, from));
      total = sum(total, done);
      place = done.next;
      ports.wakeUp.signal();
    }
    return succeeded({ ...total });
  };
}

interface Counts {
  /** Looked at. */
  readonly events: number;
  /** Had ended without success. */
  readonly redelivered: number;
  /** Were still waiting. */
  readonly waiting: number;
  /** Had no delivery. */
  readonly created: number;
}
type StepResult = Counts & { readonly next: WalkPlace | null } & JsonObject;

const nothing: Counts = { events: 0, redelivered: 0, waiting: 0, created: 0 };

function sum(a: Counts, b: Counts): Counts {
  return {
    events: a.events + b.events,
    redelivered: a.redelivered + b.redelivered,
    waiting: a.waiting + b.waiting,
    created: a.created + b.created,
  };
}

async function takeUp(
  ports: Ports,
  operation: Operation,
  range: Range,
  from: WalkPlace,
): Promise<StepDone<StepResult>> {
  const endpointId = inputId(operation, 'we', 'webhook_endpoint_id');
  const endpoint = await requireEnabled(ports.storage, operation, endpointId);
  const { events: walked, next } = await walkOn(ports.storage, operation, range, from);
  const events = walked.filter(({ data }) => !isPurged(data));
  const plan = await planOf(ports.storage, endpoint, events);
  const counts = {
    events: events.length,
    redelivered: plan.ended.length,
    waiting: plan.waiting.length,
    created: plan.missing.length,
  };
  const changes = plan.ended.length + plan.waiting.length + plan.missing.length > 0 || next === null;
  const result: StepResult = { ...counts, next };
  return changes ? { result, also: (stores) => lineUp(stores, ports, operation, endpoint, plan) } : { result };
}

async function requireEnabled(
  { webhookEndpoints }: Pick<Stores, 'webhookEndpoints'>,
  operation: Operation,
  id: WebhookEndpointId,
): Promise<WebhookEndpoint> {
  const endpoint = await webhookEndpoints.find(operation, id);
  // Removing an endpoint cancels its work.
  if (!endpoint) throw new Interruption('cancel_requested');
  if (endpoint.status === 'enabled') return endpoint;
  const { code, message, reason } = endpointDisabled;
  throw new ServiceError(code, message, { reason: reason ?? '' });
}

interface Plan {
  readonly ended: readonly LinePlace[];
  readonly waiting: readonly LinePlace[];
  readonly missing: readonly Event[];
}

const takenUp: Readonly<Record<OperationState, 'ended' | 'waiting' | undefined>> = {
  failed: 'ended',
  dead_letter: 'ended',
  cancelled: 'ended',
  queued: 'waiting',
  retrying: 'waiting',
  running: undefined,
  succeeded: undefined,
};

async function planOf(
  { deliveries }: Pick<Stores, 'deliveries'>,
  endpoint: WebhookEndpoint,
  events: readonly Event[],
): Promise<Plan> {
  const eventIds = events.map(({ id }) => id);
  const standings = await deliveries.standings(endpoint, endpoint.id, eventIds);
  const byEvent = new Map(standings.map((standing) => [standing.eventId, standing]));
  const places = (kind: 'ended' | 'waiting') =>
    events.flatMap((event) => {
      const standing = byEvent.get(event.id);
      return standing && takenUp[standing.state] === kind ? [placeOf(event, endpoint.id, standing)] : [];
    });
  return {
    ended: places('ended'),
    waiting: places('waiting'),
    missing: events.filter((event) => !byEvent.has(event.id) && wants(endpoint, event.type)),
  };
}

function placeOf(
  { connectionId, sequence }: Event,
  endpointId: WebhookEndpointId,
  { operationId }: Pick<DeliveryStanding, 'operationId'>,
): LinePlace {
  return { operationId, endpointId, connectionId, sequence };
}

/** Everything is in line before the first of it goes. */
async function lineUp(
  stores: Stores,
  ports: Ports,
  recovery: Operation,
  endpoint: WebhookEndpoint,
  { ended, waiting, missing }: Plan,
): Promise<void> {
  const now = ports.clock.now();
  const { organizationId, environment } = endpoint;
  const health = await stores.endpointHealth.lock({ organizationId, environment }, endpoint.id);
  for (const place of ended) await runAgain(stores, recovery, place, now);
  const created = missing.map((event) => ({ event, ...draftDelivery(ports, { ...event, createdAt: now }, endpoint) }));
  await stores.operations.insert(created.map(({ operation }) => held(operation, null, now)));
  await stores.deliveries.insert(created.map(({ delivery }) => delivery));
  const places = created.map(({ event, operation }) => placeOf(event, endpoint.id, { operationId: operation.id }));
  await stores.deliveryLines.join([...ended, ...waiting, ...places], now);
  await stores.endpointHealth.put(await letGo(stores, linedUp(health, now), now));
}

async function runAgain({ operations }: Stores, recovery: Operation, { operationId }: LinePlace, now: Date) {
  const before = await operations.lock(recovery, operationId);
  if (!before || !isTerminal(before.state) || before.state === 'succeeded') return;
  const note = { actor: recovery.id, reason: inputText(recovery, 'reason') };
  await operations.update(held(redeliver(before, note, now), null, now), before.state);
}
