// What timelines and the console ask of events.
import { deepEqual } from 'node:assert/strict';
import type { Event, OperationId, Plane } from '#core/ports';
import { type StorageOf, strangersOf } from '../arrange.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleEvent, sampleId, samplePlane } from '../samples.ts';

type Subject = StorageOf<'events'>;

const idsOf = (things: readonly { readonly id: string }[]) => things.map(({ id }) => id);

async function announced(storage: Subject, plane: Plane, operationId: OperationId | null, at: number): Promise<Event> {
  const draft = sampleEvent(plane, sampleId('conn'), { operationId, createdAt: moment(at) });
  const [event] = await storage.transaction(({ events }) => events.append([draft]));
  if (!event) throw new Error('the event is not new');
  return event;
}

export const eventReadClauses: readonly Clause<Subject>[] = [
  {
    name: 'events of an operation are listed the latest first, no more than asked for, and in their plane only',
    async check(storage) {
      const plane = samplePlane();
      const operationId = sampleId('op');
      const kept: Event[] = [];
      for (const at of [2, 1, 3]) kept.push(await announced(storage, plane, operationId, at));
      await announced(storage, plane, sampleId('op'), 2);
      await announced(storage, plane, null, 2);
      for (const stranger of strangersOf(plane)) await announced(storage, stranger, operationId, 2);
      const expected = [kept[2], kept[0], kept[1]];
      deepEqual(await storage.events.listByOperation(plane, operationId, 10), expected);
      deepEqual(await storage.events.listByOperation(plane, operationId, 2), expected.slice(0, 2));
    },
  },
  {
    name: 'events of a record, the latest first, no more than asked for, of its connection and plane',
    async check(storage) {
      const plane = samplePlane();
      const [one, other] = [{ id: sampleId('conn') }, { id: sampleId('conn') }];
      const about = (id: string) => ({ data: { invoice: { provider_id: id } } });
      const [old, recent] = [1, 2].map((n) => sampleEvent(plane, one.id, { ...about('i-1'), createdAt: moment(n) }));
      const others = [
        sampleEvent(plane, one.id, about('i-2')),
        sampleEvent(plane, one.id),
        sampleEvent(plane, other.id, about('i-1')),
      ];
      for (const event of [recent, old, ...others]) if (event) await storage.events.append([event]);
      const item = sampleEvent(plane, one.id, {
        type: 'item.changed',
        data: { record: { id: 'itm_1', provider_id: 'i-1' } },
      });
      await storage.events.append([item]);
      const found = async (of: Plane, limit: number, id = 'i-1') =>
        idsOf(await storage.events.listByRecord(of, one.id, id, limit));
      deepEqual(await found(plane, 10), [recent?.id, old?.id]);
      deepEqual(await found(plane, 1), [recent?.id]);
      deepEqual(await found(plane, 10, 'itm_1'), [item.id]);
      for (const stranger of strangersOf(plane)) deepEqual(await found(stranger, 10), []);
    },
  },
];
