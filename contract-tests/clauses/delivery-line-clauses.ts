import { deepEqual, equal } from 'node:assert/strict';
import type { LinePlace, OperationId, OperationState, Plane, Storage, WebhookEndpointId } from '#core';
import { arrangePlane } from '../arrange.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleDelivery, sampleEvent, sampleId, sampleOperation } from '../samples.ts';

interface World {
  readonly plane: Plane;
  readonly endpointId: WebhookEndpointId;
  /** A delivery that retries at the tenth second, in this line. */
  deliver(connectionId: LinePlace['connectionId'], state?: OperationState): Promise<LinePlace>;
  dueOf(place: LinePlace): Promise<Date | null | undefined>;
  end(place: LinePlace): Promise<void>;
}

async function arrangeWorld(storage: Storage): Promise<World> {
  const plane = await arrangePlane(storage);
  const endpointId = sampleId('we');
  return {
    plane,
    endpointId,
    async deliver(connectionId, state = 'retrying') {
      return storage.transaction(async ({ events, operations, deliveries }) => {
        const event = await events.append(sampleEvent(plane, connectionId));
        const operation = sampleOperation(plane, {
          type: 'webhook.deliver',
          subject: endpointId,
          state,
          nextAttemptAt: moment(10),
        });
        await operations.insert([operation]);
        await deliveries.insert([sampleDelivery(operation, { endpointId, eventId: event?.id ?? sampleId('evt') })]);
        return { operationId: operation.id, endpointId, connectionId, sequence: event?.sequence ?? 0 };
      });
    },
    dueOf: async ({ operationId }) => (await storage.operations.find(plane, operationId))?.nextAttemptAt,
    async end({ operationId }) {
      const operation = await storage.operations.find(plane, operationId);
      if (!operation) throw new Error('no such operation');
      const ended = { ...operation, state: 'cancelled', nextAttemptAt: null, finishedAt: moment(1) } as const;
      await storage.operations.update(ended, operation.state);
    },
  };
}

async function several(world: World, connectionId: LinePlace['connectionId'], count: number): Promise<LinePlace[]> {
  const places: LinePlace[] = [];
  for (let i = 0; i < count; i++) places.push(await world.deliver(connectionId));
  return places;
}

const claimedAt = async (storage: Storage, seconds: number): Promise<readonly OperationId[]> => {
  const lanes = { automation: 9, notification: 9, delivery: 9, sync: 9, maintenance: 9 };
  const room = { limit: 9, crowded: 9, lanes };
  const claimed = await storage.operations.claimDue({ now: moment(seconds), leaseUntil: moment(seconds + 30), room });
  return claimed.map(({ operation }) => operation.id).sort();
};

