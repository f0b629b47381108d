import { deepEqual, equal } from 'node:assert/strict';
import type { HourSum, Operation, Plane, WebhookEndpointId } from '#core/ports';
import { arrangeConnection, arrangePlane, arrangeStrangers, type Parents, type StorageOf } from '../arrange.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleDelivery, sampleId, sampleOperation } from '../samples.ts';

type Subject = StorageOf<'overview' | 'operations' | 'deliveries' | 'connections' | 'retention'> &
  Parents<'organizations'>;

const hourSeconds = 3_600;
const startOfHour = (at: Date) => new Date(Math.floor(+at / 3_600_000) * 3_600_000);
const hour = startOfHour(moment());
const after = (seconds: number) => new Date(+hour + seconds * 1000);
const inOrder = (counts: Awaited<ReturnType<Subject['overview']['unfinished']>>) =>
  counts.map(({ isDelivery, state, count }) => `${isDelivery ? 'delivery' : 'other'} ${state} ${count}`).sort();
const sumsInOrder = (sums: readonly HourSum[]) =>
  sums.map(({ hour: at, kind, outcome, count }) => `${(+at - +hour) / 1000} ${kind} ${outcome} ${count}`).sort();

async function arrange(storage: Subject, plane: Plane, ...all: readonly Partial<Operation>[]): Promise<void> {
  await storage.operations.insert(all.map((given) => sampleOperation(plane, given)));
}

/** Each ends on its own, as work does. */
async function end(storage: Subject, plane: Plane, state: Operation['state'], ...all: readonly Partial<Operation>[]) {
  for (const given of all) {
    const operation = sampleOperation(plane, { ...given, finishedAt: null });
    await storage.operations.insert([operation]);
    const finishedAt = given.finishedAt ?? after(5);
    const next = { ...operation, state, finishedAt, nextAttemptAt: null };
    equal(await storage.operations.update(next, 'queued'), true);
  }
}

const at = (seconds: number): Partial<Operation> => ({ finishedAt: after(seconds) });

async function deliver(storage: Subject, plane: Plane, endpointId: WebhookEndpointId, statuses: (number | null)[]) {
  const operation = sampleOperation(plane, { type: 'webhook.deliver', subject: endpointId });
  const draft = sampleDelivery(operation, { endpointId });
  const told = { organizationId: plane.organizationId, deliveryId: draft.id, durationMs: 1, responseExcerpt: null };
  await storage.transaction(async ({ operations, deliveries }) => {
    await operations.insert([operation]);
    await deliveries.insert([draft]);
    for (const [i, responseStatus] of statuses.entries()) {
      await deliveries.addAttempts([{ ...told, run: 1, number: i + 1, at: after(i), responseStatus, error: null }]);
    }
  });
}

