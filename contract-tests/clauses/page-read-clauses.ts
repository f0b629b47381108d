import { deepEqual, equal } from 'node:assert/strict';
import type { ConnectionFilter, Plane, ProviderCall, RequestId, Storage } from '#core/ports';
import { arrangeConnection, arrangePlane, arrangeStrangers } from '../arrange.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleDelivery, sampleEvent, sampleId, sampleOperation } from '../samples.ts';

const all = { limit: 50, page: 1 };
const idsOf = (things: readonly { readonly id: string }[]) => things.map(({ id }) => id);

async function arrangeDeliveryOf(storage: Storage, plane: Plane, eventId: ReturnType<typeof sampleEvent>['id']) {
  const operation = sampleOperation(plane, { type: 'webhook.deliver' });
  const draft = sampleDelivery(operation, { endpointId: sampleId('we'), eventId });
  await storage.transaction(async ({ operations, deliveries }) => {
    await operations.insert([operation]);
    await deliveries.insert([draft]);
  });
  return draft;
}

export const pageReadClauses: readonly Clause<Storage>[] = [
  {
    name: 'connections are found by a part of their name or account, in whatever case, or by a whole id',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const given = {
        providerTenantName: 'Harbour 100% Coffee',
        externalAccountId: 'Customer_7',
        status: 'active',
      } as const;
      const one = await arrangeConnection(storage, plane, given);
      await arrangeConnection(storage, plane, { providerTenantName: null, externalAccountId: 'CustomerX7' });
      for (const stranger of await arrangeStrangers(storage, plane)) await arrangeConnection(storage, stranger, given);
      const found = async (filter: ConnectionFilter) =>
        idsOf((await storage.connections.list(plane, filter, all)).items);
      for (const search of ['harbour', '100% C', 'USTOMER_7', one.id, one.providerTenantId ?? '']) {
        deepEqual(await found({ search }), [one.id], search);
      }
      for (const search of ['%', 'r_b', one.id.slice(0, -1), '\\']) {
        deepEqual(await found({ search }), search === '%' ? [one.id] : [], search);
      }
      deepEqual(await found({ search: 'harbour', status: 'disconnected' }), []);
    },
  },
  {
    name: 'deliveries are narrowed to the events of a connection, of one plane',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const [one, other] = [await arrangeConnection(storage, plane), await arrangeConnection(storage, plane)];
      const events = [one, other].map(({ id }) => sampleEvent(plane, id));
      for (const event of events) await storage.events.append(event);
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
      for (const stranger of await arrangeStrangers(storage, plane)) deepEqual(await found(stranger), []);
    },
  },
  {
    name: 'events of an invoice, the latest first, no more than asked for, of its connection and plane',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const [one, other] = [await arrangeConnection(storage, plane), await arrangeConnection(storage, plane)];
      const about = (id: string) => ({ data: { invoice: { provider_id: id } } });
      const [old, recent] = [1, 2].map((n) => sampleEvent(plane, one.id, { ...about('i-1'), createdAt: moment(n) }));
      const others = [
        sampleEvent(plane, one.id, about('i-2')),
        sampleEvent(plane, one.id),
        sampleEvent(plane, other.id, about('i-1')),
      ];
      for (const event of [recent, old, ...others]) if (event) await storage.events.append(event);
      const found = async (of: Plane, limit: number) =>
        idsOf(await storage.events.listByInvoice(of, one.id, 'i-1', limit));
      deepEqual(await found(plane, 10), [recent?.id, old?.id]);
      deepEqual(await found(plane, 1), [recent?.id]);
      for (const stranger of await arrangeStrangers(storage, plane)) deepEqual(await found(stranger, 10), []);
    },
  },
  {
    name: 'calls of a connection, the latest first; with a part of a path, those that hold it among the latest',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const { id: connectionId } = await arrangeConnection(storage, plane);
      const call = (seconds: number, path: string): ProviderCall => ({
        organizationId: plane.organizationId,
        ...{ connectionId, operationId: null, requestId: 'r' as RequestId, method: 'GET', path, status: 200 },
        ...{ bytesIn: 1, durationMs: 1, at: moment(seconds) },
      });
      const calls = [
        call(4, '/Invoices/a_b/History'),
        call(3, '/Contacts'),
        call(2, '/Invoices/a_b'),
        call(1, '/Invoices/aXb'),
      ];
      await storage.providerCalls.insert(calls.toReversed());
      const { id: another } = await arrangeConnection(storage, plane);
      await storage.providerCalls.insert([{ ...call(9, '/Invoices/a_b'), connectionId: another }]);
      const found = (of: Plane, limit: number, among: { part?: string; lookedAt: number }) =>
        storage.providerCalls.listByConnection(of, connectionId, among, limit);
      deepEqual(await found(plane, 10, { lookedAt: 10 }), calls);
      deepEqual(await found(plane, 2, { lookedAt: 10 }), calls.slice(0, 2));
      deepEqual(await found(plane, 10, { part: 'a_b', lookedAt: 10 }), [calls[0], calls[2]]);
      deepEqual(await found(plane, 10, { part: 'a_b', lookedAt: 2 }), [calls[0]]);
      for (const stranger of await arrangeStrangers(storage, plane))
        equal((await found(stranger, 10, { lookedAt: 10 })).length, 0);
    },
  },
];
