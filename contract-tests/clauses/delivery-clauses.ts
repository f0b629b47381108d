import { deepEqual, equal } from 'node:assert/strict';
import {
  anyRoom,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryDraft,
  type DeliveryFilter,
  type Operation,
  type Plane,
} from '#core/ports';
import { type StorageOf, strangersOf } from '../arrange.ts';
import { checkPaging } from '../check-paging.ts';
import { checkWalk } from '../check-walk.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleDelivery, sampleId, sampleOperation, samplePlane } from '../samples.ts';

type Subject = StorageOf<'deliveries' | 'operations'>;

const all = { limit: 50, page: 1 };
const idOf = ({ id }: { readonly id: string }): string => id;

interface Arranged {
  readonly operation: Operation;
  readonly draft: DeliveryDraft;
}

async function arrangeDelivery(
  storage: Subject,
  plane: Plane,
  ofOperation: Partial<Operation> = {},
  ofDelivery: Partial<DeliveryDraft> = {},
): Promise<Arranged> {
  const endpointId = ofDelivery.endpointId ?? sampleId('we');
  const operation = sampleOperation(plane, { type: 'webhook.deliver', subject: endpointId, ...ofOperation });
  const draft = sampleDelivery(operation, { ...ofDelivery, endpointId });
  await storage.transaction(async ({ operations, deliveries }) => {
    await operations.insert([operation]);
    await deliveries.insert([draft]);
  });
  return { operation, draft };
}

function attempt(number: number, given: Partial<DeliveryAttempt> = {}): DeliveryAttempt {
  return {
    run: 1,
    number,
    at: moment(number),
    durationMs: 12,
    responseStatus: 500,
    responseExcerpt: 'nö',
    error: null,
    ...given,
  };
}

