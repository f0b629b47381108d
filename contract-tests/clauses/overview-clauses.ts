import { deepEqual, equal } from 'node:assert/strict';
import type { EndedCount, Operation, Plane, StateCount } from '#core/ports';
import { arrangeConnection, arrangePlane, arrangeStrangers, type Parents, type StorageOf } from '../arrange.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleDelivery, sampleId, sampleOperation } from '../samples.ts';

type Subject = StorageOf<'overview' | 'operations' | 'deliveries' | 'connections'> & Parents<'organizations'>;

const hourSeconds = 3_600;
const startOfHour = (at: Date) => new Date(Math.floor(+at / 3_600_000) * 3_600_000);
const hour = startOfHour(moment());
const after = (seconds: number) => new Date(+hour + seconds * 1000);
const inOrder = (counts: readonly StateCount[]) =>
  counts.map((one) => `${'hour' in one ? `${+(one as EndedCount).hour - +hour} ` : ''}${line(one)}`).sort();
const line = ({ isDelivery, state, count }: StateCount) => `${isDelivery ? 'delivery' : 'other'} ${state} ${count}`;

async function arrange(storage: Subject, plane: Plane, ...all: readonly Partial<Operation>[]): Promise<void> {
  await storage.operations.insert(all.map((given) => sampleOperation(plane, given)));
}

const ended = (state: Operation['state'], seconds: number, type?: Operation['type']): Partial<Operation> => ({
  ...{ state, finishedAt: after(seconds), nextAttemptAt: null },
  ...(type === undefined ? {} : { type }),
});

