// What timelines and the console ask of deliveries.
import { deepEqual, equal } from 'node:assert/strict';
import type { DeliveryFilter, Plane } from '#core/ports';
import {
  arrangeConnection,
  arrangePlane,
  arrangeStrangers,
  type Beside,
  type Parents,
  type StorageOf,
  strangersOf,
} from '../arrange.ts';
import { checkPaging } from '../check-paging.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleDelivery, sampleId, sampleOperation, samplePlane } from '../samples.ts';

type Subject = StorageOf<'deliveries' | 'operations'> & Beside<'connections'> & Parents<'organizations'>;

const all = { limit: 50, page: 1 };
const idOf = ({ id }: { readonly id: string }): string => id;

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
    name: 'deliveries: narrowed to a connection, or to the connections of a customer, of one plane, newest first',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const customers = ['one', 'other', 'one'].map((externalAccountId) => ({ externalAccountId }));
      const connections = [];
      for (const given of customers) connections.push((await arrangeConnection(storage, plane, given)).id);
      const [stranger = plane] = await arrangeStrangers(storage, plane);
      await arrangeConnection(storage, stranger, { externalAccountId: 'one' });
      const drafts: string[] = [];
      for (const [at, connectionId] of [...connections, connections[0] ?? null, null].entries()) {
        const endpointId = sampleId('we');
        const given = { type: 'webhook.deliver', subject: endpointId, createdAt: moment(at) } as const;
        const operation = sampleOperation(plane, { ...given, state: at === 3 ? 'failed' : 'queued' });
        const draft = sampleDelivery(operation, { endpointId, connectionId });
        await storage.transaction(async ({ operations, deliveries }) => {
          await operations.insert([operation]);
          await deliveries.insert([draft]);
        });
        drafts.push(draft.id);
      }
      const [connectionId = sampleId('conn')] = connections;
      const found = async (of: Plane, filter: DeliveryFilter) => {
        const { items, total } = await storage.deliveries.list(of, filter, all);
        equal(total, items.length);
        return items.map(({ id }) => drafts.indexOf(id));
      };
      deepEqual(await found(plane, { connectionId }), [3, 0]);
      deepEqual(await found(plane, { externalAccountId: 'one' }), [3, 2, 0]);
      deepEqual(await found(plane, { externalAccountId: 'one', state: 'queued' }), [2, 0]);
      deepEqual(await found(plane, { externalAccountId: 'other', connectionId }), []);
      deepEqual(await found(plane, { connectionId, state: 'failed', createdAfter: moment(2) }), [3]);
      deepEqual(await found(plane, { externalAccountId: 'nobody' }), []);
      for (const filter of [{ connectionId }, { externalAccountId: 'one' }])
        deepEqual(await found(stranger, filter), []);
      const kept = [3, 2, 0].map((at) => drafts[at] ?? '');
      await checkPaging((page) => storage.deliveries.list(plane, { externalAccountId: 'one' }, page), idOf, kept);
    },
  },
];
