// Announces events to endpoints, and lets time pass while workers run and sweep.
import type { Connection } from '../../../domain/connection.ts';
import type { Delivery } from '../../../domain/delivery.ts';
import type { Event } from '../../../domain/event.ts';
import type { RequestId, WebhookEndpointId } from '../../../domain/ids.ts';
import { announce } from '../../events/announce.ts';
import { advance, drain, type Engine } from '../../testing/engine.ts';

let announced = 0;

/** Announces events of a connection as the core does, with their deliveries. */
export async function announceMany(engine: Engine, connection: Connection, count: number): Promise<readonly Event[]> {
  const events: Event[] = [];
  await engine.storage.transaction(async (stores) => {
    for (let i = 0; i < count; i++) {
      announced += 1;
      const event = await announce(stores, engine.ports, {
        organizationId: connection.organizationId,
        environment: connection.environment,
        type: 'sync.completed',
        connectionId: connection.id,
        identityParts: [String(announced)],
        data: { n: announced },
        operationId: null,
        requestId: 'r-news' as RequestId,
      });
      if (event) events.push(event);
    }
  });
  return events;
}

/** Lets time pass in steps of a sweep's interval and runs what is due. */
export async function pass(engine: Engine, seconds: number, stepSeconds = 5): Promise<void> {
  for (let passed = 0; passed < seconds; passed += stepSeconds) {
    advance(engine, stepSeconds);
    await engine.core.worker.sweep();
    await drain(engine);
  }
}

export function healthOf({ core, caller }: Engine, id: WebhookEndpointId) {
  return core.webhooks.findEndpoint(caller, id);
}

export async function deliveriesOf({ core, caller }: Engine, id: WebhookEndpointId): Promise<readonly Delivery[]> {
  const { items } = await core.webhooks.listDeliveries(caller, { webhook_endpoint_id: id, limit: '200' });
  return items;
}

export interface Received {
  readonly connectionId: string;
  readonly sequence: number;
  readonly id: string;
}

/** What was sent, from the `from`-th on, as its receiver reads it. */
export function receivedFrom({ hands }: Engine, from = 0): readonly Received[] {
  return hands.sent.slice(from).map(({ body }) => {
    const { connection_id, sequence, id } = JSON.parse(body) as Record<string, never>;
    return { connectionId: String(connection_id), sequence: Number(sequence), id: String(id) };
  });
}

/** Sequence numbers by connection, in order of arrival. */
export function sequences(received: readonly Received[]): Readonly<Record<string, readonly number[]>> {
  const byConnection: Record<string, number[]> = {};
  for (const { connectionId, sequence } of received) {
    byConnection[connectionId] = [...(byConnection[connectionId] ?? []), sequence];
  }
  return byConnection;
}