export const overviewClauses: readonly Clause<Subject>[] = [
  {
    name: 'what ended is counted in the hour of its end, by outcome, deliveries apart, of one plane',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const delivered = 'webhook.deliver';
      await arrange(storage, plane, ended('succeeded', 0), ended('succeeded', hourSeconds - 0.001), ended('failed', 5));
      await arrange(storage, plane, ended('succeeded', hourSeconds), ended('succeeded', -0.001), {});
      await arrange(storage, plane, ended('dead_letter', 9, delivered), ended('dead_letter', 8, delivered));
      for (const stranger of await arrangeStrangers(storage, plane))
        await arrange(storage, stranger, ended('failed', 5));
      const hours = [hour, after(hourSeconds), after(2 * hourSeconds)];
      deepEqual(inOrder(await storage.overview.ended(plane, hours, 10)), [
        ...['0 delivery dead_letter 2', '0 other failed 1', '0 other succeeded 2', '3600000 other succeeded 1'],
      ]);
      deepEqual(await storage.overview.ended(plane, [], 10), []);
    },
  },
  {
    name: 'no hour and no state is counted further than told',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const many = Array.from({ length: 12 }, (_, i) => ended('succeeded', i));
      await arrange(storage, plane, ...many, ...many.map(() => ({ state: 'queued' as const })));
      const delivered = many.map((_, i) => ended('succeeded', i, 'webhook.deliver'));
      await arrange(storage, plane, ...delivered.slice(0, 6));
      deepEqual(inOrder(await storage.overview.ended(plane, [hour], 5)), [
        ...['0 delivery succeeded 5', '0 other succeeded 5'],
      ]);
      deepEqual(inOrder(await storage.overview.ended(plane, [hour], 20)), [
        ...['0 delivery succeeded 6', '0 other succeeded 12'],
      ]);
      deepEqual(inOrder(await storage.overview.unfinished(plane, 7)), ['other queued 7']);
    },
  },
  {
    name: 'what is unfinished is counted by its state, deliveries apart, of one plane',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const states = ['queued', 'retrying', 'retrying', 'running', 'succeeded', 'cancelled'] as const;
      await arrange(storage, plane, ...states.map((state) => ({ state })), {
        state: 'queued',
        type: 'webhook.deliver',
      });
      for (const stranger of await arrangeStrangers(storage, plane)) await arrange(storage, stranger, {});
      deepEqual(inOrder(await storage.overview.unfinished(plane, 10)), [
        ...['delivery queued 1', 'other queued 1', 'other retrying 2', 'other running 1'],
      ]);
    },
  },
  {
    name: 'connections are counted by status, with the latest sync of any, of one plane',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const none = { pending_selection: 0, active: 0, action_required: 0, disconnecting: 0, disconnected: 0 };
      deepEqual(await storage.overview.connections(plane), {
        byStatus: none,
        byHealth: { ok: 0, degraded: 0, failing: 0 },
        lastSyncedAt: null,
      });
      const { id } = await arrangeConnection(storage, plane, { lastSyncedAt: moment(5) });
      await storage.connections.noteHealth(id, 'degraded');
      await arrangeConnection(storage, plane, { lastSyncedAt: moment(9) });
      await arrangeConnection(storage, plane, { status: 'action_required', lastSyncedAt: null });
      for (const stranger of await arrangeStrangers(storage, plane)) {
        await arrangeConnection(storage, stranger, { lastSyncedAt: moment(99) });
      }
      const byStatus = { ...none, active: 2, action_required: 1 };
      deepEqual(await storage.overview.connections(plane), {
        byStatus,
        byHealth: { ok: 1, degraded: 1, failing: 0 },
        lastSyncedAt: moment(9),
      });
    },
  },
  {
    name: 'deliveries to an endpoint are counted by state since they were made, no further than told, of one plane',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const endpointId = sampleId('we');
      const to = { type: 'webhook.deliver', subject: endpointId } as const;
      await arrange(storage, plane, { ...to, createdAt: after(-1) }, { ...to, createdAt: after(0) });
      await arrange(storage, plane, { ...to, createdAt: after(1) }, { ...to, state: 'failed', createdAt: after(1) });
      await arrange(storage, plane, { ...to, subject: sampleId('we'), createdAt: after(1) });
      const counted = async (of: Plane, most = 10) =>
        inOrder(await storage.overview.deliveries(of, endpointId, hour, most));
      deepEqual(await counted(plane), ['delivery failed 1', 'delivery queued 2']);
      deepEqual(await counted(plane, 1), ['delivery failed 1', 'delivery queued 1']);
      for (const stranger of await arrangeStrangers(storage, plane)) equal((await counted(stranger)).length, 0);
    },
  },
  {
    name: 'attempts since then are counted, of the latest deliveries to one endpoint or to all, of one plane',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const endpointId = sampleId('we');
      const deliver = async (of: Plane, to: typeof endpointId, seconds: number, ...statuses: (number | null)[]) => {
        const operation = sampleOperation(of, { type: 'webhook.deliver', createdAt: after(seconds) });
        const draft = sampleDelivery(operation, { endpointId: to });
        await storage.transaction(async ({ operations, deliveries }) => {
          await operations.insert([operation]);
          await deliveries.insert([draft]);
          for (const [i, responseStatus] of statuses.entries()) {
            const told = {
              deliveryId: draft.id,
              organizationId: of.organizationId,
              durationMs: 1,
              responseStatus,
              responseExcerpt: null,
              error: null,
            };
            await deliveries.addAttempts([{ run: 1, number: i + 1, at: after(seconds + i), ...told }]);
          }
        });
      };
      await deliver(plane, endpointId, -2, 500, null, 200);
      await deliver(plane, endpointId, 10, 503, 204);
      await deliver(plane, endpointId, 20);
      await deliver(plane, sampleId('we'), 30, 299, 300);
      for (const stranger of await arrangeStrangers(storage, plane)) await deliver(stranger, sampleId('we'), 40, 200);
      const counted = (id: typeof endpointId | null, most = 10, of: Plane = plane) =>
        storage.overview.attempts(of, id, hour, most);
      deepEqual(await counted(null), { made: 5, succeeded: 3 });
      deepEqual(await counted(endpointId), { made: 3, succeeded: 2 });
      deepEqual(await counted(endpointId, 2), { made: 2, succeeded: 1 });
      deepEqual(await counted(endpointId, 1), { made: 0, succeeded: 0 });
      for (const stranger of await arrangeStrangers(storage, plane)) {
        deepEqual(await counted(endpointId, 10, stranger), { made: 0, succeeded: 0 });
      }
    },
  },
];
