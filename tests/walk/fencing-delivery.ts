// A delivery whose answer has come and whose end is not kept: the one kind of end that shares its commit with others.
import type { Operation } from '#core';
import { announce } from '../../core/use-cases/events/announce.ts';
import { write } from '../../core/use-cases/testing/connecting.ts';
import type { CrashCase } from './crash-cases.ts';
import type { CrashWorld } from './crash-world.ts';
import { startReceiver } from './receiver.ts';

export interface PausedDelivery {
  /** Queues it for the worker that stops at `stopAt`. */
  start(): Promise<Operation['id']>;
}

export const deliveryStops = { STOP_AT: JSON.stringify({ 'webhook.deliver': ['ending'] }) };

/** The endpoint answers well already: what is no news is certain. */
export async function arrangeDelivery(world: CrashWorld, { caller, bench }: CrashCase): Promise<PausedDelivery> {
  const { core, ports } = world.composition;
  const receiver = await startReceiver();
  world.onClose(receiver.close);
  const body = { url: receiver.url, event_types: ['connection.updated'] };
  const { signingSecret } = (await core.webhooks.createEndpoint(caller, { write: write(body) })).value;
  receiver.trust(signingSecret ?? '');
  const { organizationId, environment, requestId } = caller;
  const connectionId = bench.books.connection.id;
  const happen = (what: string) =>
    ports.storage.transaction((stores) =>
      announce(stores, ports, {
        ...{ organizationId, environment, requestId, connectionId, operationId: null },
        ...{ type: 'connection.updated', identityParts: [what], data: { connection_id: connectionId } },
      }),
    );
  await happen('first');
  const [leased] = await core.worker.claim(1);
  if (leased?.operation.type !== 'webhook.deliver') throw new Error('deliveries do not come before syncs');
  await core.worker.run(leased, new AbortController().signal);
  return {
    async start() {
      await happen('second');
      ports.wakeUp.signal();
      const queued = await core.operations.list(caller, { type: 'webhook.deliver', limit: '1' });
      return queued.items[0]?.id ?? leased.operation.id;
    },
  };
}