export const deliveryLineClauses: readonly Clause<Storage>[] = [
  {
    name: 'delivery lines: what has joined waits without end, also what was queued; one of each line is let out, the lowest first',
    async check(storage) {
      const world = await arrangeWorld(storage);
      const [a, b] = [sampleId('conn'), sampleId('conn')];
      const [a1, a2, a3] = (await several(world, a, 3)) as [LinePlace, LinePlace, LinePlace];
      const b1 = await world.deliver(b, 'queued');
      await storage.deliveryLines.join([a3, b1, a2], moment(1));
      await storage.deliveryLines.join([a1], moment(1));
      deepEqual(await claimedAt(storage, 1_000_000), []);
      equal(await storage.operations.nextDueAt(), undefined);
      for (const place of [a1, a2, a3, b1]) {
        equal(await world.dueOf(place), null);
        equal(await storage.deliveryLines.standing(place), 'waiting');
      }
      equal(await storage.deliveryLines.letOutAll(world.endpointId, moment(2), 10), 2);
      equal(await storage.deliveryLines.letOutAll(world.endpointId, moment(2), 10), 0);
      equal(await storage.deliveryLines.standing(a1), 'let_out');
      equal(await storage.deliveryLines.standing(a2), 'waiting');
      deepEqual(await claimedAt(storage, 2), [a1.operationId, b1.operationId].sort());
      equal(await storage.deliveryLines.letOut(world.endpointId, a, moment(3)), true);
      deepEqual(await claimedAt(storage, 3), [], 'one is out');
      await storage.deliveryLines.leave(a1.operationId);
      equal(await storage.deliveryLines.letOut(world.endpointId, a, moment(3)), true);
      deepEqual(await claimedAt(storage, 3), [a2.operationId]);
      await storage.deliveryLines.leave(b1.operationId);
      equal(await storage.deliveryLines.letOut(world.endpointId, b, moment(3)), false);
    },
  },
  {
    name: 'delivery lines: a delivery without a place waits only behind its own connection at its own endpoint',
    async check(storage) {
      const world = await arrangeWorld(storage);
      const [place, other] = (await several(world, sampleId('conn'), 2)) as [LinePlace, LinePlace];
      equal(await storage.deliveryLines.standing(place), 'none');
      equal(await storage.deliveryLines.isEmpty(world.endpointId), true);
      await storage.deliveryLines.join([other], moment(1));
      equal(await storage.deliveryLines.standing(place), 'waiting');
      equal(await storage.deliveryLines.standing({ ...place, connectionId: sampleId('conn') }), 'none');
      equal(await storage.deliveryLines.standing({ ...place, endpointId: sampleId('we') }), 'none');
      equal(await storage.deliveryLines.isEmpty(world.endpointId), false);
      equal(await storage.deliveryLines.isEmpty(sampleId('we')), true);
      equal(await storage.deliveryLines.clear(world.endpointId, 10), 1);
      equal(await storage.deliveryLines.isEmpty(world.endpointId), true);
    },
  },
  {
    name: 'delivery lines: the first of all is let out whether others are or not; what has joined again waits again',
    async check(storage) {
      const world = await arrangeWorld(storage);
      const [one, two] = (await several(world, sampleId('conn'), 2)) as [LinePlace, LinePlace];
      equal(await storage.deliveryLines.letOutFirst(world.endpointId, moment(1)), undefined);
      await storage.deliveryLines.join([two, one], moment(1));
      equal(await storage.deliveryLines.letOutFirst(world.endpointId, moment(2)), one.operationId);
      await storage.deliveryLines.join([one], moment(3));
      equal(await world.dueOf(one), null);
      equal(await storage.deliveryLines.letOutFirst(world.endpointId, moment(4)), one.operationId);
      deepEqual(await world.dueOf(one), moment(4));
    },
  },
  {
    name: 'delivery lines: what has ended is passed over and dropped, whether it waited or was let out',
    async check(storage) {
      const world = await arrangeWorld(storage);
      const places = await several(world, sampleId('conn'), 4);
      const [one, two, three] = places as [LinePlace, LinePlace, LinePlace];
      await storage.deliveryLines.join(places, moment(1));
      await world.end(one);
      await storage.deliveryLines.letOutAll(world.endpointId, moment(2), 10);
      deepEqual(await world.dueOf(two), moment(2));
      await world.end(two);
      await storage.deliveryLines.letOutAll(world.endpointId, moment(3), 10);
      equal(await world.dueOf(three), null, 'one is out');
      await storage.deliveryLines.dropEnded(world.endpointId, 10);
      await storage.deliveryLines.letOutAll(world.endpointId, moment(3), 10);
      deepEqual(await world.dueOf(three), moment(3));
    },
  },
  {
    name: 'delivery lines: gathered is what waits for a later retry of this endpoint, only so many at a time',
    async check(storage) {
      const world = await arrangeWorld(storage);
      const places = await several(world, sampleId('conn'), 3);
      const queued = await world.deliver(sampleId('conn'), 'queued');
      await arrangeWorld(storage).then((stranger) => stranger.deliver(sampleId('conn')));
      equal(await storage.deliveryLines.gather(world.endpointId, moment(10), 10), 0, 'due by then');
      equal(await storage.deliveryLines.gather(world.endpointId, moment(9), 2), 2);
      equal(await storage.deliveryLines.gather(world.endpointId, moment(9), 2), 1);
      equal(await storage.deliveryLines.gather(world.endpointId, moment(9), 2), 0);
      for (const place of places) equal(await world.dueOf(place), null);
      deepEqual(await world.dueOf(queued), moment(10));
      const [one, two] = places as [LinePlace, LinePlace];
      await storage.deliveryLines.letOutAll(world.endpointId, moment(9), 1);
      deepEqual([await world.dueOf(one), await world.dueOf(two)], [moment(9), null]);
    },
  },
];
