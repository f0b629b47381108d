// What timelines and the console ask of deliveries.
import { deepEqual } from 'node:assert/strict';
import type { Plane } from '#core/ports';
import { type Beside, type StorageOf, strangersOf } from '../arrange.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleDelivery, sampleEvent, sampleId, sampleOperation, samplePlane } from '../samples.ts';

type Subject = StorageOf<'deliveries' | 'operations'> & Beside<'events'>;

const all = { limit: 50, page: 1 };
const idsOf = (things: readonly { readonly id: string }[]) => things.map(({ id }) => id);
const idOf = ({ id }: { readonly id: string }): string => id;

async function arrangeDeliveryOf(storage: Subject, plane: Plane, eventId: ReturnType<typeof sampleEvent>['id']) {
  const operation = sampleOperation(plane, { type: 'webhook.deliver' });
  const draft = sampleDelivery(operation, { endpointId: sampleId('we'), eventId });
  await storage.transaction(async ({ operations, deliveries }) => {
    await operations.insert([operation]);
    await deliveries.insert([draft]);
  });
  return draft;
}

export const deliveryReadClauses: readonly Clause<Subject>[] = [
  {
    name: 'deliveries: those of some events are listed the latest first, with attempts, and in their plane only',
    async check(storage) {
      const plane = samplePlane();
      const [one, two] = [sampleId('evt'), sampleId('evt')];
      const arrange = async (owner: Plane, eventId: typeof one, at: number): Promise<string> => {
        const endpointId = sampleId('we');
        const given = { type: 'webhook.deliver', subject: endpointId, createdAt: moment(at) } as const;
        const operation = sampleOperation(owner, given);
        const draft = sampleDelivery(operation, { endpointId, eventId });
        await storage.transaction(async ({ operations, deliveries }) => {
          await operations.insert([operation]);
          await deliveries.insert([draft]);
        });
        return draft.id;
      };
      const kept = [await arrange(plane, one, 1), await arrange(plane, two, 3), await arrange(plane, one, 2)];
      await arrange(plane, sampleId('evt'), 2);
      for (const stranger of strangersOf(plane)) await arrange(stranger, one, 2);
      const found = await storage.deliveries.listByEvents(plane, [one, two], 10);
      deepEqual(found.map(idOf), [kept[1], kept[2], kept[0]]);
      for (const delivery of found) deepEqual(await storage.deliveries.find(plane, delivery.id), delivery);
      deepEqual((await storage.deliveries.listByEvents(plane, [one], 1)).map(idOf), [kept[2]]);
      deepEqual(await storage.deliveries.listByEvents(plane, [], 10), []);
    },
  },
  {
    name: 'deliveries: narrowed to the events of a connection, of one plane',
    async check(storage) {
      const plane = samplePlane();
      const [one, other] = [{ id: sampleId('conn') }, { id: sampleId('conn') }];
      const events = [one, other].map(({ id }) => sampleEvent(plane, id));
      for (const event of events) await storage.events.append([event]);
      const [first] = events;
      const drafts = [];
      for (const { id } of events) drafts.push(await arrangeDeliveryOf(storage, plane, id));
      const found = async (of: Plane, state?: 'queued' | 'failed') => {
        const filter = { connectionId: one.id, ...(state ? { state } : {}) };
        return idsOf((await storage.deliveries.list(of, filter, all)).items);
      };
      const mine = drafts.filter(({ eventId }) => eventId === first?.id).map(({ id }) => id);
      deepEqual(await found(plane), mine);
      deepEqual(await found(plane, 'queued'), mine);
      deepEqual(await found(plane, 'failed'), []);
      for (const stranger of strangersOf(plane)) deepEqual(await found(stranger), []);
    },
  },
];
