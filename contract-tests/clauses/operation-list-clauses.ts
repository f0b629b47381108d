import { deepEqual, equal } from 'node:assert/strict';
import {
  type Operation,
  type OperationFilter,
  type OperationState,
  type OperationType,
  operationStates,
  operationTypes,
  routineTypes,
  totalExactBelow,
} from '#core/ports';
import { type StorageOf, strangersOf } from '../arrange.ts';
import { checkPaging } from '../check-paging.ts';
import { checkWalk } from '../check-walk.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleId, sampleOperation, samplePlane } from '../samples.ts';

type Subject = StorageOf<'operations'>;

const all = { limit: 200, page: 1 };
const idOf = (operation: Operation): string => operation.id;
const error = { code: 'PROVIDER_ERROR', message: 'm', retryable: true, outcome: 'unknown' } as const;

/** Every field at a value that shows when it is lost. */
function fullOperation(plane: Parameters<typeof sampleOperation>[0]): Operation {
  return sampleOperation(plane, {
    state: 'dead_letter',
    connectionId: sampleId('conn'),
    subject: 'subject',
    result: { applied: ['a'], total: 0.1 },
    error,
    steps: [
      {
        name: 'second',
        state: 'succeeded',
        result: { n: 1 },
        error: null,
        startedAt: moment(1),
        finishedAt: moment(2),
      },
      { name: 'first', state: 'failed', result: null, error, startedAt: moment(2), finishedAt: moment(2) },
    ],
    attempts: [{ run: 1, number: 1, startedAt: moment(1), finishedAt: moment(3), outcome: 'dead_letter', error }],
    replays: [{ at: moment(9), actor: 'key', reason: 'r', previousState: 'failed', previousAttemptCount: 3 }],
    run: 2,
    attemptCount: 4,
    lapses: 1,
    nextAttemptAt: null,
    cancelRequestedAt: moment(5),
    startedAt: moment(1),
    updatedAt: moment(6),
    finishedAt: moment(6),
  });
}

/** A message is no reason, whatever it says. */
const failures = [
  { ...error, reason: 'busy', message: '{"reason":"late"}, "code":"CONFLICT" \0' },
  { ...error, code: 'CONFLICT', reason: 'late' } as const,
];

/** Operations of two states, two types and two connections, one a second. */
async function arrangeMix(storage: Subject) {
  const plane = samplePlane();
  const states: readonly OperationState[] = ['succeeded', 'dead_letter'];
  const types: readonly OperationType[] = ['connection.sync', 'webhook.deliver'];
  const connections = [sampleId('conn'), sampleId('conn')];
  const kept: Operation[] = [];
  for (const connectionId of connections) {
    for (const type of types) {
      for (const state of [...states, ...states]) {
        const createdAt = moment(Math.floor(kept.length / 2));
        const given = {
          connectionId,
          type,
          state,
          createdAt,
          nextAttemptAt: null,
          error: failures[kept.length % 3] ?? null,
        };
        kept.unshift(sampleOperation(plane, given));
      }
    }
  }
  await storage.operations.insert(kept);
  for (const stranger of strangersOf(plane)) {
    await storage.operations.insert([sampleOperation(stranger, { type: 'connection.sync', state: 'succeeded' })]);
  }
  return { plane, kept, connections };
}

function matches(operation: Operation, filter: OperationFilter): boolean {
  const { state, type, excludeType, excludeRoutine, connectionId, createdAfter, createdBefore, failed, code, reason } =
    filter;
  return (
    (!state || operation.state === state) &&
    (!type || operation.type === type) &&
    operation.type !== excludeType &&
    !(excludeRoutine && operation.type === 'webhook.deliver') &&
    !(
      excludeRoutine &&
      (routineTypes as readonly string[]).includes(operation.type) &&
      operation.state === 'succeeded'
    ) &&
    (!failed || (operation.state === 'dead_letter' && operation.type !== 'webhook.deliver')) &&
    (!code || operation.error?.code === code) &&
    (!reason || operation.error?.reason === reason) &&
    (!connectionId || operation.connectionId === connectionId) &&
    (!createdAfter || operation.createdAt > createdAfter) &&
    (!createdBefore || operation.createdAt < createdBefore)
  );
}

/** Every choice of the parts, none included. */
function combinations(parts: readonly OperationFilter[]): readonly OperationFilter[] {
  let made: OperationFilter[] = [{}];
  for (const part of parts) made = made.concat(made.map((one) => ({ ...one, ...part })));
  return made;
}