export const deliveryClauses: readonly Clause<Subject>[] = [
  {
    name: 'deliveries: found in its plane as inserted, its state being its operation\u2019s; absent in every other',
    async check(storage) {
      const plane = samplePlane();
      const { operation, draft } = await arrangeDelivery(storage, plane, { nextAttemptAt: moment(4) });
      const expected: Delivery = {
        ...draft,
        state: 'queued',
        nextAttemptAt: moment(4),
        attempts: [],
        updatedAt: operation.updatedAt,
      };
      deepEqual(await storage.deliveries.find(plane, draft.id), expected);
      for (const stranger of strangersOf(plane)) {
        equal(await storage.deliveries.find(stranger, draft.id), undefined);
      }
      await storage.operations.claimDue({ now: moment(9), leaseUntil: moment(39), ...anyRoom(1) });
      const running = await storage.deliveries.find(plane, draft.id);
      deepEqual(running, { ...expected, state: 'running', nextAttemptAt: null, updatedAt: moment(9) });
      await storage.deliveries.insert([]);
    },
  },
  {
    name: 'deliveries: attempts are kept in order, also two of one number, text of any kind',
    async check(storage) {
      const plane = samplePlane();
      const { draft } = await arrangeDelivery(storage, plane);
      const other = await arrangeDelivery(storage, plane);
      const silent = { responseStatus: null, responseExcerpt: null, error: 'refused' };
      const attempts = [attempt(1), attempt(2, silent), attempt(2), attempt(1, { run: 2 })];
      const ofOther = {
        organizationId: plane.organizationId,
        deliveryId: other.draft.id,
        ...attempt(1, { responseExcerpt: 'a\u0000b' }),
      };
      const [first, ...more] = attempts.map((one) => ({
        organizationId: plane.organizationId,
        deliveryId: draft.id,
        ...one,
      }));
      await storage.deliveries.addAttempts(first ? [first, ofOther] : []);
      await storage.transaction(async ({ deliveries }) => {
        await Promise.all([...more.map((one) => deliveries.addAttempts([one])), deliveries.addAttempts([])]);
      });
      deepEqual((await storage.deliveries.find(plane, draft.id))?.attempts, attempts);
      const { items } = await storage.deliveries.list(plane, {}, all);
      deepEqual(items.find(({ id }) => id === draft.id)?.attempts, attempts);
      equal(items.find(({ id }) => id === other.draft.id)?.attempts[0]?.responseExcerpt, 'a\ufffdb');
    },
  },
  {
    name: 'deliveries: every combination of filters gives exactly what matches, newest first',
    async check(storage) {
      const plane = samplePlane();
      const [endpointId, eventId] = [sampleId('we'), sampleId('evt')];
      const eventType = 'sync.completed' as const;
      const ofA = { endpointId, eventType };
      const a = await arrangeDelivery(storage, plane, { state: 'dead_letter', createdAt: moment(1) }, ofA);
      const b = await arrangeDelivery(
        storage,
        plane,
        { state: 'succeeded', createdAt: moment(2) },
        { endpointId, eventId },
      );
      const c = await arrangeDelivery(storage, plane, { state: 'dead_letter', createdAt: moment(3) }, { eventId });
      for (const stranger of strangersOf(plane)) {
        await arrangeDelivery(storage, stranger, { state: 'dead_letter' }, { endpointId, eventId });
      }
      const expect = async (filter: DeliveryFilter, expected: readonly Arranged[]) => {
        const found = await storage.deliveries.list(plane, filter, all);
        deepEqual(
          found.items.map(idOf),
          expected.map(({ draft }) => draft.id),
          JSON.stringify(filter),
        );
        equal(found.total, expected.length);
        const ids = expected.map(({ operation }) => operation.id);
        await checkWalk((after, limit) => storage.deliveries.walk(plane, filter, after, limit), ids);
      };
      await expect({}, [c, b, a]);
      await expect({ state: 'dead_letter' }, [c, a]);
      await expect({ failed: true }, [c, a]);
      await expect({ failed: true, endpointId }, [a]);
      await expect({ endpointId }, [b, a]);
      await expect({ eventId }, [c, b]);
      await expect({ state: 'dead_letter', endpointId }, [a]);
      await expect({ state: 'dead_letter', eventId }, [c]);
      await expect({ endpointId, eventId }, [b]);
      await expect({ state: 'succeeded', endpointId, eventId }, [b]);
      await expect({ state: 'cancelled' }, []);
      await expect({ eventType }, [a]);
      await expect({ eventType: 'endpoint.test' }, []);
      await expect({ eventType: 'invoice.paid', state: 'dead_letter' }, [c]);
      await expect({ createdAfter: moment(1), createdBefore: moment(3) }, [b]);
      await expect({ createdAfter: moment(0), createdBefore: moment(2), state: 'dead_letter' }, [a]);
      await expect({ createdBefore: moment(2), endpointId, eventType }, [a]);
      const toEndpoint = await storage.deliveries.listToEndpoint(plane, endpointId, [eventId, a.draft.eventId]);
      deepEqual(
        toEndpoint.map(({ operationId, state }) => [operationId, state]).sort(),
        [
          [a.operation.id, 'dead_letter'],
          [b.operation.id, 'succeeded'],
        ].sort(),
      );
      deepEqual(await storage.deliveries.listToEndpoint(plane, endpointId, []), []);
      for (const stranger of strangersOf(plane)) {
        const theirs = await storage.deliveries.listToEndpoint(stranger, endpointId, [eventId]);
        equal(
          theirs.some(({ operationId }) => operationId === b.operation.id),
          false,
        );
      }
    },
  },
  {
    name: 'deliveries: lists page through all that match, ties in one order',
    async check(storage) {
      const plane = samplePlane();
      const endpointId = sampleId('we');
      const kept: string[] = [];
      for (const at of [1, 2, 2, 3, 4]) {
        const { draft } = await arrangeDelivery(
          storage,
          plane,
          { state: 'failed', createdAt: moment(at) },
          { endpointId },
        );
        kept.unshift(draft.id);
      }
      const filters: readonly DeliveryFilter[] = [
        {},
        { state: 'failed' },
        { endpointId },
        { state: 'failed', endpointId },
      ];
      for (const filter of filters) {
        await checkPaging((page) => storage.deliveries.list(plane, filter, page), idOf, kept);
      }
    },
  },
];
