import { deepEqual, equal } from 'node:assert/strict';
import type { OperationError, OperationId, OperationState, Plane, WebhookEndpointId } from '#core/ports';
import { anyRoom } from '#core/ports';
import type { StorageOf } from '../arrange.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleDelivery, sampleId, sampleOperation, samplePlane } from '../samples.ts';

type Subject = StorageOf<'deliveries' | 'operations'>;

interface Given {
  readonly state?: OperationState;
  readonly dueAt?: Date | null;
  readonly createdAt?: Date;
  readonly updatedAt?: Date;
}

interface World {
  readonly plane: Plane;
  readonly endpointId: WebhookEndpointId;
  /** A delivery to the endpoint, held unless `given` says otherwise. */
  deliver(given?: Given): Promise<OperationId>;
  dueOf(id: OperationId): Promise<Date | null | undefined>;
}

async function arrangeWorld(storage: Subject): Promise<World> {
  const plane = samplePlane();
  const endpointId = sampleId('we');
  return {
    plane,
    endpointId,
    async deliver({ state = 'retrying', dueAt = null, createdAt = moment(0), updatedAt = createdAt } = {}) {
      const delivery = { type: 'webhook.deliver', subject: endpointId, nextAttemptAt: dueAt } as const;
      const finishedAt = state === 'succeeded' ? updatedAt : null;
      const operation = sampleOperation(plane, { ...delivery, state, createdAt, updatedAt, finishedAt });
      await storage.transaction(async ({ operations, deliveries }) => {
        await operations.insert([operation]);
        await deliveries.insert([sampleDelivery(operation, { endpointId })]);
      });
      return operation.id;
    },
    dueOf: async (id) => (await storage.operations.find(plane, id))?.nextAttemptAt,
  };
}

async function claimedAt(storage: Subject, seconds: number): Promise<readonly OperationId[]> {
  const claim = { now: moment(seconds), leaseUntil: moment(seconds + 30), ...anyRoom(9) };
  return (await storage.operations.claimDue(claim)).map(({ operation }) => operation.id);
}

const disabled: OperationError = { code: 'CONFLICT', reason: 'endpoint_disabled', message: 'no', retryable: false };

export const heldDeliveryClauses: readonly Clause<Subject>[] = [
  {
    name: 'held deliveries: they are counted, of all organizations',
    async check(storage) {
      equal(await storage.deliveries.countHeld(), 0);
      for (const { deliver } of [await arrangeWorld(storage), await arrangeWorld(storage)]) {
        await deliver();
        await deliver({ dueAt: moment(9) });
        await deliver({ state: 'succeeded' });
      }
      equal(await storage.deliveries.countHeld(), 2);
    },
  },
  {
    name: 'held deliveries: nobody claims them until they are released, the oldest first, only so many',
    async check(storage) {
      const { deliver, dueOf, endpointId } = await arrangeWorld(storage);
      const third = await deliver({ createdAt: moment(3) });
      const first = await deliver({ createdAt: moment(1) });
      const second = await deliver({ createdAt: moment(2) });
      const stranger = await arrangeWorld(storage);
      const strange = await stranger.deliver();
      deepEqual(await claimedAt(storage, 1_000_000), []);
      equal(await storage.operations.nextDueAt(), undefined);
      equal(await storage.deliveries.hasHeld(endpointId), true);
      deepEqual(await storage.deliveries.releaseHeld(endpointId, moment(10), 1), [first]);
      deepEqual([await dueOf(first), await dueOf(second)], [moment(10), null]);
      deepEqual([...(await storage.deliveries.releaseHeld(endpointId, moment(11), 9))].sort(), [second, third].sort());
      deepEqual(await storage.deliveries.releaseHeld(endpointId, moment(12), 9), []);
      equal(await storage.deliveries.hasHeld(endpointId), false);
      deepEqual([...(await claimedAt(storage, 12))].sort(), [first, second, third].sort());
      equal(await stranger.dueOf(strange), null);
    },
  },
  {
    name: 'held deliveries: what waits is ended as failed or cancelled, whatever it waits for; what runs is left alone',
    async check(storage) {
      for (const [error, state] of [
        [disabled, 'failed'],
        [null, 'cancelled'],
      ] as const) {
        const { deliver, endpointId, plane } = await arrangeWorld(storage);
        const running = await deliver({ dueAt: moment(1), state: 'queued' });
        deepEqual(await claimedAt(storage, 1), [running]);
        const done = await deliver({ state: 'succeeded' });
        const waiting = [
          await deliver(),
          await deliver({ dueAt: moment(100) }),
          await deliver({ state: 'queued', dueAt: moment(2), updatedAt: moment(2) }),
        ];
        const end = () => storage.deliveries.endWaiting(endpointId, error, moment(4), 2);
        const batches = [await end(), await end(), await end()];
        deepEqual(
          batches.map(({ length }) => length),
          [2, 1, 0],
        );
        const all = (await storage.deliveries.list(plane, { endpointId }, { limit: 10, page: 1 })).items;
        const expected = all
          .filter(({ operationId }) => waiting.some((id) => id === operationId))
          .map(({ id, eventId, eventType, createdAt }) => ({ id, eventId, eventType, createdAt }));
        const byId = <T extends { readonly id: string }>(some: readonly T[]) =>
          some.toSorted((a, b) => (a.id < b.id ? -1 : 1));
        deepEqual(byId(batches.flat()), byId(expected));
        for (const id of waiting) {
          const ended = await storage.operations.find(plane, id);
          deepEqual(
            [ended?.state, ended?.error, ended?.nextAttemptAt, ended?.finishedAt],
            [state, error, null, moment(4)],
          );
        }
        equal((await storage.operations.find(plane, running))?.state, 'running');
        equal((await storage.operations.find(plane, done))?.state, 'succeeded');
        deepEqual(await claimedAt(storage, 4), []);
      }
    },
  },
];