export const operationListClauses: readonly Clause<Subject>[] = [
  {
    name: 'an operation is found in its plane as it was inserted, steps in order; absent in every other',
    async check(storage) {
      const plane = samplePlane();
      const [fresh, full] = [sampleOperation(plane), fullOperation(plane)];
      await storage.operations.insert([fresh, full]);
      deepEqual(await storage.operations.find(plane, fresh.id), fresh);
      deepEqual(await storage.operations.find(plane, full.id), full);
      for (const stranger of strangersOf(plane)) {
        equal(await storage.operations.find(stranger, full.id), undefined);
      }
      await storage.operations.insert([]);
    },
  },
  {
    name: 'many are inserted in one go',
    async check(storage) {
      const plane = samplePlane();
      await storage.operations.insert(Array.from({ length: 350 }, () => sampleOperation(plane)));
      equal((await storage.operations.list(plane, {}, all)).total, 350);
    },
  },
  {
    name: 'a list is newest first, with steps',
    async check(storage) {
      const plane = samplePlane();
      const older = sampleOperation(plane, { createdAt: moment(1) });
      const newer = { ...fullOperation(plane), createdAt: moment(2) };
      await storage.operations.insert([newer, older]);
      deepEqual((await storage.operations.list(plane, {}, all)).items, [newer, older]);
    },
  },
  {
    name: 'every combination of filters gives exactly what matches, in order, with the exact total',
    async check(storage) {
      const { plane, kept, connections } = await arrangeMix(storage);
      const parts: readonly OperationFilter[] = [
        { state: 'dead_letter' },
        { type: 'webhook.deliver' },
        { excludeType: 'webhook.deliver' },
        { excludeRoutine: 'true' },
        { connectionId: connections[1] ?? sampleId('conn') },
        { createdAfter: moment(0), code: 'PROVIDER_ERROR' },
        { createdBefore: moment(7), failed: true },
        { reason: 'busy' },
      ];
      for (const filter of combinations(parts)) {
        const expected = kept.filter((operation) => matches(operation, filter)).map(idOf);
        const found = await storage.operations.list(plane, filter, all);
        deepEqual(found.items.map(idOf), expected, JSON.stringify(filter));
        equal(found.total, expected.length);
        await checkWalk((after, limit) => storage.operations.walk(plane, filter, after, limit), expected);
      }
    },
  },
  {
    name: 'without routine work a list has all that is neither a delivery nor a success of the clock, in any state',
    async check(storage) {
      const plane = samplePlane();
      const all = operationTypes.flatMap((type) => operationStates.map((state) => ({ type, state })));
      const kept = all.map((given, n) =>
        sampleOperation(plane, { ...given, createdAt: moment(n), nextAttemptAt: null, connectionId: sampleId('conn') }),
      );
      await storage.operations.insert(kept);
      const newest = kept.toReversed();
      for (const state of [undefined, ...operationStates]) {
        const filter: OperationFilter = { excludeRoutine: 'true', ...(state && { state }) };
        const expected = newest.filter((operation) => matches(operation, filter)).map(idOf);
        const { items, total } = await storage.operations.list(plane, filter, { limit: 200, page: 1 });
        deepEqual([items.map(idOf), total], [expected, expected.length], String(state));
      }
    },
  },
  {
    name: 'failed operations are grouped by type, code and reason, the largest group first, among the newest only',
    async check(storage) {
      const { plane, connections } = await arrangeMix(storage);
      const told = async (filter: OperationFilter, most: number) => {
        const { groups, isWhole } = await storage.operations.groupFailures(plane, filter, most);
        return [isWhole, ...groups.map(({ code, reason, count, latestAt }) => [code, reason, count, +latestAt])];
      };
      const busy = (count: number, at: number) => ['PROVIDER_ERROR', 'busy', count, +moment(at)];
      const late = ['CONFLICT', 'late', 1, +moment(0)];
      const other = [null, null, 1, +moment(5)];
      deepEqual(await told({}, 4), [true, busy(2, 4), other, late]);
      deepEqual(await told({}, 2), [false, busy(2, 4), other]);
      deepEqual(await told({ reason: 'busy' }, 9), [true, busy(2, 4)]);
      deepEqual(await told({ connectionId: connections[0] ?? sampleId('conn') }, 9), [true, busy(1, 1), late]);
      for (const stranger of strangersOf(plane))
        equal((await storage.operations.groupFailures(stranger, {}, 9)).groups.length, 0);
    },
  },
  {
    name: 'lists page through all that match, by number and by cursor, ties by id, under every filter',
    async check(storage) {
      const { plane, kept } = await arrangeMix(storage);
      const filters: readonly OperationFilter[] = [
        {},
        { state: 'succeeded' },
        { type: 'connection.sync' },
        { excludeType: 'webhook.deliver' },
        { excludeRoutine: 'true' },
        { excludeRoutine: 'true', state: 'succeeded' },
        { state: 'succeeded', type: 'connection.sync' },
        { connectionId: kept[0]?.connectionId ?? sampleId('conn') },
      ];
      for (const filter of filters) {
        const expected = kept.filter((operation) => matches(operation, filter)).map(idOf);
        await checkPaging((page) => storage.operations.list(plane, filter, page), idOf, expected);
      }
    },
  },
];

export const operationTotalClauses: readonly Clause<Subject>[] = [
  {
    name: 'a total counts up to its bound, behind which pages go on and say truly whether there is more',
    async check(storage) {
      const plane = samplePlane();
      const made = Array.from({ length: totalExactBelow + 3 }, (_, i) =>
        sampleOperation(plane, { createdAt: moment(i) }),
      );
      await storage.operations.insert(made);
      const ids = made.toReversed().map(idOf);
      const last = totalExactBelow / 200 + 1;
      for (const filter of [{}, { state: 'queued' }] as const) {
        for (const [page, more] of [
          [last - 1, true],
          [last, false],
          [last + 1, false],
        ] as const) {
          const { items, total, hasMore } = await storage.operations.list(plane, filter, { limit: 200, page });
          deepEqual([total, hasMore], [totalExactBelow, more]);
          deepEqual(items.map(idOf), ids.slice((page - 1) * 200, page * 200));
        }
      }
    },
  },
];
