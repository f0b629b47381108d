import { deepEqual, equal } from 'node:assert/strict';
import { anyRoom, operationStates, operationTypes } from '#core/ports';
import type { StorageOf } from '../arrange.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleOperation, samplePlane } from '../samples.ts';

type Subject = StorageOf<'operations'>;

export const operationDepthClauses: readonly Clause<Subject>[] = [
  {
    name: 'the depth of the queue counts what is due, lane by lane, whoever owns it, before and after a claim saw it',
    async check(storage) {
      const [plane, other] = [samplePlane(), samplePlane()];
      deepEqual(await storage.operations.depth(moment(10)), []);
      await storage.operations.insert([
        sampleOperation(plane, { type: 'webhook.deliver', nextAttemptAt: moment(3) }),
        sampleOperation(other, { type: 'webhook.deliver', nextAttemptAt: moment(2), state: 'retrying' }),
        sampleOperation(plane, { type: 'webhook.deliver', nextAttemptAt: moment(11) }),
        sampleOperation(plane, { type: 'connection.sync', nextAttemptAt: moment(4) }),
        sampleOperation(other, { type: 'connection.reconcile', nextAttemptAt: moment(5) }),
        ...operationStates
          .filter((state) => state !== 'queued' && state !== 'retrying')
          .map((state) => sampleOperation(plane, { type: 'retention.purge', state, nextAttemptAt: null })),
      ]);
      const expected = [
        { lane: 'delivery', due: 2, oldestDueAt: moment(2) },
        { lane: 'sync', due: 2, oldestDueAt: moment(4) },
      ];
      deepEqual(await storage.operations.depth(moment(10)), expected);
      const seenOnly = { ...anyRoom(1), lanes: { ...anyRoom(0).lanes, maintenance: 1 } };
      await storage.operations.claimDue({ now: moment(10), leaseUntil: moment(40), ...seenOnly });
      deepEqual(await storage.operations.depth(moment(10)), expected);
      await storage.operations.claimDue({ now: moment(10), leaseUntil: moment(40), ...anyRoom(9) });
      deepEqual(await storage.operations.depth(moment(10)), []);
    },
  },
  {
    name: 'unfinished operations of an organization are counted, of every type in both environments, up to a bound',
    async check(storage) {
      const [plane, other] = [samplePlane(), samplePlane()];
      equal(await storage.operations.countUnfinished(plane.organizationId, 100), 0);
      const each = operationTypes.flatMap((type, i) =>
        operationStates.map((state) =>
          sampleOperation({ ...plane, environment: i % 2 === 0 ? 'test' : 'live' }, { type, state }),
        ),
      );
      await storage.operations.insert([...each, sampleOperation(other)]);
      const unfinished = 3 * operationTypes.length;
      equal(await storage.operations.countUnfinished(plane.organizationId, 100), unfinished);
      equal(await storage.operations.countUnfinished(plane.organizationId, unfinished - 1), unfinished - 1);
      equal(await storage.operations.countUnfinished(other.organizationId, 100), 1);
    },
  },
];