export const overviewClauses: readonly Clause<Subject>[] = [
  {
    name: 'what ended is summed in the hour of its end, by outcome and kind, of one plane or one endpoint of it',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const endpointId = sampleId('we');
      const delivery = { type: 'webhook.deliver', subject: endpointId } as const;
      await end(storage, plane, 'succeeded', at(0), at(hourSeconds - 0.001), at(hourSeconds), at(-0.001));
      await end(storage, plane, 'failed', {});
      await end(storage, plane, 'dead_letter', delivery, { ...delivery, ...at(9) }, { type: 'webhook.deliver' });
      await arrange(storage, plane, {});
      const hours = [hour, after(hourSeconds), after(2 * hourSeconds)];
      const others = ['0 operation failed 1', '0 operation succeeded 2', '3600 operation succeeded 1'];
      for (const stranger of await arrangeStrangers(storage, plane)) {
        await end(storage, stranger, 'failed', {}, delivery);
        deepEqual(sumsInOrder(await storage.overview.ended(stranger, hours, endpointId)), ['0 delivery failed 1']);
      }
      deepEqual(sumsInOrder(await storage.overview.ended(plane, hours, null)), [
        ...['0 delivery dead_letter 3', ...others],
      ]);
      deepEqual(sumsInOrder(await storage.overview.ended(plane, hours, endpointId)), ['0 delivery dead_letter 2']);
      deepEqual(await storage.overview.ended(plane, [], null), []);
    },
  },
  {
    name: 'what is replayed counts with its last end alone, in the hour and with the outcome of that; a change after it counts nothing',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const operation = sampleOperation(plane, {});
      await storage.operations.insert([operation]);
      const ended = { ...operation, state: 'failed', nextAttemptAt: null } as const;
      const again = { ...operation, run: 2, finishedAt: null } as const;
      equal(await storage.operations.update({ ...ended, finishedAt: after(1) }, 'queued'), true);
      equal(await storage.operations.update({ ...ended, finishedAt: after(1), updatedAt: after(2) }, 'failed'), true);
      const hours = [hour, after(hourSeconds)];
      const sums = async () => sumsInOrder(await storage.overview.ended(plane, hours, null));
      deepEqual(await sums(), ['0 operation failed 1']);
      equal(await storage.operations.update(again, 'failed'), true);
      deepEqual(await sums(), []);
      const succeeded = { ...ended, state: 'succeeded', run: 2, finishedAt: after(hourSeconds + 3) } as const;
      equal(await storage.operations.update(succeeded, 'queued'), true);
      deepEqual(await sums(), ['3600 operation succeeded 1']);
    },
  },
  {
    name: 'attempts are summed by whether a 2xx answered, of one plane or one endpoint of it',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const [endpointId, otherId] = [sampleId('we'), sampleId('we')];
      await deliver(storage, plane, endpointId, [500, null, 200, 299, 300]);
      await deliver(storage, plane, otherId, [204]);
      for (const stranger of await arrangeStrangers(storage, plane)) await deliver(storage, stranger, otherId, [200]);
      deepEqual(sumsInOrder(await storage.overview.ended(plane, [hour], null)), [
        ...['0 attempt failed 3', '0 attempt succeeded 3'],
      ]);
      deepEqual(sumsInOrder(await storage.overview.ended(plane, [hour], otherId)), ['0 attempt succeeded 1']);
    },
  },
  {
    name: 'sums lose nothing where many end at once, and nothing waits in a circle',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const endpoints = [sampleId('we'), sampleId('we')];
      const both = Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? endpoints : endpoints.toReversed()));
      await Promise.all(
        both.map((order) =>
          storage.transaction(async (stores) => {
            for (const subject of order) {
              await end({ ...storage, ...stores }, plane, 'succeeded', { type: 'webhook.deliver', subject });
            }
          }),
        ),
      );
      deepEqual(sumsInOrder(await storage.overview.ended(plane, [hour], null)), ['0 delivery succeeded 80']);
      deepEqual(sumsInOrder(await storage.overview.ended(plane, [hour], endpoints[0] ?? null)), [
        '0 delivery succeeded 40',
      ]);
    },
  },
  {
    name: 'sums go with the operations of their hours',
    async check(storage) {
      const plane = await arrangePlane(storage);
      await end(storage, plane, 'succeeded', at(0), at(2 * hourSeconds));
      await storage.retention.purge('operations', { before: after(hourSeconds + 1), limit: 10 });
      deepEqual(sumsInOrder(await storage.overview.ended(plane, [hour, after(2 * hourSeconds)], null)), [
        '7200 operation succeeded 1',
      ]);
    },
  },
  {
    name: 'no unfinished state is counted further than told',
    async check(storage) {
      const plane = await arrangePlane(storage);
      await arrange(storage, plane, ...Array.from({ length: 12 }, () => ({})));
      deepEqual(inOrder(await storage.overview.unfinished(plane, null, 7)), ['other queued 7']);
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
      deepEqual(inOrder(await storage.overview.unfinished(plane, null, 10)), [
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
      await storage.connections.noteHealth(id, { state: 'degraded', reason: 'rate_limited' });
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
    name: 'what waits for an endpoint is counted by state, no further than told, of one plane',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const endpointId = sampleId('we');
      const to = { type: 'webhook.deliver', subject: endpointId } as const;
      await arrange(storage, plane, to, to, { ...to, state: 'retrying' }, { ...to, state: 'failed' });
      await arrange(storage, plane, { ...to, subject: sampleId('we') });
      const counted = async (of: Plane, most = 10) => inOrder(await storage.overview.unfinished(of, endpointId, most));
      deepEqual(await counted(plane), ['delivery queued 2', 'delivery retrying 1']);
      deepEqual(await counted(plane, 1), ['delivery queued 1', 'delivery retrying 1']);
      for (const stranger of await arrangeStrangers(storage, plane)) equal((await counted(stranger)).length, 0);
    },
  },
];
